import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';

/** What all fields of answers may have. */
export interface FieldOptions {
  readonly description?: string;
  readonly example?: unknown;
  readonly nullable?: boolean;
  /** false: the field is absent in some answers. */
  readonly required?: boolean;
}

const MAX_ADDRESS_LENGTH = 9000;

export function IdField(options: FieldOptions = {}): PropertyDecorator {
  return integerField(1, Number.MAX_SAFE_INTEGER, { example: 12, ...options });
}

export function CountField(options: FieldOptions = {}): PropertyDecorator {
  return integerField(0, Number.MAX_SAFE_INTEGER, { example: 3, ...options });
}

/** An integer from 0 to 100. */
export function ScoreField(options: FieldOptions = {}): PropertyDecorator {
  return integerField(0, 100, { example: 86, ...options });
}

export function IntegerField(min: number, max: number, options: FieldOptions = {}): PropertyDecorator {
  return integerField(min, max, options);
}

/** RFC 3339 in UTC with milliseconds. */
export function DateTimeField(options: FieldOptions = {}): PropertyDecorator {
  const example = '2026-11-20T15:23:29.123Z';
  return field({ type: 'string', format: 'date-time', minLength: 24, maxLength: 24, example, ...options });
}

/** @param maxLength in UTF-16 code units */
export function StringField(maxLength: number, options: FieldOptions = {}): PropertyDecorator {
  return field({ type: 'string', maxLength, ...options });
}

/** A text made for programs: lower case, digits and underscores. */
export function CodeField(options: FieldOptions = {}): PropertyDecorator {
  return field({ type: 'string', maxLength: 100, pattern: '^[a-z0-9_]+$', ...options });
}

/** One of a few words or numbers. */
export function EnumField(
  values: readonly (string | number)[],
  options: FieldOptions = {},
): PropertyDecorator {
  const isNumeric = typeof values[0] === 'number';
  const limits = { format: 'int32', minimum: Number(values[0]), maximum: Number(values.at(-1)) };
  const choices = options.nullable ? [...values, null] : [...values];
  return field({
    type: isNumeric ? 'integer' : 'string',
    ...(isNumeric && limits),
    enum: choices,
    ...options,
  } as never);
}

export function BooleanField(options: FieldOptions = {}): PropertyDecorator {
  return field({ type: 'boolean', ...options });
}

export function UrlField(options: FieldOptions = {}): PropertyDecorator {
  return field({ type: 'string', format: 'uri', maxLength: MAX_ADDRESS_LENGTH, ...options });
}

function integerField(minimum: number, maximum: number, options: FieldOptions): PropertyDecorator {
  return field({
    type: 'integer',
    format: maximum > 2 ** 31 ? 'int64' : 'int32',
    minimum,
    maximum,
    ...options,
  });
}

function field(options: ApiPropertyOptions): PropertyDecorator {
  return ApiProperty(options);
}
