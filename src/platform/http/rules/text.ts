import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { IsDefined, IsString, Matches, NotContains } from 'class-validator';
import { WITHOUT_CONTROL_CHARACTERS } from '../../../basics/control-characters.js';
import { NullableParameter, Parameter, UntrimmedValue, Value } from './parameter.js';

const CONTROLS = '$property must not contain control or bidirectional formatting characters.';

export interface TextOptions {
  /** In code points. */
  readonly maxLength: number;
  readonly description: string;
  readonly example?: string;
  /** Whether people name something with it: it may not control what shows it. */
  readonly isLabel?: boolean;
}

export function RequiredText(options: TextOptions): PropertyDecorator {
  const isRequired = IsDefined({ message: '$property is required.' });
  return applyDecorators(ApiProperty(schemaOf(options)), Value(), isRequired, isText(options));
}

export function OptionalText(options: TextOptions): PropertyDecorator {
  return Parameter(schemaOf(options), Value(), isText(options));
}

/** Optional text that null in JSON removes. */
export function RemovableText(options: TextOptions): PropertyDecorator {
  return NullableParameter(schemaOf(options), (text) => text, isText(options));
}

/** Optional text that is not trimmed. */
export function Password(options: TextOptions): PropertyDecorator {
  return Parameter({ ...schemaOf(options), format: 'password' }, UntrimmedValue(), isText(options));
}

function schemaOf({ isLabel, ...options }: TextOptions) {
  const rule = isLabel ? ' No control or bidirectional formatting characters.' : '';
  return { type: 'string', minLength: 1, ...options, description: options.description + rule } as const;
}

function isText({ maxLength, isLabel = false }: TextOptions): PropertyDecorator {
  const limit = String(maxLength);
  return applyDecorators(
    ...(isLabel ? [Matches(WITHOUT_CONTROL_CHARACTERS, { message: CONTROLS })] : []),
    IsString({ message: '$property must be text.' }),
    NotContains('\0', { message: '$property must not contain the character U+0000.' }),
    Matches(/^\P{Surrogate}*$/u, { message: '$property must not contain half of a surrogate pair.' }),
    // `MaxLength` does not count variation selectors.
    Matches(new RegExp(`^.{0,${limit}}$`, 'su'), {
      message: `$property must be at most ${limit} characters long.`,
    }),
  );
}
