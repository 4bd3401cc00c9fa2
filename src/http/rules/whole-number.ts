import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsOptional } from 'class-validator';
import { Rule } from './rule.js';

export interface WholeNumberOptions {
  readonly min: number;
  readonly max: number;
  readonly description: string;
  readonly default?: number;
}

/** An integer, both limits included, in its plain spelling: no sign, no leading zero, no fraction. */
export function WholeNumber(options: WholeNumberOptions): PropertyDecorator {
  const { min, max, description, default: fallback } = options;
  return applyDecorators(
    IsOptional(),
    ApiPropertyOptional({
      type: 'integer',
      format: 'int64',
      minimum: min,
      maximum: max,
      default: fallback,
      description,
    }),
    Transform(({ value }) => plainInteger(value)),
    Rule('isWholeNumber', (value) =>
      Number.isSafeInteger(value) && Number(value) >= min && Number(value) <= max
        ? null
        : `must be an integer from ${String(min)} to ${String(max)}`,
    ),
  );
}

/** The number that plain digits spell; anything else unchanged. */
export function plainInteger(value: unknown): unknown {
  return typeof value === 'string' && /^(0|[1-9]\d{0,15})$/.test(value) ? Number(value) : value;
}
