import { ValidateBy } from 'class-validator';
import { ValidationFailed } from '../../errors/http-errors.js';
import { isDate } from './date-time-filter.js';
import { Parameter, Value } from './parameter.js';

const EXAMPLE = '2026-11-20';

/** An optional date without a time: RFC 3339's full-date. Its example is part of the description: Swagger UI would send an
 *  example. */
export function DateFilter(description: string): PropertyDecorator {
  return Parameter(
    {
      type: 'string',
      format: 'date',
      maxLength: 100,
      description: `${description} For example ${EXAMPLE}.`,
    },
    Value(),
    ValidateBy({
      name: 'date',
      validator: {
        validate: (value) =>
          typeof value === 'string' && /^(?!0000)\d{4}-\d{2}-\d{2}$/.test(value) && isDate(value),
        defaultMessage: () => `$property must be a date such as ${EXAMPLE}, without a time.`,
      },
    }),
  );
}

/** Checks two dates of a query, either of which may be absent.
 *  @throws ValidationFailed */
export function requireOrder({ from, to }: { readonly from?: string; readonly to?: string }): void {
  if (from !== undefined && to !== undefined && from > to)
    throw new ValidationFailed({ from: ['from must not be after to.'] });
}
