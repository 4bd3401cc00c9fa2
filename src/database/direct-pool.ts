import pg from 'pg';
import { type Config } from '../config/config.js';
import { planByIndexes } from './planner.js';

/** A few connections past any pooler, for what listens and prepares by itself. */
export function directPool(config: Config, max: number): pg.Pool {
  const pool = new pg.Pool({
    connectionString: config.migrationDatabaseUrl ?? undefined,
    max,
    connectionTimeoutMillis: 3000,
    statement_timeout: 10_000,
    query_timeout: 12_000,
    keepAlive: true,
    application_name: 'pagegrade queue',
  });
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/** Connections to a replica, which only reads. */
export function replicaPool(url: string, { databasePoolSize }: Config): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: databasePoolSize,
    connectionTimeoutMillis: 1000,
    statement_timeout: 4000,
    keepAlive: true,
    application_name: 'pagegrade reads',
    onConnect: planByIndexes,
  });
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}
