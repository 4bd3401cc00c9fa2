import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsDefined, IsOptional, IsString, Matches, NotContains } from 'class-validator';
import { UntrimmedValue, Value } from './value.js';

export interface TextOptions {
  /** In code points. */
  readonly maxLength: number;
  readonly description: string;
  readonly example?: string;
  readonly format?: string;
}

export function RequiredText(options: TextOptions): PropertyDecorator {
  return applyDecorators(
    ApiProperty(schemaOf(options)),
    Value(),
    IsDefined({ message: '$property is required.' }),
    isText(options),
  );
}

export function OptionalText(options: TextOptions): PropertyDecorator {
  return applyDecorators(ApiPropertyOptional(schemaOf(options)), Value(), IsOptional(), isText(options));
}

/** Optional text that is not trimmed. */
export function Password(options: TextOptions): PropertyDecorator {
  const schema = schemaOf({ ...options, format: 'password' });
  return applyDecorators(ApiPropertyOptional(schema), UntrimmedValue(), IsOptional(), isText(options));
}

function schemaOf({ maxLength, description, example, format }: TextOptions) {
  return { type: 'string' as const, minLength: 1, maxLength, description, example, format };
}

function isText({ maxLength }: TextOptions): PropertyDecorator {
  const limit = String(maxLength);
  return applyDecorators(
    IsString({ message: '$property must be text.' }),
    NotContains('\0', { message: '$property must not contain the character U+0000.' }),
    Matches(/^\P{Surrogate}*$/u, { message: '$property must not contain half of a surrogate pair.' }),
    // `MaxLength` does not count variation selectors.
    Matches(new RegExp(`^.{0,${limit}}$`, 'su'), {
      message: `$property must be at most ${limit} characters long.`,
    }),
  );
}
