import type pg from 'pg';
import { type Config } from '../config/config.js';
import { Connections } from './connections.js';
import { onConnect } from './prepared-statements.js';

/** The primary is asked afterwards. */
const REPLICA_TIMEOUT_MS = 2000;
const PROBE_TIMEOUT_MS = 2500;

/** A pool that can be ended whatever its connections wait for. */
export interface EndablePool {
  readonly pool: pg.Pool;
  readonly end: (limitMs: number) => Promise<void>;
}

/** A few connections that bypass any pooler, for libraries that listen for notifications and prepare statements. */
export function directPool(config: Config, max: number): EndablePool {
  const connections = new Connections(config.migrationDatabaseUrl ?? '');
  const pool = connections.pool({
    max,
    connectionTimeoutMillis: 3000,
    statement_timeout: 10_000,
    query_timeout: 12_000,
    application_name: 'pagegrade queue',
  });
  releaseOnce(pool);
  return { pool, end: (limitMs) => connections.end(pool, limitMs) };
}

type Connected = Parameters<Parameters<pg.Pool['connect']>[0]>;

/** graphile-worker may release the connection on which it listens twice: when that is lost while the worker stops, before
 *  LISTEN was answered. The error of the second time would reach nobody, and end the process. */
function releaseOnce(pool: pg.Pool): void {
  const connect = pool.connect.bind(pool);
  const guarded = (callback?: (...connected: Connected) => void) => {
    if (!callback) return connect();
    connect((error, client, done) => {
      let isReleased = false;
      callback(error, client, (fault) => {
        if (!isReleased) done(fault);
        isReleased = true;
      });
    });
    return undefined;
  };
  pool.connect = guarded as pg.Pool['connect'];
}

/** The connection of the readiness check: one of the requests' pool may have to be waited for, which says nothing of the
 *  database. */
export function probePool(config: Config): EndablePool {
  const connections = new Connections(config.databaseUrl ?? '');
  const pool = connections.pool({
    max: 1,
    connectionTimeoutMillis: 3000,
    // The server's own limits end what waits there; it would not notice that nobody waits any more.
    statement_timeout: PROBE_TIMEOUT_MS,
    lock_timeout: PROBE_TIMEOUT_MS,
    query_timeout: 3000,
    idleTimeoutMillis: 0,
    application_name: 'pagegrade readiness',
  });
  return { pool, end: (limitMs) => connections.end(pool, limitMs) };
}

/** Connections to a replica, which only reads. */
export function replicaPool(url: string, config: Config): EndablePool {
  const connections = new Connections(url, 'any');
  const pool = connections.pool({
    max: config.databasePoolSize,
    connectionTimeoutMillis: 1000,
    statement_timeout: REPLICA_TIMEOUT_MS,
    query_timeout: REPLICA_TIMEOUT_MS,
    application_name: 'pagegrade reads',
    onConnect: onConnect(config),
  });
  return { pool, end: (limitMs) => connections.end(pool, limitMs) };
}
