import { DomainError } from './domain-error.js';

/** The request can't be read: broken body, broken percent-encoding. */
export class MalformedRequest extends DomainError {
  constructor(detail: string) {
    super('malformed_request', detail);
  }
}

export class BodyTooLarge extends DomainError {
  constructor(limitBytes: number) {
    super('payload_too_large', `The body is larger than ${String(limitBytes)} bytes. Send a smaller one.`);
  }
}

export class UnsupportedMediaType extends DomainError {
  constructor(detail: string) {
    super('unsupported_media_type', detail);
  }
}

/** Parameters break a rule; every message names its parameter and the rule. */
export class ValidationFailed extends DomainError {
  constructor(errors: Readonly<Record<string, readonly string[]>>) {
    super('validation_failed', Object.values(errors).flat().join(' '), { errors });
  }
}

export class PathNotFound extends DomainError {
  constructor() {
    super('not_found', 'Nothing is at this address. The paths are listed at /docs.');
  }
}

export class MethodNotAllowed extends DomainError {
  constructor(allowed: readonly string[]) {
    const methods = allowed.join(', ');
    super('method_not_allowed', `This address answers ${methods} only.`, { headers: { Allow: methods } });
  }
}

export class TooManyRequests extends DomainError {
  constructor(limit: number, secondsToReset: number) {
    const seconds = String(secondsToReset);
    super(
      'too_many_requests',
      `This key may send ${String(limit)} requests a minute. Wait ${seconds} seconds.`,
      { headers: { 'Retry-After': seconds } },
    );
  }
}

export class PreconditionFailed extends DomainError {
  constructor() {
    super(
      'precondition_failed',
      'The record is not the one that If-Match names: it has changed. Fetch it again, then repeat the request.',
    );
  }
}

/** The first request with the same Idempotency-Key has not been answered. */
export class RequestInProgress extends DomainError {
  constructor() {
    super(
      'request_in_progress',
      'The first request with this Idempotency-Key is still running. Repeat this one in a few seconds.',
      { headers: { 'Retry-After': '1' } },
    );
  }
}
