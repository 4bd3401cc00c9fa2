/** Who sends a request, as far as requests have to be told apart here. */
export interface Requester {
  readonly accountId: number;
  readonly keyId: number;
}

declare global {
  // eslint-disable-next-line @typescript-eslint/no-namespace -- the only way to extend Express's Request
  namespace Express {
    interface Request {
      /** Set by the guard; absent on public routes. */
      requester?: Requester;
    }
  }
}

/** @throws Error on a public route */
export function requesterOf({ requester }: { readonly requester?: Requester }): Requester {
  if (!requester) throw new Error('A public route has no requester.');
  return requester;
}
