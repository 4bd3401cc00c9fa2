/** An Idempotency-Key, whose it is, and what was requested with it. */
export interface IdempotentRequest {
  readonly accountId: number;
  readonly key: string;
  readonly hash: Buffer;
}

/** A request that clients may repeat with the same Idempotency-Key. */
export interface RepeatableRequest {
  readonly accountId: number;
  /** The header as it was sent; undefined: none. */
  readonly key: string | readonly string[] | undefined;
  /** Method and path of the resource. */
  readonly target: readonly [method: string, path: string];
  /** Name of the lock that is held while the request is being answered. */
  readonly lock: string;
  /** Aborted when the client disconnects, or the response has been sent. */
  readonly disconnection: AbortSignal;
  /** What the request turned out to be; null until it is compared with earlier ones. */
  found: { readonly request: IdempotentRequest; readonly isRepeated: boolean } | null;
}
