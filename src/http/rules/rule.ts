import { ValidateBy } from 'class-validator';

/** A rule as one function: what the value must be if it is not, `null` if it is. */
export function Rule(name: string, faultOf: (value: unknown) => string | null): PropertyDecorator {
  return ValidateBy({
    name,
    validator: {
      validate: (value) => faultOf(value) === null,
      defaultMessage: (at) => (at ? `${at.property} ${faultOf(at.value) ?? 'is refused'}.` : name),
    },
  });
}
