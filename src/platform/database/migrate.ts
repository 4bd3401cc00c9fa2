import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { type ClientBase } from 'pg';
import { DataSource } from 'typeorm';
import { MIGRATIONS_LOCK } from './advisory-locks.js';
import { Connections } from './connections.js';
import { isLockedOut } from './database-errors.js';
import {
  Logger as QueueLogger,
  QUEUE_SCHEMA,
  runMigrations as runQueueMigrations,
} from './graphile-worker.js';
import { MIGRATIONS } from './migrations/migrations.js';
import { type Migration } from './migrations/sql-migration.js';

/** The schema has been migrated by a later release. */
export class SchemaTooNew extends Error {
  constructor(migration: string) {
    super(
      `the database was migrated by a later version of Pagegrade (${migration}). ` +
        'Start that version, or restore a backup of this one into an empty database.',
    );
  }
}

/** A migration that is not let in keeps everyone out who comes later, for at most this long. */
const LOCK_LIMIT = '1s';
/** Until it tries again: those who came later are let in. */
const LOCKED_OUT_MS = 3000;
/** Limits that a role may have are for requests. */
const LIMITS = `SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0; SET lock_timeout = '${LOCK_LIMIT}'`;

const SILENT = new QueueLogger(() => () => undefined);

export interface MigrateOptions {
  /** Those of an earlier release, to get its schema. Default: all. */
  readonly migrations?: readonly Migration[];
  /** Is told that a database which is not empty will be migrated, and how long that took. */
  readonly log?: (sentence: string) => void;
}

/** Brings the schema up to date. Any number of processes may call it at once: one migrates, the others
 *  wait for it.
 *  @returns names of the migrations that this call ran
 *  @throws SchemaTooNew */
export async function migrate(
  url: string,
  { migrations = MIGRATIONS, log = () => undefined }: MigrateOptions = {},
): Promise<string[]> {
  const connections = new Connections(url);
  const client = connections.client({ connectionTimeoutMillis: 3000 });
  await client.connect();
  try {
    await client.query('SET statement_timeout = 0; SET lock_timeout = 0');
    if (missingOf(migrations, await doneIn(client)).length === 0) return [];
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATIONS_LOCK]);
    const done = await doneIn(client);
    const missing = missingOf(migrations, done);
    if (missing.length === 0) return [];
    const from = done.at(-1);
    const to = missing.at(-1)?.name;
    const startedAt = performance.now();
    if (from !== undefined) log(`The database is migrated from ${from} to ${String(to)}.`);
    await runOnceLetIn(() => runMigrations(connections, migrations), log);
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    if (from !== undefined) log(`The database was migrated to ${String(to)} in ${seconds} s.`);
    return missing.map(({ name }) => name);
  } finally {
    await client.end();
  }
}

/** Names of the migrations that a database has, oldest first; null: it was never used. */
export async function migrationsIn(client: pg.Client): Promise<string[] | null> {
  const table = await client.query(`SELECT WHERE to_regclass('migrations') IS NOT NULL`);
  if (table.rowCount === 0) return null;
  const { rows } = await client.query<{ name: string }>('SELECT name FROM migrations ORDER BY id');
  return rows.map(({ name }) => name);
}

/** @throws SchemaTooNew */
async function doneIn(client: pg.Client): Promise<string[]> {
  const done = (await migrationsIn(client)) ?? [];
  const known = new Set(MIGRATIONS.map(({ name }) => name));
  const later = done.find((name) => !known.has(name));
  if (later !== undefined) throw new SchemaTooNew(later);
  return done;
}

function missingOf(migrations: readonly Migration[], done: readonly string[]): Migration[] {
  return migrations.filter(({ name }) => !done.includes(name));
}

/** Runs migrations, and again as long as others hold a table that one of them changes, like a pg_dump for all of its
 *  time. */
async function runOnceLetIn(run: () => Promise<void>, log: (sentence: string) => void): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await run();
      return;
    } catch (error) {
      if (!isLockedOut(error)) throw error;
      if (attempt === 1)
        log(
          'The migration waits until nobody uses the tables that it changes: is a backup or pg_dump running?',
        );
      await sleep(LOCKED_OUT_MS);
    }
  }
}

async function runMigrations(connections: Connections, migrations: readonly Migration[]): Promise<void> {
  const onConnect = (client: ClientBase): unknown => client.query(LIMITS);
  const queuePool = connections.pool({ max: 1, onConnect });
  await runQueueMigrations({ pgPool: queuePool, schema: QUEUE_SCHEMA, logger: SILENT }).finally(() =>
    queuePool.end(),
  );
  const extra = { ...connections.poolOptions, onConnect };
  const dataSource = new DataSource({
    type: 'postgres',
    extra,
    migrations: [...migrations],
    poolSize: 1,
    // The other loggers print that a migration was kept out, whatever the level.
    logger: 'debug',
  });
  await dataSource.initialize();
  try {
    await dataSource.runMigrations({ transaction: 'each' });
  } finally {
    await dataSource.destroy();
  }
}
