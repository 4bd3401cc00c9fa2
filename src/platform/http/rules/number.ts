import { IsInt, Max, Min } from 'class-validator';
import { Parameter, Value } from './parameter.js';

export interface IntegerOptions {
  readonly min: number;
  readonly max: number;
  readonly description: string;
  readonly default?: number;
}

/** An optional integer in plain digits, both limits included: no sign, leading zero, fraction or exponent. */
export function Integer({ min, max, ...documentation }: IntegerOptions): PropertyDecorator {
  const message = `$property must be an integer from ${String(min)} to ${String(max)}.`;
  const rules = [IsInt({ message }), Min(min, { message }), Max(max, { message })];
  const schema = { type: 'integer', format: 'int64', minimum: min, maximum: max, ...documentation } as const;
  return Parameter(schema, Value(plainInteger), ...rules);
}

/** The number that plain digits spell; any other value unchanged. */
export function plainInteger(value: unknown): unknown {
  return typeof value === 'string' && /^(0|[1-9]\d{0,15})$/.test(value) ? Number(value) : value;
}
