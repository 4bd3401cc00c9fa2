import { IsIn } from 'class-validator';
import { plainInteger } from './number.js';
import { Parameter, Value } from './parameter.js';

export interface OneOfOptions<T> {
  readonly description: string;
  readonly default?: T;
  /** Name of its schema, where the parameter's own would be taken for that of the response. */
  readonly enumName?: string;
}

/** One of a few words, or one of a few numbers in plain digits; optional. */
export function OneOf<T extends string | number>(
  values: readonly T[],
  documentation: OneOfOptions<T>,
): PropertyDecorator {
  const isNumeric = typeof values[0] === 'number';
  const limits = { format: 'int32', minimum: Number(values[0]), maximum: Number(values.at(-1)) };
  return Parameter(
    { type: isNumeric ? 'integer' : 'string', ...(isNumeric && limits), enum: [...values], ...documentation },
    Value(isNumeric ? plainInteger : undefined),
    IsIn(values, { message: `$property must be one of ${values.join(', ')}.` }),
  );
}
