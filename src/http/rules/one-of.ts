import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsOptional } from 'class-validator';
import { Rule } from './rule.js';
import { plainInteger } from './whole-number.js';

export interface OneOfOptions<T> {
  readonly description: string;
  readonly default?: T;
}

/** One of a few words, or one of a few numbers in their plain spelling. */
export function OneOf<T extends string | number>(
  values: readonly T[],
  { description, default: fallback }: OneOfOptions<T>,
): PropertyDecorator {
  const isNumeric = typeof values[0] === 'number';
  return applyDecorators(
    IsOptional(),
    ApiPropertyOptional({
      type: isNumeric ? 'integer' : 'string',
      ...(isNumeric && { format: 'int32', minimum: Number(values[0]), maximum: Number(values.at(-1)) }),
      enum: [...values],
      default: fallback,
      description,
    }),
    ...(isNumeric ? [Transform(({ value }) => plainInteger(value))] : []),
    Rule('isOneOf', (value) => (values.includes(value as T) ? null : `must be one of ${values.join(', ')}`)),
  );
}
