import { types } from 'pg';

const parseAny = types.getTypeParser(types.builtins.TIMESTAMPTZ) as (text: string) => Date;

/** Reads PostgreSQL's `2026-11-20 15:23:29.123+00` without a pattern: a list of a hundred has three hundred of them.
 *  Other spellings, of other time zones, before our era, go to the driver's own reader. */
export function parseTimestamp(text: string): Date {
  const { length } = text;
  const isPlain =
    text[4] === '-' && text[10] === ' ' && text.endsWith('+00') && length <= 26 && text >= '0100';
  if (!isPlain || (length > 22 && text[19] !== '.')) return parseAny(text);
  return new Date(
    Date.UTC(
      number(text, 0, 4),
      number(text, 5, 7) - 1,
      number(text, 8, 10),
      number(text, 11, 13),
      number(text, 14, 16),
      number(text, 17, 19),
      length > 22 ? number(text, 20, length - 3) * 10 ** (3 - (length - 23)) : 0,
    ),
  );
}

function number(text: string, start: number, end: number): number {
  let value = 0;
  for (let at = start; at < end; at++) value = value * 10 + text.charCodeAt(at) - 48;
  return value;
}
