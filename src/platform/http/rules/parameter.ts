import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional, type ApiPropertyOptions } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsOptional } from 'class-validator';

/** An optional parameter: documents it, converts its value, and applies rules to it. */
export function Parameter(
  schema: ApiPropertyOptions,
  conversion: PropertyDecorator,
  ...rules: PropertyDecorator[]
): PropertyDecorator {
  return applyDecorators(ApiPropertyOptional(schema), conversion, IsOptional(), ...rules);
}

/** An optional parameter that null in JSON removes; spaces at the ends of a text are no part of it. */
export function NullableParameter(
  schema: ApiPropertyOptions,
  convert: (text: string) => unknown,
  ...rules: PropertyDecorator[]
): PropertyDecorator {
  const conversion = Transform(({ value }: { value: unknown }) => {
    if (typeof value !== 'string') return value;
    const text = trimmed(value);
    return text === '' ? undefined : convert(text);
  });
  return Parameter({ ...schema, nullable: true }, conversion, ...rules);
}

/** Trims a value, treats an empty one and null as absent, and converts the rest. */
export function Value(convert?: (value: unknown) => unknown): PropertyDecorator {
  return Transform(({ value }: { value: unknown }) => {
    const present = unlessEmpty(typeof value === 'string' ? trimmed(value) : value);
    return present === undefined || !convert ? present : convert(present);
  });
}

/** Like {@link Value}, but spaces at the ends belong to the value. */
export function UntrimmedValue(): PropertyDecorator {
  return Transform(({ value }: { value: unknown }) => unlessEmpty(value));
}

/** Removes U+0020 at both ends, in linear time, which a regular expression would not. */
export function trimmed(text: string): string {
  let [start, end] = [0, text.length];
  while (text[start] === ' ') start++;
  while (end > start && text[end - 1] === ' ') end--;
  return text.slice(start, end);
}

function unlessEmpty(value: unknown): unknown {
  return value === '' || value === null ? undefined : value;
}
