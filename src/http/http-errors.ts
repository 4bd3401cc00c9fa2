import { DomainError } from '../domain-error.js';

/** The request can't be read: broken body, broken percent-encoding. */
export class MalformedRequest extends DomainError {
  constructor(detail: string) {
    super('malformed', 'malformed_request', detail);
  }
}

export class BodyTooLarge extends DomainError {
  constructor(limitBytes: number) {
    super(
      'too_large',
      'payload_too_large',
      `The body is larger than ${String(limitBytes)} bytes. Send a smaller one.`,
    );
  }
}

export class UnsupportedMediaType extends DomainError {
  constructor(detail: string) {
    super('unsupported_media_type', 'unsupported_media_type', detail);
  }
}

/** Parameters break a rule; every message names its parameter and the rule. */
export class ValidationFailed extends DomainError {
  override readonly errors: Readonly<Record<string, readonly string[]>>;

  constructor(errors: Readonly<Record<string, readonly string[]>>) {
    super('invalid', 'validation_failed', Object.values(errors).flat().join(' '));
    this.errors = errors;
  }
}

export class PathNotFound extends DomainError {
  constructor() {
    super('not_found', 'not_found', 'Nothing is at this address. The paths are listed at /docs.');
  }
}

export class MethodNotAllowed extends DomainError {
  override readonly headers: Readonly<Record<string, string>>;

  constructor(allowed: readonly string[]) {
    super('method_not_allowed', 'method_not_allowed', `This address answers ${allowed.join(', ')} only.`);
    this.headers = { Allow: allowed.join(', ') };
  }
}

export class TooManyRequests extends DomainError {
  override readonly headers: Readonly<Record<string, string>>;

  constructor(limit: number, secondsToReset: number) {
    const seconds = String(secondsToReset);
    super(
      'too_many',
      'too_many_requests',
      `This key may send ${String(limit)} requests a minute. Wait ${seconds} seconds.`,
    );
    this.headers = { 'Retry-After': seconds };
  }
}

export class PreconditionFailed extends DomainError {
  constructor() {
    super(
      'precondition_failed',
      'precondition_failed',
      'The record is not the one that If-Match names: it has changed. Fetch it again, then repeat the request.',
    );
  }
}
