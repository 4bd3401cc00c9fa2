import { Inject, Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { CONFIG, type Config } from '../config/config.js';
import { NAMES_SEED } from './advisory-locks.js';
import { Connections } from './connections.js';

/** Gets what was notified; null: the connection is new, so something may have been missed. */
export type Listener = (payload: string | null) => void;

const SESSION_NAME = 'pagegrade session';
const RETRY_MS = 250;
const HEARTBEAT_MS = 2000;
/** Longer than a process takes to notice that its session is lost, and to connect again: a heartbeat that is not
 *  answered (6 s) and an attempt to connect that times out (3 s). */
const SETTLED_MS = 10_000;
/** By which the server notices within 15 s that this process's machine is gone, and frees its locks; where its system
 *  knows them. */
const KEEPALIVE = [
  'tcp_keepalives_idle = 5',
  'tcp_keepalives_interval = 3',
  'tcp_keepalives_count = 3',
  "tcp_user_timeout = '15s'",
];

/** One connection that is kept for as long as the process lives, past any pooler: for notifications, and for locks
 *  that tell others whether this process is alive. Connects again by itself. */
@Injectable()
export class DatabaseSession implements OnApplicationShutdown {
  private readonly logger = new Logger(DatabaseSession.name);
  private readonly listeners = new Map<string, Listener>();
  private readonly locks = new Set<string>();
  private client: pg.Client | null = null;
  /** On performance.now()'s clock. */
  private connectedAt = 0;
  private readonly closing = new AbortController();
  private waiters: (() => void)[] = [];

  private readonly connections: Connections;

  constructor(@Inject(CONFIG) config: Config) {
    this.connections = new Connections(config.migrationDatabaseUrl ?? '');
  }

  /** To be called before {@link open}. */
  listen(channel: string, listener: Listener): void {
    this.listeners.set(channel, listener);
  }

  /** Holds a lock of a name, by which others see that this process is alive, see {@link DEAD_AMONG}.
   *  @returns when it is held, or there is no session: the next one takes it */
  async hold(name: string): Promise<void> {
    this.locks.add(name);
    // Where that fails the session is lost.
    if (this.client) await take(this.client, name).catch(() => undefined);
  }

  /** Lets go of a name that was held. */
  drop(name: string): void {
    // Where that fails the session is lost, and the next one does not take it.
    if (this.locks.delete(name)) this.client?.query(RELEASE, [name]).catch(() => undefined);
  }

  /** Whether every live process has had the time to take its locks again since this session began. */
  get isSettled(): boolean {
    return this.client !== null && performance.now() - this.connectedAt >= SETTLED_MS;
  }

  /** Connects now and whenever the connection is lost. */
  open(): void {
    void this.keepConnected();
  }

  get isConnected(): boolean {
    return this.client !== null;
  }

  /** Resolves while the session is there, with all its locks. */
  async whenConnected(): Promise<void> {
    if (this.client === null) await new Promise<void>((resolve) => this.waiters.push(resolve));
  }

  async onApplicationShutdown(): Promise<void> {
    this.closing.abort();
    await this.client?.end().catch(() => undefined);
  }

  private async keepConnected(): Promise<void> {
    for (let lastFault = ''; !this.isClosing();) {
      const client = this.newClient();
      try {
        await this.prepare(client);
        lastFault = '';
        await this.untilLost(client);
      } catch (error) {
        if (!this.isClosing() && String(error) !== lastFault)
          this.logger.warn(`No session: ${String(error)}`);
        lastFault = String(error);
      } finally {
        this.client = null;
        client.end().catch(() => undefined);
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
    // Last, so that no name is missed that is added meanwhile.
    for (const name of this.locks) await take(client, name);
    this.connectedAt = performance.now();
    this.client = client;
    for (const wake of this.waiters.splice(0)) wake();
    for (const listener of this.listeners.values()) listener(null);
  }

  /** A server that vanished without a word shows by a heartbeat alone. */
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

/** No session but a lost one of this process can hold a lock of its name; {@link DEAD_AMONG} takes it for an instant,
 *  but in no session of this kind. */
const END_LOST = `SELECT pg_terminate_backend(pid) FROM pg_locks JOIN pg_stat_activity USING (pid)
  WHERE application_name = '${SESSION_NAME}' AND pid <> pg_backend_pid()
    AND locktype = 'advisory' AND objsubid = 1 AND granted
    AND pg_locks.database = (SELECT oid FROM pg_database WHERE datname = current_database())
    AND (classid::bigint << 32) | objid::bigint = hashtextextended($1, ${String(NAMES_SEED)})`;

/** @throws Error where a lost session of this process held it, which is ended now */
async function take(client: pg.Client, name: string): Promise<void> {
  const { rows } = await client.query<{ taken: boolean }>(TAKE, [name]);
  if (rows[0]?.taken === true) return;
  await client.query(END_LOST, [name]);
  throw new Error(`the lock of ${name} was still held`);
}

/** Statement that finds which of the names in `$1` no live session holds. */
export const DEAD_AMONG = `SELECT name FROM unnest($1::text[]) AS name
  WHERE pg_try_advisory_xact_lock(hashtextextended(name, ${String(NAMES_SEED)}))`;
