import { types } from 'pg';

const parseAny = types.getTypeParser(types.builtins.TIMESTAMPTZ) as (text: string) => Date;

/** Reads PostgreSQL's `2026-11-20 15:23:29.123+00` without a pattern: a list of a hundred has three hundred of them.
 *  Other spellings, of other time zones, before our era, go to the driver's own reader. */
export function parseTimestamp(text: string): Date {
  const { length } = text;
  const isPlain =
    text[4] === '-' && text[10] === ' ' && text.endsWith('+00') && length <= 26 && text >= '0100';
  if (!isPlain || (length > 22 && text[19] !== '.')) return parseAny(text);
  return new StoredMoment(
    Date.UTC(
      number(text, 0, 4),
      number(text, 5, 7) - 1,
      number(text, 8, 10),
      number(text, 11, 13),
      number(text, 14, 16),
      number(text, 17, 19),
      length > 22 ? number(text, 20, length - 3) * 10 ** (3 - (length - 23)) : 0,
    ),
    text,
  );
}

/** A moment that is not to be changed: it keeps PostgreSQL's spelling, which is nearly that of JSON. Spelling it anew
 *  costs twice as much as reading it. */
class StoredMoment extends Date {
  readonly #text: string;

  constructor(timeMs: number, text: string) {
    super(timeMs);
    this.#text = text;
  }

  override toISOString(): string {
    const milliseconds = this.#text.slice(20, -3).slice(0, 3).padEnd(3, '0');
    return `${this.#text.slice(0, 10)}T${this.#text.slice(11, 19)}.${milliseconds}Z`;
  }
}

function number(text: string, start: number, end: number): number {
  let value = 0;
  for (let at = start; at < end; at++) value = value * 10 + text.charCodeAt(at) - 48;
  return value;
}
