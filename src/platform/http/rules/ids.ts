import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { ArrayMaxSize, ArrayNotEmpty, IsInt, IsOptional, Min } from 'class-validator';
import { idFrom } from './number.js';
import { trimmed } from './parameter.js';

/** An optional list of ids: a JSON array, or in a form the field once for each id, or once with commas; null in JSON
 *  means no restriction. Repeated ids count once. */
export function Ids({
  max,
  description,
}: {
  readonly max: number;
  readonly description: string;
}): PropertyDecorator {
  const message = `$property must be a list of 1 to ${String(max)} ids in plain digits, or null in JSON.`;
  return applyDecorators(
    ApiPropertyOptional({
      type: 'array',
      items: { type: 'integer', format: 'int64', minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
      minItems: 1,
      maxItems: max,
      nullable: true,
      description,
    }),
    Transform(({ value }: { value: unknown }) => idsFrom(value)),
    IsOptional(),
    ArrayNotEmpty({ message }),
    ArrayMaxSize(max, { message }),
    IsInt({ each: true, message }),
    Min(0, { each: true, message }),
  );
}

function idsFrom(value: unknown): unknown {
  if (value === null || value === undefined) return value;
  if (value === '') return undefined;
  const items = [value].flat().flatMap((item) => (typeof item === 'string' ? item.split(',') : [item]));
  return [...new Set(items.map((item) => (typeof item === 'string' ? idFrom(trimmed(item)) : item)))];
}
