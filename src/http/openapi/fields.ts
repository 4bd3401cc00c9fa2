import { ApiProperty } from '@nestjs/swagger';

/** What every field of a response may have. */
export interface FieldOptions {
  readonly description?: string;
  readonly example?: unknown;
  readonly nullable?: boolean;
  /** false: the field is absent from some responses. */
  readonly required?: boolean;
}

const MAX_URL_LENGTH = 9000;

export function IntegerField(min: number, max: number, options: FieldOptions = {}): PropertyDecorator {
  const format = max > 2 ** 31 ? 'int64' : 'int32';
  return ApiProperty({ type: 'integer', format, minimum: min, maximum: max, ...options });
}

export function IdField(options: FieldOptions = {}): PropertyDecorator {
  return IntegerField(1, Number.MAX_SAFE_INTEGER, { example: 12, ...options });
}

export function CountField(options: FieldOptions = {}): PropertyDecorator {
  return IntegerField(0, Number.MAX_SAFE_INTEGER, { example: 3, ...options });
}

export function ScoreField(options: FieldOptions = {}): PropertyDecorator {
  return IntegerField(0, 100, { example: 86, ...options });
}

/** RFC 3339 in UTC with milliseconds. */
export function DateTimeField(options: FieldOptions = {}): PropertyDecorator {
  const example = '2026-11-20T15:23:29.123Z';
  return ApiProperty({
    type: 'string',
    format: 'date-time',
    minLength: 24,
    maxLength: 24,
    example,
    ...options,
  });
}

/** @param maxLength in UTF-16 code units */
export function StringField(maxLength: number, options: FieldOptions = {}): PropertyDecorator {
  return ApiProperty({ type: 'string', maxLength, ...options });
}

/** A stable text for programs: lower case, digits and underscores. */
export function CodeField(options: FieldOptions = {}): PropertyDecorator {
  return ApiProperty({ type: 'string', maxLength: 100, pattern: '^[a-z0-9_]+$', ...options });
}

/** One of a few words or numbers. */
export function EnumField(
  values: readonly (string | number)[],
  options: FieldOptions = {},
): PropertyDecorator {
  const isNumeric = typeof values[0] === 'number';
  const limits = { format: 'int32', minimum: Number(values[0]), maximum: Number(values.at(-1)) };
  return ApiProperty({
    type: isNumeric ? 'integer' : 'string',
    ...(isNumeric && limits),
    enum: options.nullable ? [...values, null] : [...values],
    ...options,
  });
}

export function BooleanField(options: FieldOptions = {}): PropertyDecorator {
  return ApiProperty({ type: 'boolean', ...options });
}

export function UrlField(options: FieldOptions = {}): PropertyDecorator {
  return ApiProperty({ type: 'string', format: 'uri', maxLength: MAX_URL_LENGTH, ...options });
}
