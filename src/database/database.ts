import { Inject, Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Pool, types } from 'pg';
import { DataSource, type EntityManager } from 'typeorm';
import { CONFIG, type Config } from '../config/config.js';
import {
  DatabaseUnavailable,
  isConflict,
  isOutage,
  isReadOnly,
  isRefusedValue,
  ValueRefused,
} from './database-errors.js';
import { replicaPool } from './direct-pool.js';
import { migrate } from './migrate.js';
import { parseTimestamp } from './timestamps.js';

/** A statement that PostgreSQL plans once per connection. The text stands for itself: one name, one text. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

const statements = new Map<string, Statement>();

/** A statement of which there are few, named by what it says. */
export function statementOf(text: string): Statement {
  let statement = statements.get(text);
  if (!statement) {
    statement = { name: `s_${createHash('sha256').update(text).digest('hex').slice(0, 16)}`, text };
    statements.set(text, statement);
  }
  return statement;
}

const RETRY_MS = 250;
const TRANSACTION_ATTEMPTS = 5;
/** A replica that was away is not asked for so long. */
const REPLICA_RETRY_MS = 5000;
/** Within 5 s a client must hear that the database can't serve it, whatever hangs. */
const DEADLINE_MS = 4500;

/** Reads no row and locks none, and is refused like any write. The connection on which that happens is closed. */
const WRITABLE: Statement = { name: 'writable', text: 'SELECT FROM accounts WHERE false FOR UPDATE' };

// Ids and counts stay below 2^53, so the driver may hand them over as numbers.
types.setTypeParser(types.builtins.INT8, Number);
types.setTypeParser(types.builtins.TIMESTAMPTZ, parseTimestamp);

/** The one way to PostgreSQL: connects and migrates in the background, and turns every outage into
 *  {@link DatabaseUnavailable}. */
@Injectable()
export class Database implements OnApplicationShutdown {
  private readonly logger = new Logger(Database.name);
  private isClosing = false;
  private isReady = false;
  /** Beside TypeORM's pools: those keep a process from starting while a replica is away. */
  private readonly replica: Pool | null;
  /** On performance.now()'s clock. */
  private replicaAwayUntil = 0;
  private announceReady!: () => void;
  private readonly ready = new Promise<void>((resolve) => (this.announceReady = resolve));

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    this.replica = config.readDatabaseUrl === null ? null : replicaPool(config.readDatabaseUrl, config);
  }

  /** Resolves once the database is reachable and its schema current; tries until then. */
  async connect(): Promise<void> {
    for (let lastFault = ''; !this.isClosing && !this.isReady;) {
      try {
        if (this.config.migrationDatabaseUrl) await migrate(this.config.migrationDatabaseUrl);
        if (!this.dataSource.isInitialized) await this.dataSource.initialize();
        this.isReady = true;
        this.announceReady();
      } catch (error) {
        const fault = error instanceof Error ? error.message : String(error);
        if (fault !== lastFault) this.logger.error(`The database is not usable yet, trying again: ${fault}`);
        lastFault = fault;
        await sleep(RETRY_MS);
      }
    }
  }

  /** Resolves once {@link connect} has. */
  async whenReady(): Promise<void> {
    await this.ready;
  }

  /** Connections of the pool: in all, without work, and requests that wait for one. */
  get connections(): { total: number; idle: number; waiting: number } {
    if (!this.isReady) return { total: 0, idle: 0, waiting: 0 };
    const { totalCount, idleCount, waitingCount } = this.pool;
    return { total: totalCount, idle: idleCount, waiting: waitingCount };
  }

  /** Why requests can't be served now; `null` when they can. */
  async fault(): Promise<string | null> {
    if (!this.isReady) return 'The database is not reachable or its schema not current yet.';
    try {
      await this.rows(WRITABLE, []);
      return null;
    } catch (error) {
      const isRefused = error instanceof Error && isReadOnly(error.cause);
      return isRefused ? 'The database takes no writes.' : 'The database is not reachable.';
    }
  }

  /** Rows of one statement, read outside of any transaction.
   *  @throws DatabaseUnavailable */
  async rows<Row extends object>(
    statement: Statement | { readonly text: string },
    values: readonly unknown[],
  ): Promise<Row[]> {
    this.requireReady();
    try {
      return await this.rowsFrom<Row>(this.pool, statement, values);
    } catch (error) {
      throw translated(error);
    }
  }

  /** Like {@link rows} for what may be a moment old: asks the replica, if there is one and it answers. It may be away,
   *  know a new schema later than the primary, or break a statement off for what it has to replay. */
  async rowsOfReplica<Row extends object>(
    statement: Statement | { readonly text: string },
    values: readonly unknown[],
  ): Promise<Row[]> {
    const { replica } = this;
    if (!replica || performance.now() < this.replicaAwayUntil) return this.rows<Row>(statement, values);
    try {
      return await this.rowsFrom<Row>(replica, statement, values);
    } catch (error) {
      if (isRefusedValue(error)) throw translated(error);
      if (!isConflict(error)) this.replicaAwayUntil = performance.now() + REPLICA_RETRY_MS;
      return this.rows<Row>(statement, values);
    }
  }

  /** Runs `work` in one transaction; again where it lost a race against another one.
   *  @throws DatabaseUnavailable */
  async transaction<T>(work: (manager: EntityManager) => Promise<T>): Promise<T> {
    this.requireReady();
    for (let attempt = 1; ; attempt++) {
      try {
        return await within(DEADLINE_MS, this.dataSource.transaction(work));
      } catch (error) {
        if (!isConflict(error) || attempt === TRANSACTION_ATTEMPTS) throw translated(error);
      }
    }
  }

  async onApplicationShutdown(): Promise<void> {
    this.isClosing = true;
    await this.replica?.end();
  }

  private requireReady(): void {
    if (!this.isReady) throw new DatabaseUnavailable();
  }

  private async rowsFrom<Row extends object>(
    pool: Pool,
    statement: Statement | { readonly text: string },
    values: readonly unknown[],
  ): Promise<Row[]> {
    const planned = this.config.preparedStatements ? statement : { text: statement.text };
    const query = { ...planned, values: values as unknown[], query_timeout: DEADLINE_MS };
    return (await pool.query<Row>(query)).rows;
  }

  private get pool(): Pool {
    return (this.dataSource.driver as unknown as { master: Pool }).master;
  }
}

function translated(error: unknown): unknown {
  if (isOutage(error) || isConflict(error)) return new DatabaseUnavailable({ cause: error });
  return isRefusedValue(error) ? new ValueRefused({ cause: error }) : error;
}

async function within<T>(ms: number, promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(new DatabaseUnavailable());
    }, ms);
  });
  try {
    return await Promise.race([promise, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
