import { ValidationFailed } from '../http-errors.js';

/** One part of a request that had no effect. */
export interface Warning {
  /** Stable, snake_case. */
  readonly code: string;
  /** Name of the parameter. */
  readonly field: string;
  readonly detail: string;
}

/** Collects a request's warnings; where the client asked for `handling=strict`, each is refused instead.
 *  @see https://www.rfc-editor.org/rfc/rfc7240#section-4.4 */
export class Warnings {
  readonly list: Warning[] = [];

  constructor(readonly isStrict: boolean) {}

  /** @throws ValidationFailed in strict handling */
  add(...warnings: readonly Warning[]): void {
    if (this.isStrict && warnings.length > 0) {
      throw new ValidationFailed(Object.fromEntries(warnings.map(({ field, detail }) => [field, [detail]])));
    }
    for (const warning of warnings) {
      const isKnown = this.list.some(({ code, field }) => code === warning.code && field === warning.field);
      if (!isKnown) this.list.push(warning);
    }
  }
}
