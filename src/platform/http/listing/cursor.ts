import { hash, timingSafeEqual } from 'node:crypto';
import { type Position } from '../../database/slice.js';

/** The list that a cursor belongs to, account, filters and order included, as JSON that is always spelled alike. */
export type CursorScope = readonly unknown[];

/** Opaque text for a {@link Position}, which {@link decodeCursor} accepts with the same scope only. */
export function encodeCursor(position: Position, scope: CursorScope): string {
  const payload = Buffer.from(JSON.stringify([position.towards, position.value, position.id])).toString(
    'base64url',
  );
  return `${payload}.${checksum(payload, scope)}`;
}

/** @returns null if the text is not a cursor of this scope */
export function decodeCursor(text: string, scope: CursorScope): Position | null {
  const [payload = '', sum = '', ...rest] = text.split('.');
  const expected = Buffer.from(checksum(payload, scope));
  const given = Buffer.from(sum);
  if (rest.length > 0 || given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  return positionFrom(Buffer.from(payload, 'base64url').toString());
}

/** Checks the form, too: the checksum is no secret, so cursors can be forged. */
function positionFrom(json: string): Position | null {
  const parts = parsed(json);
  if (!Array.isArray(parts)) return null;
  const [towards, value, id] = parts as unknown[];
  const isValue =
    typeof value === 'number' ? Number.isFinite(value) : typeof value === 'string' && !value.includes('\0');
  if ((towards !== 'next' && towards !== 'prev') || !isValue || !Number.isSafeInteger(id)) return null;
  return { towards, value: value as string | number, id: id as number };
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}

/** Binds the cursor to its scope and detects damage. It is no signature: a forged cursor only reads the caller's own
 *  list from another position. */
function checksum(payload: string, scope: CursorScope): string {
  return hash('sha256', JSON.stringify([payload, scope]), 'base64url').slice(0, 16);
}
