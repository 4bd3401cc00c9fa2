import { ArrayMaxSize, IsString, Matches } from 'class-validator';
import { Parameter, trimmed, Value } from '../../platform/http/rules/parameter.js';

const MAX_PATTERNS = 50;
const MAX_CHARACTERS = 500;

/** `MaxLength` does not count variation selectors. */
const PATTERN = new RegExp(`^[/*][^\\0\\p{Surrogate}]{0,${String(MAX_CHARACTERS - 1)}}$`, 'u');
const TOO_MANY = `must have at most ${String(MAX_PATTERNS)} patterns.`;
const INVALID = `must be a list of patterns that begin with / or *, of at most ${String(MAX_CHARACTERS)} characters.`;

/** What is wrong with a list of patterns, as the rest of a sentence; null: nothing. */
export function patternsFault(patterns: readonly string[]): string | null {
  if (patterns.length > MAX_PATTERNS) return TOO_MANY;
  return patterns.every((pattern) => PATTERN.test(pattern.trim())) ? null : INVALID;
}

/** An optional list of patterns of addresses: a JSON array, or in a form the field once for each. */
export function Patterns(description: string): PropertyDecorator {
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
    ArrayMaxSize(MAX_PATTERNS, { message: `$property ${TOO_MANY}` }),
    IsString({ each: true, message: `$property ${INVALID}` }),
    Matches(PATTERN, { each: true, message: `$property ${INVALID}` }),
  );
}
