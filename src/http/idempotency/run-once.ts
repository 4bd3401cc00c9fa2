import { type IdempotencyRepository } from './idempotency.repository.js';

/** The right of one request to store a record for its Idempotency-Key. */
export interface Claim {
  /** Id of the record that an earlier request stored before it was interrupted: respond with that one. */
  readonly recordId: number | null;
  /** Takes the key, in the transaction that stores the record.
   *  @throws RequestInProgress */
  take(manager: Parameters<IdempotencyRepository['take']>[0], recordId: number): Promise<void>;
}

/** Runs an operation, once for all requests with the same Idempotency-Key: what follows the call is skipped if the
 *  response is known.
 *  @param fields which make two requests the same
 *  @param operation gets null if the request has no key
 *  @throws ValidationFailed, RequestInProgress */
export type RunOnce = <T>(fields: object, operation: (claim: Claim | null) => Promise<T>) => Promise<T>;

declare global {
  // eslint-disable-next-line @typescript-eslint/no-namespace -- the only way to extend Express's Request
  namespace Express {
    interface Request {
      runOnce: RunOnce;
    }
  }
}
