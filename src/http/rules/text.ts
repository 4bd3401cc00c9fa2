import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional } from 'class-validator';
import { Rule } from './rule.js';

export interface TextOptions {
  /** In code points. */
  readonly maxLength: number;
  readonly description: string;
  readonly example?: string;
  readonly format?: string;
}

/** Text that must be there. */
export function RequiredText(options: TextOptions): PropertyDecorator {
  return applyDecorators(ApiProperty(schemaOf(options)), isText(options.maxLength));
}

export function OptionalText(options: TextOptions): PropertyDecorator {
  return applyDecorators(IsOptional(), ApiPropertyOptional(schemaOf(options)), isText(options.maxLength));
}

function schemaOf({ maxLength, description, example, format }: TextOptions) {
  return { type: 'string' as const, minLength: 1, maxLength, description, example, format };
}

function isText(maxLength: number): PropertyDecorator {
  return Rule('isText', (value) => {
    if (value === undefined) return 'is required';
    if (typeof value !== 'string') return 'must be text';
    if (value.includes('\0')) return 'must not contain the character U+0000';
    if (!value.isWellFormed()) return 'must not contain half of a surrogate pair';
    if (value.length > maxLength && [...value].length > maxLength) {
      return `must be at most ${String(maxLength)} characters long`;
    }
    return null;
  });
}
