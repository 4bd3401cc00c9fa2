import { ValidationFailed } from '../../errors/http-errors.js';

declare global {
  // eslint-disable-next-line @typescript-eslint/no-namespace -- the only way to extend Express's Request
  namespace Express {
    interface Request {
      warnings: Warnings;
    }
  }
}

/** A part of a request that had no effect. */
export interface Warning {
  /** Stable, snake_case. */
  readonly code: string;
  /** Name of the parameter. */
  readonly field: string;
  readonly detail: string;
}

/** That a response has at most. */
export const MAX_WARNINGS = 100;

/** The warnings of one request, the first {@link MAX_WARNINGS}. With `Prefer: handling=strict` a warning is an error.
 *  @see https://www.rfc-editor.org/rfc/rfc7240#section-4.4 */
export class Warnings {
  readonly list: Warning[] = [];

  constructor(readonly isStrict: boolean) {}

  /** @throws ValidationFailed in strict handling */
  add(...warnings: readonly Warning[]): void {
    if (this.isStrict && warnings.length > 0) throw new ValidationFailed(errorsOf(warnings));
    for (const warning of warnings) {
      if (this.list.length === MAX_WARNINGS) return;
      const isKnown = this.list.some(({ code, field }) => code === warning.code && field === warning.field);
      if (!isKnown) this.list.push(warning);
    }
  }
}

/** What warnings are in strict handling. */
export function errorsOf(warnings: readonly Warning[]): Record<string, string[]> {
  return Object.fromEntries(warnings.map(({ field, detail }) => [field, [detail]]));
}
