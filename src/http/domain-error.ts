import { type ProblemCode } from './problems.js';

export interface RefusalParts extends ErrorOptions {
  /** Response headers that belong to this answer. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Messages by the name of the parameter that they are about. */
  readonly errors?: Readonly<Record<string, readonly string[]>>;
}

/** An expected refusal: `detail` is written for the person who reads the answer, its code knows the status. */
export abstract class DomainError extends Error {
  readonly headers: Readonly<Record<string, string>>;
  readonly errors: Readonly<Record<string, readonly string[]>> | null;

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
