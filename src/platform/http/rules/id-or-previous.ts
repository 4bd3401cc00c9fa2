import { ValidateBy } from 'class-validator';
import { idFrom } from './number.js';
import { Parameter, Value } from './parameter.js';

/** The record to compare with: an id in plain digits, or the one before (the default).
 *  @param name of the kind of record */
export function IdOrPrevious(name: string, description: string): PropertyDecorator {
  return Parameter(
    {
      type: 'string',
      maxLength: 100,
      pattern: '^(previous|0|[1-9][0-9]*)$',
      default: 'previous',
      description,
    },
    Value(idFrom),
    ValidateBy({
      name: 'idOrPrevious',
      validator: {
        validate: (value) => value === 'previous' || Number.isInteger(value),
        defaultMessage: () => `$property must be previous, or the id of a ${name} in plain digits.`,
      },
    }),
  );
}
