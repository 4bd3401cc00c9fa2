import { type ParameterErrors, PROBLEM_TYPES, type ProblemCode } from './problems.js';

export interface RefusalParts extends ErrorOptions {
  /** Headers of the response. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Seconds until the same request may succeed, for its header `Retry-After`; null or absent: waiting does not help. */
  readonly retryAfterS?: number | null;
  /** Messages by parameter. */
  readonly errors?: ParameterErrors;
}

/** An expected error: `detail` is for the reader of the response, `code` decides the status. */
export class DomainError extends Error {
  readonly headers: Readonly<Record<string, string>>;
  readonly retryAfterS: number | null;
  readonly errors: ParameterErrors | null;

  constructor(
    readonly code: ProblemCode,
    detail: string,
    { headers = {}, retryAfterS = null, errors, ...options }: RefusalParts = {},
  ) {
    super(detail, options);
    this.headers = retryAfterS === null ? headers : { ...headers, 'Retry-After': String(retryAfterS) };
    this.retryAfterS = retryAfterS;
    this.errors = errors ?? null;
  }

  /** Status of the response. */
  get status(): number {
    return PROBLEM_TYPES[this.code].status;
  }
}

/** The class of an error whose text is always the same. */
export function refusal(code: ProblemCode, detail: string, parts?: RefusalParts): new () => DomainError {
  return class extends DomainError {
    constructor() {
      super(code, detail, parts);
    }
  };
}
