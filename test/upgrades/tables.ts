import { type TestDatabase } from '../support/database.js';
import { type ReleaseDump, type Row } from './release-dump.js';

export type Queryable = Pick<TestDatabase, 'query'>;

/** TypeORM's own table is left out: running the migrations fills it; so is that of running jobs, which mean nothing to
 *  another service. A table comes after those that it refers to, because
 *  it was created later. */
const TABLES = `SELECT c.relname AS name FROM pg_class c
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND c.relname NOT IN ('migrations', 'running_jobs')
  ORDER BY c.oid`;

const COLUMNS = `SELECT column_name AS name, data_type AS type FROM information_schema.columns
  WHERE table_schema = 'public' AND table_name = $1 ORDER BY ordinal_position`;

const SEQUENCES = `SELECT sequencename AS name, last_value::int AS value FROM pg_sequences
  WHERE schemaname = 'public' AND sequencename <> 'migrations_id_seq' AND last_value IS NOT NULL ORDER BY 1`;

/** All rows of the schema "public".
 *  @throws Error if a table is empty: a dump without its rows would prove nothing about it */
export async function readTables(database: Queryable): Promise<Pick<ReleaseDump, 'sequences' | 'tables'>> {
  const tables: Record<string, Row[]> = {};
  for (const { name } of await database.query<{ name: string }>(TABLES)) {
    const columns = await database.query<{ name: string; type: string }>(COLUMNS, [name]);
    const list = columns.map((column) => `${column.name}${column.type === 'bigint' ? '::text' : ''}`);
    const rows = await database.query<{ row: Row }>(
      `SELECT row_to_json(r) AS row FROM (SELECT ${list.join(', ')} FROM ${name} ORDER BY 1, 2) r`,
    );
    if (rows.length === 0)
      throw new Error(
        `Table ${name} is empty. Have test/upgrades/release-data.ts store something that fills it.`,
      );
    tables[name] = rows.map(({ row }) => row);
  }
  const sequences = await database.query<{ name: string; value: number }>(SEQUENCES);
  return { sequences: Object.fromEntries(sequences.map(({ name, value }) => [name, value])), tables };
}

/** Fills the tables of a release, whose migrations have run, as it left them. */
export async function loadTables(database: Queryable, { tables, sequences }: ReleaseDump): Promise<void> {
  for (const name of Object.keys(tables)) await database.query(`ALTER TABLE ${name} DISABLE TRIGGER USER`);
  for (const [name, rows] of Object.entries(tables)) {
    const columns = Object.keys(rows[0] ?? {}).join(', ');
    await database.query(
      `INSERT INTO ${name} (${columns}) OVERRIDING SYSTEM VALUE
        SELECT ${columns} FROM json_populate_recordset(NULL::${name}, $1)`,
      [JSON.stringify(rows)],
    );
  }
  for (const name of Object.keys(tables)) await database.query(`ALTER TABLE ${name} ENABLE TRIGGER USER`);
  for (const [name, value] of Object.entries(sequences))
    await database.query('SELECT setval($1, $2)', [name, value]);
}
