import { applyDecorators, UseInterceptors } from '@nestjs/common';
import { ApiProblem, ApiRequestHeader } from '../openapi/operations.js';
import { IdempotencyInterceptor } from './idempotency.interceptor.js';

const DESCRIPTION =
  'Any text of your choice. For 24 h, a request with the same key and body stores nothing new: it gets the response to ' +
  'the first one, with Idempotent-Replayed: true. With another body it is refused (422), and while the first request is ' +
  'being answered, too (409 with Retry-After).';

/** Applies `Idempotency-Key`: the handler gives its repeatable request to `Idempotency.once`. Needs the HttpModule. */
export function Idempotent(): MethodDecorator {
  return applyDecorators(
    UseInterceptors(IdempotencyInterceptor),
    ApiRequestHeader('Idempotency-Key', DESCRIPTION, { minLength: 1, maxLength: 255 }),
    ApiProblem('request_in_progress', {
      'Retry-After': { required: true, description: 'Seconds to wait.' },
    }),
  );
}
