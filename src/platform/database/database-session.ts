import {
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { CONFIG, type Config } from '../config/config.js';
import { NAMES_SEED } from './advisory-locks.js';
import { Connections } from './connections.js';
import { Database } from './database.js';

/** Called with the payload of a notification; with null when the connection is new and may have missed some. */
export type Listener = (payload: string | null) => void;

const SESSION_NAME = 'pagegrade session';
const RETRY_MS = 250;
const HEARTBEAT_MS = 2000;
/** Longer than a process takes to detect that its session is lost and to connect again: an unanswered heartbeat (6 s) and
 *  one connection attempt that times out (3 s). */
const SETTLED_MS = 10_000;
/** TCP keepalive: the server detects within 15 s that this process's machine is gone, and frees its locks. Not every
 *  operating system knows all of them. */
const KEEPALIVE = [
  'tcp_keepalives_idle = 5',
  'tcp_keepalives_interval = 3',
  'tcp_keepalives_count = 3',
  "tcp_user_timeout = '15s'",
];

/** A connection that bypasses any pooler and lives as long as the process: for notifications, and for advisory locks that
 *  tell other processes that this one is alive. Reconnects by itself. */
@Injectable()
export class DatabaseSession implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(DatabaseSession.name);
  private readonly listeners = new Map<string, Listener>();
  private readonly locks = new Set<string>();
  private client: pg.Client | null = null;
  /** On performance.now()'s clock. */
  private connectedAt = 0;
  private readonly closing = new AbortController();
  private waiters: (() => void)[] = [];
  private readonly connections = new Connections(this.config.migrationDatabaseUrl ?? '');

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly database: Database,
  ) {}

  /** Connects as soon as the database is ready, and whenever the connection is lost. */
  onApplicationBootstrap(): void {
    void this.database.whenReady().then(() => this.keepConnected());
  }

  /** To be called before the application is bootstrapped. */
  listen(channel: string, listener: Listener): void {
    this.listeners.set(channel, listener);
  }

  /** Holds the lock of a name for as long as the process lives, see {@link DEAD_AMONG}. Resolves when it is held, or when
   *  there is no session: the next one takes it. */
  async hold(name: string): Promise<void> {
    this.locks.add(name);
    const { client } = this;
    // A session without all of its locks would let others believe that this process is dead.
    if (client) await take(client, name).catch(() => client.end().catch(() => undefined));
  }

  /** Releases the lock of a name. */
  drop(name: string): void {
    // If this fails, the session is lost, and the next one does not take the lock.
    if (this.locks.delete(name)) this.client?.query(RELEASE, [name]).catch(() => undefined);
  }

  /** Whether every live process has had time to reconnect and take its locks since this session began. */
  get isSettled(): boolean {
    return this.client !== null && performance.now() - this.connectedAt >= SETTLED_MS;
  }

  get isConnected(): boolean {
    return this.client !== null;
  }

  /** Resolves when the session is connected and holds all locks. */
  async whenConnected(): Promise<void> {
    if (this.client === null) await new Promise<void>((resolve) => this.waiters.push(resolve));
  }

  async onApplicationShutdown(): Promise<void> {
    this.closing.abort();
    await this.client?.end().catch(() => undefined);
  }

  private async keepConnected(): Promise<void> {
    for (let lastFault = ''; !this.isClosing();) {
      let client: pg.Client | null = null;
      try {
        // The driver reads the files of a URL, which may be missing for a moment.
        client = this.newClient();
        await this.prepare(client);
        lastFault = '';
        await this.untilLost(client);
      } catch (error) {
        if (!this.isClosing() && String(error) !== lastFault)
          this.logger.warn(`No session: ${String(error)}`);
        lastFault = String(error);
      } finally {
        this.client = null;
        client?.end().catch(() => undefined);
      }
      if (!this.isClosing()) await sleep(RETRY_MS);
    }
  }

  private isClosing(): boolean {
    return this.closing.signal.aborted;
  }

  private newClient(): pg.Client {
    const client = this.connections.client({
      connectionTimeoutMillis: 3000,
      query_timeout: 4000,
      keepAlive: true,
      application_name: SESSION_NAME,
    });
    client.on('notification', ({ channel, payload }) => this.listeners.get(channel)?.(payload ?? ''));
    return client;
  }

  private async prepare(client: pg.Client): Promise<void> {
    await client.connect();
    for (const setting of KEEPALIVE) await client.query(`SET ${setting}`).catch(() => undefined);
    for (const channel of this.listeners.keys()) await client.query(`LISTEN ${channel}`);
    // Last, so that none is missed that is added or dropped meanwhile.
    await this.takeLocks(client);
    this.connectedAt = performance.now();
    this.client = client;
    for (const wake of this.waiters.splice(0)) wake();
    for (const listener of this.listeners.values()) listener(null);
  }

  private async takeLocks(client: pg.Client): Promise<void> {
    const taken = new Set<string>();
    for (;;) {
      const wanted = [...this.locks].find((name) => !taken.has(name));
      const dropped = [...taken].find((name) => !this.locks.has(name));
      if (wanted !== undefined) {
        await take(client, wanted);
        taken.add(wanted);
      } else if (dropped !== undefined) {
        await client.query(RELEASE, [dropped]);
        taken.delete(dropped);
      } else return;
    }
  }

  /** Only a heartbeat detects a server that vanished without closing the connection. */
  private async untilLost(client: pg.Client): Promise<void> {
    const lost = new AbortController();
    client.once('end', () => {
      lost.abort();
    });
    while (!lost.signal.aborted) {
      await client.query('SELECT 1');
      await sleep(HEARTBEAT_MS, undefined, { signal: lost.signal }).catch(() => undefined);
    }
  }
}

const TAKE = `SELECT pg_try_advisory_lock(hashtextextended($1, ${String(NAMES_SEED)})) AS taken`;

const RELEASE = `SELECT pg_advisory_unlock(hashtextextended($1, ${String(NAMES_SEED)}))`;

/** Terminates our own stale session: no other session of this kind can hold the lock. {@link DEAD_AMONG} takes it for an
 *  instant, in another kind of session. */
const END_LOST = `SELECT pg_terminate_backend(pid) FROM pg_locks JOIN pg_stat_activity USING (pid)
  WHERE application_name = '${SESSION_NAME}' AND pid <> pg_backend_pid()
    AND locktype = 'advisory' AND objsubid = 1 AND granted
    AND pg_locks.database = (SELECT oid FROM pg_database WHERE datname = current_database())
    AND (classid::bigint << 32) | objid::bigint = hashtextextended($1, ${String(NAMES_SEED)})`;

/** @throws Error if a stale session of this process held the lock; it is terminated */
async function take(client: pg.Client, name: string): Promise<void> {
  const { rows } = await client.query<{ taken: boolean }>(TAKE, [name]);
  if (rows[0]?.taken === true) return;
  await client.query(END_LOST, [name]);
  throw new Error(`the lock of ${name} was still held`);
}

/** Finds the names in `$1` whose locks no session holds. */
export const DEAD_AMONG = `SELECT name FROM unnest($1::text[]) AS name
  WHERE pg_try_advisory_xact_lock(hashtextextended(name, ${String(NAMES_SEED)}))`;
