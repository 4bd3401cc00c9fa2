import { Inject, Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Pool, types } from 'pg';
import { DataSource, type EntityManager } from 'typeorm';
import { CONFIG, type Config } from '../config/config.js';
import {
  DatabaseUnavailable,
  isConflict,
  isOutage,
  isRefusedValue,
  ValueRefused,
} from './database-errors.js';
import { migrate } from './migrate.js';

/** A statement that PostgreSQL plans once per connection. The text stands for itself: one name, one text. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

const RETRY_MS = 250;
const TRANSACTION_ATTEMPTS = 5;
/** Within 5 s a client must hear that the database can't serve it, whatever hangs. */
const DEADLINE_MS = 4500;

// Ids and counts stay below 2^53, so the driver may hand them over as numbers.
types.setTypeParser(types.builtins.INT8, Number);

/** The one way to PostgreSQL: connects and migrates in the background, and turns every outage into
 *  {@link DatabaseUnavailable}. */
@Injectable()
export class Database implements OnApplicationShutdown {
  private readonly logger = new Logger(Database.name);
  private isClosing = false;
  private isReady = false;
  private announceReady!: () => void;
  private readonly ready = new Promise<void>((resolve) => (this.announceReady = resolve));

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

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
    return this.rows({ text: 'SELECT 1' }, []).then(
      () => null,
      () => 'The database is not reachable.',
    );
  }

  /** Rows of one statement, read outside of any transaction.
   *  @throws DatabaseUnavailable */
  async rows<Row extends object>(
    statement: Statement | { readonly text: string },
    values: readonly unknown[],
  ): Promise<Row[]> {
    this.requireReady();
    try {
      const query = { ...statement, values: values as unknown[], query_timeout: DEADLINE_MS };
      const result = await this.pool.query<Row>(query);
      return result.rows;
    } catch (error) {
      throw translated(error);
    }
  }

  /** Like {@link rows} for a statement whose best plan depends on the values: it is planned anew each time. */
  async search<Row extends object>(text: string, values: readonly unknown[]): Promise<Row[]> {
    return this.rows<Row>({ text }, values);
  }

  /** Runs `work` in one transaction; again where it lost a race against another one.
   *  @throws DatabaseUnavailable, at the latest after `deadlineMs` */
  async transaction<T>(work: (manager: EntityManager) => Promise<T>, deadlineMs = DEADLINE_MS): Promise<T> {
    this.requireReady();
    for (let attempt = 1; ; attempt++) {
      try {
        return await within(deadlineMs, this.dataSource.transaction(work));
      } catch (error) {
        if (!isConflict(error) || attempt === TRANSACTION_ATTEMPTS) throw translated(error);
      }
    }
  }

  onApplicationShutdown(): void {
    this.isClosing = true;
  }

  private requireReady(): void {
    if (!this.isReady) throw new DatabaseUnavailable();
  }

  private get pool(): Pool {
    return (this.dataSource.driver as unknown as { master: Pool }).master;
  }
}

function translated(error: unknown): unknown {
  if (isOutage(error)) return new DatabaseUnavailable({ cause: error });
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
