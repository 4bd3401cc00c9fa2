import { ApiProperty } from '@nestjs/swagger';

/** What every field of a response may have. */
export interface FieldOptions {
  readonly description?: string;
  readonly example?: unknown;
  readonly nullable?: boolean;
  /** false: the field is absent from some responses. */
  readonly required?: boolean;
}

type Field = (options?: FieldOptions) => PropertyDecorator;

export function IntegerField(minimum: number, maximum: number, options?: FieldOptions): PropertyDecorator {
  const format = maximum > 2 ** 31 ? 'int64' : 'int32';
  return ApiProperty({ type: 'integer', format, minimum, maximum, ...options });
}

export const IdField: Field = (options) =>
  IntegerField(1, Number.MAX_SAFE_INTEGER, { example: 12, ...options });

export const CountField: Field = (options) =>
  IntegerField(0, Number.MAX_SAFE_INTEGER, { example: 3, ...options });

export const ScoreField: Field = (options) => IntegerField(0, 100, { example: 86, ...options });

export const BooleanField: Field = (options) => ApiProperty({ type: 'boolean', example: false, ...options });

/** @param maxLength in UTF-16 code units */
export function StringField(maxLength: number, options?: FieldOptions): PropertyDecorator {
  return ApiProperty({ type: 'string', maxLength, ...options });
}

export const UrlField: Field = (options) =>
  ApiProperty({ type: 'string', format: 'uri', maxLength: 9000, ...options });

/** URLs of records, each absolute if the setting `PUBLIC_URL` is there, and a path otherwise.
 *  @param examples paths below /api/v1, by the name of the link
 *  @param optional links that are not always there */
export function LinksField(
  examples: Readonly<Record<string, string>>,
  optional: Readonly<Record<string, string>> = {},
): PropertyDecorator {
  const schema = { type: 'string', format: 'uri-reference', maxLength: 9000 } as const;
  const links = Object.entries({ ...examples, ...optional }).map(([name, path]) => {
    const example = `https://pagegrade.example.com/api/v1/${path}`;
    return [name, { ...schema, example }] as const;
  });
  return ApiProperty({
    type: 'object',
    properties: Object.fromEntries(links),
    required: Object.keys(examples),
    selfRequired: true,
    description: 'Absolute if PUBLIC_URL is set.',
  });
}

/** A stable text for programs: lower case, digits and underscores. */
export const CodeField: Field = (options) =>
  ApiProperty({ type: 'string', maxLength: 100, pattern: '^[a-z0-9_]+$', ...options });

/** A day without a time: RFC 3339's full-date. */
export const DateField: Field = (options) =>
  ApiProperty({
    type: 'string',
    format: 'date',
    minLength: 10,
    maxLength: 10,
    example: '2026-11-20',
    ...options,
  });

/** RFC 3339 in UTC with milliseconds. */
export const DateTimeField: Field = (options) => {
  const example = '2026-11-20T15:23:29.123Z';
  return ApiProperty({
    type: 'string',
    format: 'date-time',
    minLength: 24,
    maxLength: 24,
    example,
    ...options,
  });
};

interface EnumOptions extends FieldOptions {
  /** Of the schema. Some generators take the field's name, which may be a word of their language. */
  readonly enumName?: string;
}

/** One of a few words or numbers. */
export function EnumField(values: readonly (string | number)[], options?: EnumOptions): PropertyDecorator {
  const isNumeric = typeof values[0] === 'number';
  const limits = { format: 'int32', minimum: Number(values[0]), maximum: Number(values.at(-1)) };
  const choices = options?.nullable ? [...values, null] : [...values];
  const type = isNumeric ? 'integer' : 'string';
  return ApiProperty({ type, ...(isNumeric && limits), enum: choices, ...options });
}
