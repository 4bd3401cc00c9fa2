import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { IsDate, MinDate, ValidateBy } from 'class-validator';
import { ValidationFailed } from '../../errors/http-errors.js';
import { NullableParameter, Parameter, Value } from './parameter.js';

const DATE = '2026-11-20';
const DATE_TIME = '2026-11-20T15:23:29Z';
const FUTURE = '2099-01-31T00:00:00Z';
const MESSAGE = `$property must be a date and time with an offset, such as ${DATE_TIME} (RFC 3339).`;
const RFC_3339 =
  /^(\d{4}-\d{2}-\d{2})[Tt]((?:[01]\d|2[0-3]):[0-5]\d):([0-5]\d|60)(\.\d{1,70})?([Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

/** An optional date without a time: RFC 3339's full-date. Its example is part of the description: Swagger UI would send an
 *  example. */
export function DateFilter(description: string): PropertyDecorator {
  return Parameter(
    {
      type: 'string',
      format: 'date',
      maxLength: 100,
      description: `${description} For example ${DATE}.`,
    },
    Value(),
    ValidateBy({
      name: 'date',
      validator: {
        validate: (value) =>
          typeof value === 'string' && /^(?!0000)\d{4}-\d{2}-\d{2}$/.test(value) && isDate(value),
        defaultMessage: () => `$property must be a date such as ${DATE}, without a time.`,
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

/** An optional RFC 3339 date-time. Its example is part of the description: Swagger UI would send an example. */
export function DateTimeFilter(description: string): PropertyDecorator {
  const schema = schemaOf(`${description} For example ${DATE_TIME}.`);
  return Parameter(schema, dateTime(), IsDate({ message: MESSAGE }));
}

/** A required RFC 3339 date-time. */
export function RequiredDateTime(description: string): PropertyDecorator {
  const schema = { ...schemaOf(description), example: DATE_TIME };
  return applyDecorators(ApiProperty(schema), dateTime(), IsDate({ message: MESSAGE }));
}

/** An optional RFC 3339 date-time in the future; null in JSON means never. */
export function Expiry(description: string): PropertyDecorator {
  const fault = `$property must be a date and time in the future with an offset, such as ${FUTURE}`;
  const message = `${fault} (RFC 3339), or null in JSON.`;
  return NullableParameter(
    { ...schemaOf(description), example: FUTURE },
    (text) => dateTimeFrom(text) ?? text,
    IsDate({ message }),
    MinDate(() => new Date(), { message }),
  );
}

/** Reads an RFC 3339 date-time, to the millisecond; null if it is another text or a date that does not exist.
 *  @see https://www.rfc-editor.org/rfc/rfc3339#section-5.6 */
export function dateTimeFrom(text: string): Date | null {
  const [, date, time, second, fraction = '', offset] = RFC_3339.exec(text) ?? [];
  if (date === undefined || time === undefined || offset === undefined || !isDate(date)) return null;
  const isLeapSecond = second === '60';
  const whole = new Date(`${date}T${time}:${isLeapSecond ? '59' : String(second)}${offset.toUpperCase()}`);
  const milliseconds = Number(fraction.slice(1, 4).padEnd(3, '0'));
  const moment = new Date(whole.getTime() + milliseconds + (isLeapSecond ? 1000 : 0));
  // Leap seconds end a month, in UTC.
  const isPossible = !isLeapSecond || moment.toISOString().slice(8, 19) === '01T00:00:00';
  const year = moment.getUTCFullYear();
  return isPossible && year >= 1 && year <= 9999 ? moment : null;
}

/** Whether the calendar has the date, `2026-11-20`; `Date` takes February 30 as March 2. */
export function isDate(date: string): boolean {
  const midnight = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(date);
}

function schemaOf(description: string) {
  return { type: 'string', format: 'date-time', maxLength: 100, description } as const;
}

function dateTime(): PropertyDecorator {
  return Value((value) => (typeof value === 'string' ? dateTimeFrom(value) : null) ?? value);
}
