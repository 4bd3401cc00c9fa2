import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/** A statement as the service sent it, with its parameters in text form. */
export interface Statement {
  readonly text: string;
  readonly values: readonly (string | null)[];
}

/** Settings of a server whose log `statementsOf` can read. */
export const JSON_LOG = { logging_collector: 'on', log_destination: 'jsonlog' };

const ATTEMPTS = 3;

/** The statements that one request makes the service send, read from PostgreSQL's log. Of several attempts the shortest
 *  counts: the others may hold statements of background tasks.
 *  @param send the request */
export async function statementsOf(
  administratorUrl: string,
  send: () => Promise<unknown>,
): Promise<Statement[]> {
  const client = new pg.Client({ connectionString: administratorUrl });
  await client.connect();
  const attempts: Statement[][] = [];
  try {
    await set(client, `ALTER SYSTEM SET log_statement = 'all'`);
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const start = await logSize(client);
      await send();
      await sleep(200);
      attempts.push(await loggedSince(client, start));
    }
    await set(client, 'ALTER SYSTEM RESET log_statement');
  } finally {
    await client.end();
  }
  return attempts.sort((a, b) => a.length - b.length)[0] ?? [];
}

/** Every session reads the setting before its next statement. */
async function set(client: pg.Client, statement: string): Promise<void> {
  await client.query(statement);
  await client.query('SELECT pg_reload_conf()');
  await sleep(500);
}

async function logSize(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ size: number }>(
    `SELECT size::float8 FROM pg_stat_file(pg_current_logfile('jsonlog'))`,
  );
  return rows[0]?.size ?? 0;
}

async function loggedSince(client: pg.Client, start: number): Promise<Statement[]> {
  const { rows } = await client.query<{ lines: string }>(
    `SELECT pg_read_file(pg_current_logfile('jsonlog'), $1, 1 << 28) AS lines`,
    [start],
  );
  // The last line is empty, or still being written; the first may have begun before, because lines are written in parts.
  const lines = (rows[0]?.lines ?? '').split('\n').slice(0, -1);
  const entries = lines.filter((line) => line.startsWith('{'));
  return entries.flatMap((line) => {
    const { user, message = '', detail = '' } = JSON.parse(line) as Record<string, string>;
    const text = /^(?:execute [^:]*|statement): ([^]*)$/.exec(message)?.[1];
    return text === undefined || user === client.user ? [] : [{ text, values: parametersOf(detail) }];
  });
}

/** Of "Parameters: $1 = '5', $2 = NULL". */
function parametersOf(detail: string): (string | null)[] {
  const values = detail.matchAll(/\$\d+ = (?:'((?:[^']|'')*)'|NULL)/g);
  return [...values].map(([, value]) => value?.replaceAll("''", "'") ?? null);
}
