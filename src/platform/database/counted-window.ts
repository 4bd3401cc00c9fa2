/** A limit's current window. */
export interface WindowCount {
  readonly used: number;
  /** Seconds until the window ends, from 1. */
  readonly seconds: number;
}

/** Statements whose row is a {@link WindowCount}. */
interface CountedWindowSql {
  /** Counts uses in a window that begins with its first use. One statement, so that the count is exact on all
   *  replicas; the query builder's upsert can't tell an expired window from a current one.
   *  Parameters: the key's values, the window's seconds and the number of uses. */
  readonly count: string;
  /** Reads a window that has not ended. Parameters: the key's values. */
  readonly current: string;
}

/** @param table has these key columns, `used` and `ends_at` */
export function countedWindowSql(table: string, keyColumns: readonly string[]): CountedWindowSql {
  const keys = keyColumns.join(', ');
  const parameters = keyColumns.map((_column, index) => `$${String(index + 1)}`).join(', ');
  const seconds = `$${String(keyColumns.length + 1)}`;
  const uses = `$${String(keyColumns.length + 2)}::integer`;
  // Or it began before the clock was set back.
  const isOver = `(w.ends_at <= now() OR w.ends_at > excluded.ends_at + interval '1 minute')`;
  const count = `INSERT INTO ${table} AS w (${keys}, used, ends_at)
      VALUES (${parameters}, ${uses}, now() + make_interval(secs => ${seconds}))
    ON CONFLICT (${keys}) DO UPDATE SET
      used = CASE WHEN ${isOver} THEN excluded.used ELSE w.used + excluded.used END,
      ends_at = CASE WHEN ${isOver} THEN excluded.ends_at ELSE w.ends_at END
    RETURNING used, least(${seconds}, greatest(1, ceil(extract(epoch FROM ends_at - now()))))::integer AS seconds`;
  const ofKey = keyColumns.map((column, index) => `${column} = $${String(index + 1)}`).join(' AND ');
  const current = `SELECT used, ceil(extract(epoch FROM ends_at - now()))::integer AS seconds
    FROM ${table} WHERE ${ofKey} AND ends_at > now()`;
  return { count, current };
}
