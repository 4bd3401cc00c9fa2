import { setTimeout as sleep } from 'node:timers/promises';
import { type TestDatabase } from './database.js';

/** What clients see of a switchover: the database refuses writes and ends all sessions, and some time later it does so
 *  again and takes writes. */
export async function switchOver(database: TestDatabase, readOnlyMs: number): Promise<void> {
  await setReadOnly(database, true);
  await sleep(readOnlyMs);
  await setReadOnly(database, false);
}

export async function setReadOnly(database: TestDatabase, isReadOnly: boolean): Promise<void> {
  const name = database.url.split('/').at(-1) ?? '';
  const value = isReadOnly ? 'on' : 'off';
  await database.query(
    `BEGIN READ WRITE; ALTER DATABASE ${name} SET default_transaction_read_only = ${value}; COMMIT`,
  );
  await endSessions(database);
}

/** Ends all sessions of clients but the one that does it. Those of autovacuum end by themselves. */
export async function endSessions(database: TestDatabase): Promise<void> {
  await database.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()`,
  );
}
