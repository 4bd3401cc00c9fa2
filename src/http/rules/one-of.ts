import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional } from 'class-validator';
import { plainInteger } from './integer.js';
import { Value } from './value.js';

export interface OneOfOptions<T> {
  readonly description: string;
  readonly default?: T;
}

/** One of a few words, or one of a few numbers in plain digits; optional. */
export function OneOf<T extends string | number>(
  values: readonly T[],
  documentation: OneOfOptions<T>,
): PropertyDecorator {
  const isNumeric = typeof values[0] === 'number';
  const limits = { format: 'int32', minimum: Number(values[0]), maximum: Number(values.at(-1)) };
  return applyDecorators(
    ApiPropertyOptional({
      type: isNumeric ? 'integer' : 'string',
      ...(isNumeric && limits),
      enum: [...values],
      ...documentation,
    }),
    Value(isNumeric ? plainInteger : undefined),
    IsOptional(),
    IsIn(values, { message: `$property must be one of ${values.join(', ')}.` }),
  );
}
