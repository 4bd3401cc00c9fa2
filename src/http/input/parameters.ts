import { type Warnings } from './warnings.js';

/** Names and values as a query or a body holds them, before any rule. */
export interface RawParameters {
  /** Scalars by name: text from forms; text, numbers, booleans and null from JSON. */
  readonly values: ReadonlyMap<string, unknown>;
  /** Names sent twice or with structure below them, each with what is wrong. */
  readonly faults: ReadonlyMap<string, string>;
}

/** What the validation pipe is handed instead of Express's parsed query or body. */
export class Parameters {
  /** Values that were present, known and not refused, in the order sent. */
  accepted: ReadonlyMap<string, unknown> = new Map();

  constructor(
    readonly raw: RawParameters,
    readonly warnings: Warnings,
  ) {}
}

export const NO_PARAMETERS: RawParameters = { values: new Map(), faults: new Map() };

export const REPEATED = 'must be sent once only';
export const NESTED = 'must be a single value, not a list or an object';
