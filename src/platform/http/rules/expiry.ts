import { ApiPropertyOptional } from '@nestjs/swagger';
import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { IsDate, IsOptional, MinDate } from 'class-validator';
import { dateTimeFrom } from './date-time-filter.js';
import { trimmed } from './parameter.js';

const EXAMPLE = '2027-01-31T00:00:00Z';

/** An optional RFC 3339 date-time in the future; null in JSON means never. */
export function Expiry(description: string): PropertyDecorator {
  const fault = `$property must be a date and time in the future with an offset, such as ${EXAMPLE}`;
  const message = `${fault} (RFC 3339), or null in JSON.`;
  return applyDecorators(
    ApiPropertyOptional({
      type: 'string',
      format: 'date-time',
      maxLength: 100,
      nullable: true,
      description,
      example: EXAMPLE,
    }),
    Transform(({ value }: { value: unknown }) => {
      if (typeof value !== 'string') return value;
      const text = trimmed(value);
      return text === '' ? undefined : (dateTimeFrom(text) ?? text);
    }),
    IsOptional(),
    IsDate({ message }),
    MinDate(() => new Date(), { message }),
  );
}
