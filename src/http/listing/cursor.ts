import { hash, timingSafeEqual } from 'node:crypto';

/** A place in an ordered list: between the record that it names and the one that follows. */
export interface Position {
  /** `next` reads on behind the record, `prev` reads back before it. */
  readonly towards: 'next' | 'prev';
  /** The record's value of the sort field. */
  readonly value: string | number;
  readonly id: number;
}

/** What a cursor is good for: account, resource, filters and order, in any stable spelling. */
export type CursorScope = readonly (string | number | null)[];

/** Opaque text for a {@link Position}; {@link decodeCursor} takes it only with the same scope. */
export function encodeCursor(position: Position, scope: CursorScope): string {
  const payload = Buffer.from(JSON.stringify([position.towards, position.value, position.id])).toString(
    'base64url',
  );
  return `${payload}.${checksum(payload, scope)}`;
}

/** @returns null where the text is no cursor of this scope */
export function decodeCursor(text: string, scope: CursorScope): Position | null {
  const [payload = '', sum = '', ...rest] = text.split('.');
  const expected = Buffer.from(checksum(payload, scope));
  const given = Buffer.from(sum);
  if (rest.length > 0 || given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  return positionFrom(Buffer.from(payload, 'base64url').toString());
}

/** What is not a position was forged: the checksum keeps no secret. */
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

/** Ties the cursor to its scope and shows damage. It protects nothing: whoever forges one reads no more than
 *  the own account's list from another place. */
function checksum(payload: string, scope: CursorScope): string {
  return hash('sha256', JSON.stringify([payload, scope]), 'base64url').slice(0, 16);
}
