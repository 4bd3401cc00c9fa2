import { DomainError, refusal } from './domain-error.js';

/** The request can't be parsed: invalid body or percent-encoding. */
export class MalformedRequest extends DomainError {
  constructor(detail: string) {
    super('malformed_request', detail);
  }
}

export class BodyTooLarge extends DomainError {
  constructor(limitBytes: number) {
    super('payload_too_large', `The body exceeds ${String(limitBytes)} bytes. Send a smaller one.`);
  }
}

export class UnsupportedMediaType extends DomainError {
  constructor(detail: string) {
    super('unsupported_media_type', detail);
  }
}

/** Parameters are invalid; each message names its parameter and the rule. */
export class ValidationFailed extends DomainError {
  constructor(errors: Readonly<Record<string, readonly string[]>>) {
    super('validation_failed', Object.values(errors).flat().join(' '), { errors });
  }
}

export class PathNotFound extends refusal(
  'not_found',
  'This path does not exist. All paths are listed at /docs.',
) {}

/** The id in the path is none. */
export class RecordNotFound extends DomainError {
  /** @param record kind of record */
  constructor(record: string) {
    super('not_found', `There is no ${record} with this id. Ids are positive integers in plain digits.`);
  }
}

export class MethodNotAllowed extends DomainError {
  constructor(allowed: readonly string[]) {
    const methods = allowed.join(', ');
    super('method_not_allowed', `This path supports ${methods} only.`, { headers: { Allow: methods } });
  }
}

export class PreconditionFailed extends refusal(
  'precondition_failed',
  'The record has changed since the version in If-Match. Fetch it and send the request again with its new ETag.',
) {}

/** An account has as many records of a kind as it may have. */
export class TooManyRecords extends DomainError {
  /** @param setting that raises the limit */
  constructor(kind: string, limit: number, setting: string) {
    super(
      'conflict',
      `An account may have ${String(limit)} ${kind} (setting ${setting}). Delete one first, or ask the operator for more.`,
    );
  }
}

/** The first request with the same Idempotency-Key has not been answered. */
export class RequestInProgress extends refusal(
  'request_in_progress',
  'The first request with this Idempotency-Key is still running. Send this one again in a few seconds.',
  { retryAfterS: 1 },
) {}
