import { applyDecorators, type PipeTransform } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { ArrayMaxSize, ArrayNotEmpty, IsInt, IsOptional, Max, Min, ValidateBy } from 'class-validator';
import { Parameter, trimmed, Value } from './parameter.js';

/** Stands for everything that is no id. No record has it. */
export const NO_ID = 0;

/** Metadata of a handler: the kind of the record whose id is in its path. */
export const RECORD = Symbol('RECORD');

const ID = { type: 'integer', format: 'int64', minimum: 0, maximum: Number.MAX_SAFE_INTEGER } as const;

/** The id in a path; {@link NO_ID} unless it is a safe integer in plain digits. */
export class IdPipe implements PipeTransform<string, number> {
  transform(text: string): number {
    const id = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : NO_ID;
    return Number.isSafeInteger(id) ? id : NO_ID;
  }
}

/** The `{id}` among the parameters of a path. */
export function idIn({ id }: Readonly<Record<string, unknown>>): number {
  return new IdPipe().transform(String(id));
}

/** An optional id in plain digits. An id that no record has is valid: the list is empty. */
export function IdFilter(description: string): PropertyDecorator {
  const message = '$property must be an id in plain digits.';
  return Parameter({ ...ID, description }, Value(idFrom), IsInt({ message }), Min(0, { message }));
}

/** The record to compare with: an id in plain digits, or the one before (the default).
 *  @param name of the kind of record */
export function IdOrPrevious(name: string, description: string): PropertyDecorator {
  return Parameter(
    {
      type: 'string',
      maxLength: 100,
      pattern: '^(previous|0|[1-9][0-9]*)$',
      default: 'previous',
      description,
    },
    Value(idFrom),
    ValidateBy({
      name: 'idOrPrevious',
      validator: {
        validate: (value) => value === 'previous' || Number.isInteger(value),
        defaultMessage: () => `$property must be previous, or the id of a ${name} in plain digits.`,
      },
    }),
  );
}

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
      items: ID,
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
    Max(Number.MAX_SAFE_INTEGER, { each: true, message }),
  );
}

function idsFrom(value: unknown): unknown {
  if (value === null || value === undefined) return value;
  if (value === '') return undefined;
  const items = [value].flat().flatMap((item) => (typeof item === 'string' ? item.split(',') : [item]));
  return [...new Set(items.map((item) => (typeof item === 'string' ? idFrom(trimmed(item)) : item)))];
}

/** The id that plain digits spell, or one that no record has; any other value unchanged. */
export function idFrom(value: unknown): unknown {
  if (typeof value !== 'string' || !/^(0|[1-9]\d*)$/.test(value)) return value;
  return Number.isSafeInteger(Number(value)) ? Number(value) : NO_ID;
}
