import type pg from 'pg';
import { messageOf } from '../../basics/message-of.js';
import { migrate } from '../database/migrate.js';
import { MIGRATIONS } from '../database/migrations/migrations.js';
import { BackupFault } from './backup-fault.js';
import { type BackupHeader, type BackupReader, type RowCounts } from './backup-file.js';
import { requireEmpty, type Table, tablesOf, withConnection } from './tables.js';

/** Size of one statement. */
const MAX_ROWS = 1000;
const MAX_CHARACTERS = 1_000_000;

/** Runs a statement in the transaction of the restore. */
export interface RestoreTransaction {
  query<Row extends object>(sql: string, parameters?: unknown[]): Promise<Row[]>;
}

/** What follows the rows of a backup. */
export interface AfterLoading {
  /** In the transaction of the restore, with the schema of the backup, which may be any release's. */
  readonly loaded: (transaction: RestoreTransaction) => Promise<void>;
  /** With this version's schema: in the same transaction if the backup has it, or else in one of its own. */
  readonly upToDate: (transaction: RestoreTransaction) => Promise<void>;
}

/** Loads a backup into an empty database in one transaction: all of it, or nothing. The schema is made as the backup has
 *  it. That of an earlier version is brought up to date afterwards.
 *  @param signal ends the connection when aborted, and with it the restore
 *  @returns rows by table, and the tables of the backup that are none of Pagegrade's, which are left out
 *  @throws BackupFault if the backup is newer than this version, or incomplete, or if the database is not empty */
export async function load(
  url: string,
  backup: BackupReader,
  { loaded, upToDate }: AfterLoading,
  signal: AbortSignal,
): Promise<{ counts: RowCounts; leftOut: string[] }> {
  const { header } = backup;
  let isCommitting = false;
  const restoring = withConnection(url, async (client) => {
    signal.throwIfAborted();
    const interrupt = () => void client.end().catch(() => undefined);
    signal.addEventListener('abort', interrupt, { once: true });
    await requireEmpty(client, await tablesOf(client));
    const migrations = knownMigrations(header);
    const isUpToDate = migrations.length === MIGRATIONS.length;
    const transaction = transactionOf(client);
    await migrate(url, { migrations });
    await client.query('BEGIN');
    const tables = await tablesOf(client);
    // Locks the tables against writes, too: a service that starts now finds the restored accounts.
    await forEach(client, tables, (table) => `ALTER TABLE ${table} DISABLE TRIGGER USER`);
    await requireEmpty(client, tables);
    // The migrations are the same, so a version of Pagegrade made no other tables.
    const leftOut = Object.keys(header.tables).filter((name) => !tables.some((table) => table.name === name));
    requireSameTables(header, tables, leftOut);
    const counts = await insertAll(client, tables, backup, leftOut);
    await forEach(client, tables, (table) => `ALTER TABLE ${table} ENABLE TRIGGER USER`);
    for (const [name, value] of Object.entries(header.sequences))
      await client.query('SELECT setval(to_regclass(quote_ident($1)), $2)', [name, value]);
    await loaded(transaction);
    if (isUpToDate) await upToDate(transaction);
    signal.throwIfAborted();
    signal.removeEventListener('abort', interrupt);
    isCommitting = true;
    await client.query('COMMIT');
    if (isUpToDate) return { counts, leftOut };
    await broughtUpToDate(url, client, upToDate);
    return { counts, leftOut };
  });
  return restoring.catch((error: unknown) => {
    if (!signal.aborted || isCommitting) throw error;
    throw new BackupFault('The restore was interrupted, and nothing was restored: start it again', {
      cause: error,
    });
  });
}

/** @throws BackupFault */
async function broughtUpToDate(
  url: string,
  client: pg.Client,
  upToDate: AfterLoading['upToDate'],
): Promise<void> {
  try {
    await migrate(url);
    await client.query('BEGIN');
    await upToDate(transactionOf(client));
    await client.query('COMMIT');
  } catch (error) {
    throw new BackupFault(
      `The backup is restored, but its schema is not up to date (${messageOf(error)}): correct that, and restore it again into an empty database.`,
      { cause: error },
    );
  }
}

function transactionOf(client: pg.Client): RestoreTransaction {
  return {
    query: async <Row extends object>(sql: string, parameters: unknown[] = []) =>
      (await client.query<Row>(sql, parameters)).rows,
  };
}

/** @throws BackupFault if the backup's schema is newer than this version's */
function knownMigrations({ migrations, version }: BackupHeader): typeof MIGRATIONS {
  const known = MIGRATIONS.filter(({ name }) => migrations.includes(name));
  if (known.length === migrations.length) return known;
  throw new BackupFault(
    `The backup was made by version ${version}, whose schema is newer than this one's: restore it with that version or a later one.`,
  );
}

/** @throws BackupFault if a table or column would be left out */
function requireSameTables(header: BackupHeader, tables: readonly Table[], leftOut: readonly string[]): void {
  const shape = (columns: (readonly [string, readonly string[]])[]) =>
    JSON.stringify(columns.map(([name, names]) => [name, names.toSorted()]).toSorted());
  const found = tables.map(({ name, columns }) => [name, columns] as const);
  const kept = Object.entries(header.tables).filter(([name]) => !leftOut.includes(name));
  if (shape(found) === shape(kept)) return;
  throw new BackupFault(
    `The database has other tables than version ${header.version}, which made the backup: restore into a database without any tables.`,
  );
}

async function insertAll(
  client: pg.Client,
  tables: readonly Table[],
  { rows, reasonFor }: BackupReader,
  leftOut: readonly string[],
): Promise<RowCounts> {
  const counts: RowCounts = {};
  let batch: string[] = [];
  let characters = 0;
  let current: string | null = null;
  const flush = async () => {
    const table = tables.find(({ name }) => name === current);
    if (table && batch.length > 0)
      await insert(client, table, batch).catch(async (error: unknown) => {
        throw await reasonFor(error);
      });
    [batch, characters] = [[], 0];
  };
  for await (const [name, json] of rows) {
    if (leftOut.includes(name)) continue;
    if (name !== current && !tables.some((table) => table.name === name))
      throw await reasonFor(unknownTable(name));
    if (name !== current || batch.length === MAX_ROWS || characters > MAX_CHARACTERS) await flush();
    current = name;
    batch.push(json);
    characters += json.length;
    counts[name] = (counts[name] ?? 0) + 1;
  }
  await flush();
  return counts;
}

function unknownTable(name: string): BackupFault {
  return new BackupFault(
    `The backup has rows of a table that its header does not name (${name === '' ? 'without a name' : name.slice(0, 100)}), so nothing was restored: use another backup.`,
  );
}

async function insert(client: pg.Client, { name, columns }: Table, rows: readonly string[]): Promise<void> {
  const table = client.escapeIdentifier(name);
  const list = columns.map((column) => client.escapeIdentifier(column)).join(', ');
  await client.query(
    `INSERT INTO ${table} (${list}) OVERRIDING SYSTEM VALUE
      SELECT ${list} FROM json_populate_recordset(NULL::${table}, $1)`,
    [`[${rows.join(',')}]`],
  );
}

async function forEach(
  client: pg.Client,
  tables: readonly Table[],
  statement: (table: string) => string,
): Promise<void> {
  for (const { name } of tables) await client.query(statement(client.escapeIdentifier(name)));
}
