import { ArrayNotEmpty, IsIn } from 'class-validator';
import { Parameter, trimmed, Value } from './parameter.js';

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

function listFrom(value: unknown): unknown {
  const items = [value].flat().flatMap((item) => (typeof item === 'string' ? item.split(',') : [item]));
  return [...new Set(items.map((item) => (typeof item === 'string' ? trimmed(item) : item)))];
}
