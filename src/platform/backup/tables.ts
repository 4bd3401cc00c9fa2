import type pg from 'pg';
import { Connections } from '../database/connections.js';
import { BackupFault, reasonOf } from './backup-fault.js';

export interface Table {
  readonly name: string;
  /** Those that can be written. */
  readonly columns: readonly string[];
}

/** TypeORM's own table is left out, because the migrations fill it; so are tables of extensions, and partitions, whose rows
 *  are read through their parent. */
const TABLES = `SELECT c.relname::text AS name,
    ARRAY(
      SELECT attname::text FROM pg_attribute
        WHERE attrelid = c.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = '' ORDER BY attnum
    ) AS columns,
    ARRAY(
      SELECT f.relname::text FROM pg_constraint k JOIN pg_class f ON f.oid = k.confrelid
        WHERE k.conrelid = c.oid AND k.contype = 'f'
    ) AS referenced
  FROM pg_class c
  WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
    AND c.relname <> 'migrations' AND NOT EXISTS (
      SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e'
    )
  ORDER BY 1`;

/** A backup may take hours, whatever is configured for the role's other work. */
const NO_LIMITS =
  'SET statement_timeout = 0; SET lock_timeout = 0; SET idle_in_transaction_session_timeout = 0';

/** Runs `work` on a connection without time limits.
 *  @throws BackupFault if the database can't be reached, or reports an error */
export async function withConnection<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = await connectedTo(url);
  try {
    return await work(client);
  } catch (error) {
    throw databaseFault(error);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** @throws BackupFault if the database can't be reached */
export async function connectedTo(url: string): Promise<pg.Client> {
  const options = { connectionTimeoutMillis: 5000, keepAlive: true, application_name: 'pagegrade backup' };
  const client = new Connections(url).client(options);
  try {
    await client.connect();
    await client.query(NO_LIMITS);
    return client;
  } catch (error) {
    throw new BackupFault(
      `The database can't be reached (${reasonOf(error)}): check DATABASE_URL and try again.`,
      { cause: error },
    );
  }
}

export function databaseFault(error: unknown): BackupFault {
  if (error instanceof BackupFault) return error;
  return new BackupFault(`The database reports "${reasonOf(error)}": correct that and try again.`, {
    cause: error,
  });
}

/** The tables of the schema, each after those that it refers to. */
export async function tablesOf(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table & { referenced: string[] }>(TABLES);
  const ordered = new Set<Table>();
  const seen = new Set<string>();
  const add = (name: string) => {
    const table = rows.find((row) => row.name === name);
    if (!table || seen.has(name)) return;
    seen.add(name);
    table.referenced.forEach(add);
    ordered.add(table);
  };
  for (const { name } of rows) add(name);
  return [...ordered];
}

/** @throws BackupFault if a table has a row */
export async function requireEmpty(client: pg.Client, tables: readonly Table[]): Promise<void> {
  for (const { name } of tables) {
    const row = await client.query(`SELECT FROM ${client.escapeIdentifier(name)} LIMIT 1`);
    if (row.rowCount === 0) continue;
    throw new BackupFault(
      `The database is not empty (${name}), so nothing was restored: set DATA_DIR to a new directory, or DATABASE_URL to an empty database.`,
    );
  }
}
