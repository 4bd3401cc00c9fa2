import { ArrayNotEmpty, IsBoolean, IsIn } from 'class-validator';
import { plainInteger } from './number.js';
import { Parameter, trimmed, Value } from './parameter.js';

const BY_TEXT = new Map<unknown, boolean>([
  ['true', true],
  ['false', false],
]);

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

/** An optional list of a few words: a JSON array, or in a form the field once for each word, or once with commas.
 *  Repeated words count once. */
export function ListOf(
  values: readonly string[],
  documentation: { readonly description: string; readonly example?: readonly string[] },
): PropertyDecorator {
  const { description, example } = documentation;
  const message = `$property must be a list of at least one of ${values.join(', ')}.`;
  return Parameter(
    {
      type: 'string',
      enum: [...values],
      isArray: true,
      minItems: 1,
      maxItems: values.length,
      description,
      ...(example && { example: [...example] }),
    },
    Value(listFrom),
    ArrayNotEmpty({ message }),
    IsIn(values, { each: true, message }),
  );
}

/** An optional boolean: `true` or `false`, in JSON or as text. */
export function TrueOrFalse(documentation: {
  readonly description: string;
  readonly default?: boolean;
}): PropertyDecorator {
  return Parameter(
    { type: 'boolean', ...documentation },
    Value((value) => BY_TEXT.get(value) ?? value),
    IsBoolean({ message: '$property must be true or false.' }),
  );
}

function listFrom(value: unknown): unknown {
  const items = [value].flat().flatMap((item) => (typeof item === 'string' ? item.split(',') : [item]));
  return [...new Set(items.map((item) => (typeof item === 'string' ? trimmed(item) : item)))];
}
