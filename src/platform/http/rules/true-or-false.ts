import { IsBoolean } from 'class-validator';
import { Parameter, Value } from './parameter.js';

const BY_TEXT = new Map<unknown, boolean>([
  ['true', true],
  ['false', false],
]);

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
