import { type ParameterErrors, type ProblemCode } from './problems.js';

export interface RefusalParts extends ErrorOptions {
  /** Headers of the response. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Messages by parameter. */
  readonly errors?: ParameterErrors;
}

/** An expected error: `detail` is for the reader of the response, `code` decides the status. */
export class DomainError extends Error {
  readonly headers: Readonly<Record<string, string>>;
  readonly errors: ParameterErrors | null;

  constructor(
    readonly code: ProblemCode,
    detail: string,
    { headers = {}, errors, ...options }: RefusalParts = {},
  ) {
    super(detail, options);
    this.headers = headers;
    this.errors = errors ?? null;
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
