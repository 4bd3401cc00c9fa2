import type pg from 'pg';
import { VERSION } from '../../basics/version.js';
import { MIGRATIONS_LOCK } from '../database/advisory-locks.js';
import { migrationsIn } from '../database/migrate.js';
import { BackupFault } from './backup-fault.js';
import { type BackupHeader, headerLine, lastLine, type RowCounts, rowLine } from './backup-file.js';
import { connectedTo, databaseFault, type Table, tablesOf } from './tables.js';

/** As many rows as are in memory at once. Those of report_details are texts of 30 kB, rarely more than 100 kB. */
const FETCH = 'FETCH 50 FROM backup_rows';

/** Not all ids that were given out are in the snapshot, but all ids in the snapshot have been given out by now. */
const SEQUENCES = `SELECT sequencename::text AS name, last_value::text AS value FROM pg_sequences
  WHERE schemaname = current_schema() AND sequencename <> 'migrations_id_seq' AND last_value IS NOT NULL`;

/** The text of a backup of the database, read while it is written to: all of it in one snapshot. Migrations wait meanwhile.
 *  @param counts are filled in: rows by table
 *  @throws BackupFault if the database can't be reached or was never used */
export async function* dump(url: string, counts: RowCounts): AsyncGenerator<string> {
  const client = await connectedTo(url);
  try {
    const tables = await reported(begin(client));
    yield headerLine(await reported(headerOf(client, tables)));
    for (const table of tables) yield* rowsOf(client, table, counts);
    yield lastLine(counts);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Errors of the database are told apart from those of the reader, which are thrown into the generator. */
async function reported<T>(statements: Promise<T>): Promise<T> {
  return statements.catch((error: unknown) => {
    throw databaseFault(error);
  });
}

async function begin(client: pg.Client): Promise<Table[]> {
  await client.query('SELECT pg_advisory_lock_shared($1)', [MIGRATIONS_LOCK]);
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  return tablesOf(client);
}

async function headerOf(client: pg.Client, tables: readonly Table[]): Promise<BackupHeader> {
  const migrations = await migrationsIn(client);
  if (!migrations)
    throw new BackupFault(
      'The database has no tables of Pagegrade: set DATA_DIR or DATABASE_URL as for the service.',
    );
  const sequences = await client.query<{ name: string; value: string }>(SEQUENCES);
  return {
    version: VERSION,
    created_at: new Date().toISOString(),
    migrations,
    sequences: Object.fromEntries(sequences.rows.map(({ name, value }) => [name, value])),
    tables: Object.fromEntries(tables.map(({ name, columns }) => [name, columns])),
  };
}

/** PostgreSQL writes the JSON, because JavaScript's numbers and dates are less exact than its own. */
async function* rowsOf(client: pg.Client, table: Table, counts: RowCounts): AsyncGenerator<string> {
  const columns = table.columns.map((column) => client.escapeIdentifier(column)).join(', ');
  const select = `SELECT row_to_json(r)::text AS json
    FROM (SELECT ${columns} FROM ${client.escapeIdentifier(table.name)}) r`;
  await reported(client.query(`DECLARE backup_rows NO SCROLL CURSOR FOR ${select}`));
  counts[table.name] = 0;
  for (;;) {
    const { rows } = await reported(client.query<{ json: string }>(FETCH));
    if (rows.length === 0) break;
    counts[table.name] = (counts[table.name] ?? 0) + rows.length;
    yield rows.map(({ json }) => rowLine(table.name, json)).join('');
  }
  await reported(client.query('CLOSE backup_rows'));
}
