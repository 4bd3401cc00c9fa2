import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsInt, IsOptional, Max, Min } from 'class-validator';
import { Value } from './value.js';

export interface IntegerOptions {
  readonly min: number;
  readonly max: number;
  readonly description: string;
  readonly default?: number;
}

/** An optional integer in plain digits, both limits included: no sign, leading zero, fraction or exponent. */
export function Integer({ min, max, ...documentation }: IntegerOptions): PropertyDecorator {
  const message = `$property must be an integer from ${String(min)} to ${String(max)}.`;
  return applyDecorators(
    ApiPropertyOptional({ type: 'integer', format: 'int64', minimum: min, maximum: max, ...documentation }),
    Value(plainInteger),
    IsOptional(),
    IsInt({ message }),
    Min(min, { message }),
    Max(max, { message }),
  );
}

/** The number that plain digits spell; any other value unchanged. */
export function plainInteger(value: unknown): unknown {
  return typeof value === 'string' && /^(0|[1-9]\d{0,15})$/.test(value) ? Number(value) : value;
}
