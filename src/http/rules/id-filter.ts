import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsInt, IsOptional, Min } from 'class-validator';
import { Value } from './value.js';

/** Stands for every number that is too large to be an id. No record has it. */
const NO_ID = 0;

/** An optional id in plain digits. An id that no record has is valid: the list is empty. */
export function IdFilter(description: string): PropertyDecorator {
  const message = '$property must be an id in plain digits.';
  return applyDecorators(
    ApiPropertyOptional({
      type: 'integer',
      format: 'int64',
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      description,
    }),
    Value(idFrom),
    IsOptional(),
    IsInt({ message }),
    Min(0, { message }),
  );
}

function idFrom(value: unknown): unknown {
  if (typeof value !== 'string' || !/^(0|[1-9]\d*)$/.test(value)) return value;
  return Number.isSafeInteger(Number(value)) ? Number(value) : NO_ID;
}
