import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { type Request } from 'express';
import { ApiProblem, ApiRequestHeader } from '../openapi/responses.js';
import { onMethod } from '../on-method.js';
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

const DESCRIPTION =
  'Any text of your choice. For 24 h, a request with the same key and body stores nothing new: it gets the response to ' +
  'the first one, with Idempotent-Replayed: true. With another body it is refused (422), and while the first request is ' +
  'being answered, too (409 with Retry-After).';

/** Applies `Idempotency-Key`; the handler must do its work in {@link RunOnce}. */
export const Idempotent = createParamDecorator(
  (_: unknown, context: ExecutionContext): RunOnce => context.switchToHttp().getRequest<Request>().runOnce,
  [
    onMethod(
      ApiRequestHeader('Idempotency-Key', DESCRIPTION, { minLength: 1, maxLength: 255 }),
      ApiProblem('request_in_progress', {
        'Retry-After': { required: true, description: 'Seconds to wait.' },
      }),
    ),
  ],
);
