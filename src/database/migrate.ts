import { Logger as QueueLogger, runMigrations as runQueueMigrations } from 'graphile-worker';
import type pg from 'pg';
import { DataSource } from 'typeorm';
import { MIGRATIONS_LOCK } from './advisory-locks.js';
import { Connections } from './connections.js';
import { InitialSchema1763654400000 } from './migrations/1763654400000-initial-schema.js';
import { ReportParity1763740800000 } from './migrations/1763740800000-report-parity.js';
import { Queue1763827200000 } from './migrations/1763827200000-queue.js';
import { Sharing1763913600000 } from './migrations/1763913600000-sharing.js';
import { FlatLists1764000000000 } from './migrations/1764000000000-flat-lists.js';
import { DeletedWebsites1764086400000 } from './migrations/1764086400000-deleted-websites.js';
import { ReportBlocks1764172800000 } from './migrations/1764172800000-report-blocks.js';
import { ResultsOfCompleted1764259200000 } from './migrations/1764259200000-results-of-completed.js';
import { PiecesOfEnded1764262800000 } from './migrations/1764262800000-pieces-of-ended.js';
import { ClaimsPassOverDeletions1764349200000 } from './migrations/1764349200000-claims-pass-over-deletions.js';
import { AnsweringRequests1764435600000 } from './migrations/1764435600000-answering-requests.js';
import { FairClaims1764522000000 } from './migrations/1764522000000-fair-claims.js';

const MIGRATIONS = [
  InitialSchema1763654400000,
  ReportParity1763740800000,
  Queue1763827200000,
  Sharing1763913600000,
  FlatLists1764000000000,
  DeletedWebsites1764086400000,
  ReportBlocks1764172800000,
  ResultsOfCompleted1764259200000,
  PiecesOfEnded1764262800000,
  ClaimsPassOverDeletions1764349200000,
  AnsweringRequests1764435600000,
  FairClaims1764522000000,
];

const SILENT = new QueueLogger(() => () => undefined);

/** Brings the schema up to date. Any number of processes may call it at once: one migrates, the others
 *  wait for it.
 *  @returns names of the migrations that this call ran */
export async function migrate(url: string): Promise<string[]> {
  const connections = new Connections(url);
  const client = connections.client({ connectionTimeoutMillis: 3000 });
  await client.connect();
  try {
    if (await isCurrent(client)) return [];
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATIONS_LOCK]);
    return (await isCurrent(client)) ? [] : await runMigrations(connections);
  } finally {
    await client.end();
  }
}

async function isCurrent(client: pg.Client): Promise<boolean> {
  const table = await client.query<{ exists: boolean }>(
    `SELECT to_regclass('migrations') IS NOT NULL AS exists`,
  );
  if (table.rows[0]?.exists !== true) return false;
  const names = MIGRATIONS.map((migration) => migration.name);
  const done = await client.query('SELECT 1 FROM migrations WHERE name = ANY($1)', [names]);
  return done.rowCount === names.length;
}

async function runMigrations(connections: Connections): Promise<string[]> {
  const queuePool = connections.pool({ max: 1 });
  await runQueueMigrations({ pgPool: queuePool, logger: SILENT }).finally(() => queuePool.end());
  const extra = connections.poolOptions;
  const dataSource = new DataSource({ type: 'postgres', extra, migrations: MIGRATIONS, poolSize: 1 });
  await dataSource.initialize();
  try {
    const done = await dataSource.runMigrations({ transaction: 'each' });
    return done.map((migration) => migration.name);
  } finally {
    await dataSource.destroy();
  }
}
