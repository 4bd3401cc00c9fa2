import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsOptional } from 'class-validator';
import { Rule } from './rule.js';

/** Stands for every number that is too large to be an id: no record has it. */
const NO_ID = 0;

/** An id in plain digits. One that names nothing is no fault: the list is empty then. */
export function IdFilter(description: string): PropertyDecorator {
  return applyDecorators(
    IsOptional(),
    ApiPropertyOptional({
      type: 'integer',
      format: 'int64',
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      description,
    }),
    Transform(({ value }: { value: unknown }) => idFrom(value)),
    Rule('isId', (value) =>
      Number.isSafeInteger(value) && Number(value) >= 0 ? null : 'must be an id in plain digits',
    ),
  );
}

function idFrom(value: unknown): unknown {
  if (typeof value !== 'string' || !/^(0|[1-9]\d*)$/.test(value)) return value;
  return Number.isSafeInteger(Number(value)) ? Number(value) : NO_ID;
}
