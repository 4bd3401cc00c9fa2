import { ArrayMaxSize, IsString, Matches } from 'class-validator';
import { Parameter, trimmed, Value } from '../../platform/http/rules/parameter.js';

const MAX_PATTERNS = 50;
const MAX_CHARACTERS = 500;

/** An optional list of patterns of addresses: a JSON array, or in a form the field once for each. */
export function Patterns(description: string): PropertyDecorator {
  const many = `$property must have at most ${String(MAX_PATTERNS)} patterns.`;
  const message = `$property must be a list of patterns that begin with / or *, of at most ${String(MAX_CHARACTERS)} characters.`;
  return Parameter(
    {
      type: 'string',
      isArray: true,
      maxItems: MAX_PATTERNS,
      minLength: 1,
      maxLength: MAX_CHARACTERS,
      description: `${description} A pattern matches the whole path and query; * is any text.`,
      example: ['/blog/*'],
    },
    Value((value) =>
      [value].flat().map((item: unknown) => (typeof item === 'string' ? trimmed(item) : item)),
    ),
    ArrayMaxSize(MAX_PATTERNS, { message: many }),
    IsString({ each: true, message }),
    // `MaxLength` does not count variation selectors.
    Matches(new RegExp(`^[/*][^\\0\\p{Surrogate}]{0,${String(MAX_CHARACTERS - 1)}}$`, 'u'), {
      each: true,
      message,
    }),
  );
}
