/** What went wrong, in terms of the caller; the problem filter alone knows each kind's HTTP status. */
export type ErrorKind =
  | 'malformed'
  | 'unauthenticated'
  | 'forbidden'
  | 'not_found'
  | 'method_not_allowed'
  | 'conflict'
  | 'precondition_failed'
  | 'too_large'
  | 'unsupported_media_type'
  | 'invalid'
  | 'too_many'
  | 'unavailable';

/** An expected refusal: `detail` is written for the person who reads the answer. */
export abstract class DomainError extends Error {
  /** Response headers that belong to this answer. */
  readonly headers: Readonly<Record<string, string>> = {};
  /** Messages by the name of the parameter that they are about. */
  readonly errors: Readonly<Record<string, readonly string[]>> | null = null;

  constructor(
    readonly kind: ErrorKind,
    /** Stable, snake_case. */
    readonly code: string,
    detail: string,
    options?: ErrorOptions,
  ) {
    super(detail, options);
  }
}
