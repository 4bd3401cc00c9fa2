import { type ClientBase } from 'pg';

const SETTINGS = [
  'enable_seqscan = off',
  'enable_sort = off',
  'max_parallel_workers_per_gather = 0',
  'jit = off',
];

/** Makes PostgreSQL prefer reading lists in the order of an index. A prepared statement is planned once for all accounts:
 *  left alone, PostgreSQL would take each for a small one, read it whole and sort it. Where no index has the order it
 *  still sorts.
 *  @returns a promise, which pools wait for though their types do not say so */
export function inOrderOfIndexes(client: ClientBase): unknown {
  return client.query(SETTINGS.map((setting) => `SET ${setting}`).join('; '));
}
