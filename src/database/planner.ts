import { type ClientBase } from 'pg';

const SETTINGS = [
  'enable_seqscan = off',
  'enable_bitmapscan = off',
  'enable_sort = off',
  'max_parallel_workers_per_gather = 0',
  'jit = off',
];

/** Has PostgreSQL read every list in the order of its index. A statement is planned once for all accounts; as most of
 *  them are small, it would rather read the whole account and sort, which one with millions of reports can't bear. What
 *  no index serves is still done: these settings only put it last.
 *  @returns a promise, which pools wait for though their types do not say so */
export function planByIndexes(client: ClientBase): unknown {
  return client.query(SETTINGS.map((setting) => `SET ${setting}`).join('; '));
}
