import { Inject, Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { setTimeout as sleep } from 'node:timers/promises';
import { types } from 'pg';
import { DataSource, type EntityManager } from 'typeorm';
import { CONFIG, type Config } from '../config/config.js';
import {
  DatabaseUnavailable,
  isConflict,
  isLasting,
  isReadOnly,
  isRefusedValue,
  translated,
} from './database-errors.js';
import { DriverPool } from './driver-pool.js';
import { migrate, SchemaTooNew } from './migrate.js';
import { type EndablePool, probePool, replicaPool } from './direct-pool.js';
import { messageOf } from '../../basics/message-of.js';
import { settlesWithin } from '../../basics/settles-within.js';

const RETRY_MS = 250;
/** After faults that last until somebody acts: servers count failed logins, and lock out who has too many. */
const LASTING_RETRY_MS = 5000;
const TRANSACTION_ATTEMPTS = 5;
/** A replica that failed is not asked again for this long. */
const REPLICA_RETRY_MS = 5000;
const END_MS = 3000;
/** PostgreSQL's own limit of one statement. */
export const STATEMENT_TIMEOUT_MS = 4000;
/** A client hears within 5 s that the database can't serve it, even if the server hangs. */
export const DEADLINE_MS = 4500;

/** Locks no row, but is refused like any write. */
const WRITES = 'SELECT FROM accounts WHERE false FOR UPDATE';

/** Tells the time. */
export type Clock = () => Date;

/** Runs a statement, in a transaction or by itself. */
export interface Statements {
  query(sql: string, parameters?: unknown[]): Promise<unknown>;
}

/** What repositories write in, so that it happens at once or not at all. */
export type Transaction = EntityManager;

// Ids and counts stay below 2^53.
types.setTypeParser(types.builtins.INT8, Number);

/** The time of PostgreSQL's clock. */
export async function timeOf(statements: Statements): Promise<Date> {
  const [row] = (await statements.query('SELECT clock_timestamp() AS now')) as { now: Date }[];
  if (!row) throw new Error('The clock returned no row');
  return row.now;
}

/** Connects and migrates in the background; runs transactions, and the SQL that TypeORM has no words for. */
@Injectable()
export class Database implements OnApplicationShutdown {
  private readonly logger = new Logger(Database.name);
  private readonly tell = (sentence: string) => {
    this.logger.log(sentence);
  };
  private isClosing = false;
  private isReady = false;
  /** Not one of TypeORM's: those keep a process from starting while a replica is down. */
  private readonly replica: EndablePool | null;
  private readonly probe: EndablePool;
  private probing: Promise<string | null> | null = null;
  /** On performance.now()'s clock. */
  private replicaDownUntil = 0;
  private announceReady!: () => void;
  private readonly ready = new Promise<void>((resolve) => (this.announceReady = resolve));

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly pool: DriverPool,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    this.replica = config.readDatabaseUrl === null ? null : replicaPool(config.readDatabaseUrl, config);
    this.probe = probePool(config);
  }

  /** Why the last try of {@link connect} failed; null: it goes on. */
  startFault: string | null = null;

  /** Resolves when the database is reachable and its schema is current; retries until then.
   *  @throws SchemaTooNew */
  async connect(): Promise<void> {
    for (let told: string | null = null; !this.isClosing && !this.isReady;) {
      this.startFault = null;
      try {
        const { migrationDatabaseUrl: url } = this.config;
        if (url) await migrate(url, { log: this.tell });
        if (!this.dataSource.isInitialized) await this.dataSource.initialize();
        this.isReady = true;
        this.announceReady();
      } catch (error) {
        if (error instanceof SchemaTooNew) throw error;
        const fault = messageOf(error);
        if (fault !== told) this.logger.error(`The database is not usable yet, retrying: ${fault}`);
        this.startFault = told = fault;
        await sleep(isLasting(error) ? LASTING_RETRY_MS : RETRY_MS);
      }
    }
  }

  /** Resolves when {@link connect} has. */
  async whenReady(): Promise<void> {
    await this.ready;
  }

  /** Connections of the pool: all, idle ones, and requests that wait for one. */
  get connections(): { total: number; idle: number; waiting: number } {
    if (!this.isReady) return { total: 0, idle: 0, waiting: 0 };
    const { totalCount, idleCount, waitingCount } = this.pool.current;
    return { total: totalCount, idle: idleCount, waiting: waitingCount };
  }

  /** Why no request can be served now; null if the database serves them, however many wait for its connections. Those who
   *  ask at the same time get the same answer. */
  async fault(): Promise<string | null> {
    this.probing ??= this.probed().finally(() => (this.probing = null));
    return this.probing;
  }

  private async probed(): Promise<string | null> {
    if (!this.isReady) return 'The database is not reachable, or its schema is not current yet.';
    try {
      await this.probe.pool.query(WRITES);
      return null;
    } catch (error) {
      return isReadOnly(error) ? 'The database is read-only.' : 'The database is not reachable.';
    }
  }

  /** Whether a request would get a connection that writes. */
  async serves(): Promise<boolean> {
    return this.query(WRITES).then(
      () => true,
      () => false,
    );
  }

  /** Runs one statement outside of any transaction.
   *  @throws DatabaseUnavailable */
  async query<Row extends object>(sql: string, parameters: readonly unknown[] = []): Promise<Row[]> {
    this.requireReady();
    try {
      return (await this.pool.current.query<Row>(sql, [...parameters])).rows;
    } catch (error) {
      throw translated(error);
    }
  }

  /** Reads PostgreSQL's clock, the only one that all processes share, and goes on with it.
   *  @throws DatabaseUnavailable */
  async clock(): Promise<Clock> {
    const time = await timeOf(this);
    const readAt = performance.now();
    return () => new Date(time.getTime() + performance.now() - readAt);
  }

  /** Like {@link query}, for reads that may lag behind: asks the replica if there is one and it answers. It may be down,
   *  get a new schema later than the primary, or cancel a statement that conflicts with replay.
   *  @throws DatabaseUnavailable */
  async queryReplica<Row extends object>(sql: string, parameters: readonly unknown[]): Promise<Row[]> {
    const { replica } = this;
    if (!replica || performance.now() < this.replicaDownUntil) return this.query<Row>(sql, parameters);
    try {
      return (await replica.pool.query<Row>(sql, [...parameters])).rows;
    } catch (error) {
      if (isRefusedValue(error)) throw translated(error);
      if (!isConflict(error)) this.replicaDownUntil = performance.now() + REPLICA_RETRY_MS;
      return this.query<Row>(sql, parameters);
    }
  }

  /** Runs `work` in a transaction, and again if it lost a race against another one.
   *  @throws DatabaseUnavailable */
  async transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    this.requireReady();
    for (let attempt = 1; ; attempt++) {
      try {
        const result = this.dataSource.transaction(work);
        if (await settlesWithin(DEADLINE_MS, result)) return await result;
        throw new DatabaseUnavailable({
          cause: new Error(`A transaction has not ended within ${String(DEADLINE_MS)} ms`),
        });
      } catch (error) {
        if (!isConflict(error) || attempt === TRANSACTION_ATTEMPTS) throw translated(error);
      }
    }
  }

  async onApplicationShutdown(): Promise<void> {
    this.isClosing = true;
    await Promise.all([this.replica?.end(END_MS), this.probe.end(END_MS)]);
  }

  private requireReady(): void {
    if (!this.isReady) throw new DatabaseUnavailable();
  }
}
