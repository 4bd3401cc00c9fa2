import { type Statement } from './database.js';

/** What a window has counted so far. */
export interface WindowCount {
  readonly used: number;
  /** Seconds until it ends, from 1. */
  readonly seconds: number;
}

/** Counts one more in a window that begins with its first, exactly, for all replicas. The table has these key
 *  columns, `used` and `ends_at`.
 *  @returns a statement that takes the key's values and the window's seconds, and gives a {@link WindowCount} */
export function takeStatement(table: string, keyColumns: readonly string[]): Statement {
  const keys = keyColumns.join(', ');
  const parameters = keyColumns.map((_column, index) => `$${String(index + 1)}`).join(', ');
  const seconds = `$${String(keyColumns.length + 1)}`;
  return {
    name: `take_of_${table}`,
    text: `INSERT INTO ${table} AS w (${keys}, used, ends_at)
      VALUES (${parameters}, 1, now() + make_interval(secs => ${seconds}))
    ON CONFLICT (${keys}) DO UPDATE SET
      used = CASE WHEN w.ends_at <= now() THEN 1 ELSE w.used + 1 END,
      ends_at = CASE WHEN w.ends_at <= now() THEN excluded.ends_at ELSE w.ends_at END
    RETURNING used, least(${seconds}, greatest(1, ceil(extract(epoch FROM ends_at - now()))))::integer AS seconds`,
  };
}
