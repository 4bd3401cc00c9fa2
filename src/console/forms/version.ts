import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { type Precondition } from '../../platform/http/handler-parameters.js';
import { type Fields } from '../../platform/http/input/input.js';
import { FormOutdated } from '../console-errors.js';
import { type Refusal, textOf } from './refusal.js';

/** Name of the field of forms that change a record. */
export const VERSION = 'version';
/** A lifetime of so many days ends at another time each time it is chosen. */
const SAME_TIME_MS = 60_000;

/** The values of a record that a form changes, by the names that the API has for them. */
export type Shown = Readonly<Record<string, unknown>>;

/** The version of a record for a form that changes it. One that is shown again keeps its own, unless it was refused for that. */
export function versionFor(shown: Shown, refused: Refusal | null): string {
  const kept = textOf(refused?.typed ?? {}, VERSION);
  return kept === '' ? versionOf(shown) : kept;
}

/** Refuses a form if the record is not as the form showed it any more, unless it is as the form is to make it: people press
 *  buttons twice. */
export function ifStill<Row>(typed: Fields, change: object, shownBy: (row: Row) => Shown): Precondition<Row> {
  const version = typed[VERSION];
  if (version === undefined) return null;
  return (current) => {
    const shown = shownBy(current);
    if (versionOf(shown) !== version && !isDone(change, shown)) throw new FormOutdated();
  };
}

function versionOf(shown: Shown): string {
  return createHash('sha256').update(JSON.stringify(shown)).digest('base64url').slice(0, 22);
}

function isDone(change: object, shown: Shown): boolean {
  const fields = Object.entries(change) as [string, unknown][];
  return fields.every(
    ([name, value]) => value === undefined || !(name in shown) || isSame(value, shown[name]),
  );
}

function isSame(one: unknown, other: unknown): boolean {
  if (one instanceof Date && other instanceof Date)
    return Math.abs(one.getTime() - other.getTime()) < SAME_TIME_MS;
  return isDeepStrictEqual(plain(one), plain(other));
}

function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}
