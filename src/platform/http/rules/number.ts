import { IsInt, Max, Min } from 'class-validator';
import { Parameter, Value } from './parameter.js';

export interface IntegerOptions {
  readonly min: number;
  readonly max: number;
  readonly description: string;
  readonly default?: number;
}

/** Stands for every number that is too large to be an id. No record has it. */
const NO_ID = 0;

/** An optional integer in plain digits, both limits included: no sign, leading zero, fraction or exponent. */
export function Integer({ min, max, ...documentation }: IntegerOptions): PropertyDecorator {
  const message = `$property must be an integer from ${String(min)} to ${String(max)}.`;
  const rules = [IsInt({ message }), Min(min, { message }), Max(max, { message })];
  return Parameter(schemaOf(min, max, documentation), Value(plainInteger), ...rules);
}

/** An optional id in plain digits. An id that no record has is valid: the list is empty. */
export function IdFilter(description: string): PropertyDecorator {
  const message = '$property must be an id in plain digits.';
  const schema = schemaOf(0, Number.MAX_SAFE_INTEGER, { description });
  return Parameter(schema, Value(idFrom), IsInt({ message }), Min(0, { message }));
}

/** The number that plain digits spell; any other value unchanged. */
export function plainInteger(value: unknown): unknown {
  return typeof value === 'string' && /^(0|[1-9]\d{0,15})$/.test(value) ? Number(value) : value;
}

/** The id that plain digits spell, or one that no record has; any other value unchanged. */
export function idFrom(value: unknown): unknown {
  if (typeof value !== 'string' || !/^(0|[1-9]\d*)$/.test(value)) return value;
  return Number.isSafeInteger(Number(value)) ? Number(value) : NO_ID;
}

function schemaOf(minimum: number, maximum: number, documentation: object) {
  return { type: 'integer', format: 'int64', minimum, maximum, ...documentation } as const;
}
