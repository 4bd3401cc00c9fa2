import { isDeepStrictEqual } from 'node:util';
import { type Changes } from './audit-log-entry.entity.js';

/** The fields that differ between two versions of a record; null stands for no record. */
export function changesBetween(before: object | null, after: object | null): Changes {
  const [old, current] = [new Map(Object.entries(before ?? {})), new Map(Object.entries(after ?? {}))];
  const names = [...new Set([...old.keys(), ...current.keys()])];
  return Object.fromEntries(
    names
      .map((name) => [name, [old.get(name) ?? null, current.get(name) ?? null]] as const)
      .filter(([, [from, to]]) => !isDeepStrictEqual(from, to)),
  );
}
