import {
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type BeforeApplicationShutdown,
} from '@nestjs/common';
import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Logger as QueueLogger, parseCronItems, run, type Runner, type WorkerEvents } from 'graphile-worker';
import { CONFIG, type Config } from '../config/config.js';
import { Database } from '../database/database.js';
import { DatabaseSession, DEAD_AMONG } from '../database/database-session.js';
import { directPool } from '../database/direct-pool.js';

/** What is done for each job of a name.
 *  @param signal is aborted when the job has to be given back */
export type JobHandler = (signal: AbortSignal) => Promise<void>;

/** Work that is small, or done in small parts. */
export type Chore = () => Promise<void>;

const CONNECTIONS = 4;
const SWEEP_MS = 5000;
const RESTART_MS = 1000;
/** A job that has not ended so long after the process was told to is given back. */
const GRACE_MS = 20_000;

/** Runs jobs, as many at once as the settings say, and takes over what dead workers have left. Knows no feature. */
@Injectable()
export class JobRunner implements OnApplicationBootstrap, BeforeApplicationShutdown {
  /** Names this worker to the others. */
  readonly workerId = `worker-${crypto.randomUUID()}`;
  private readonly logger = new Logger(JobRunner.name);
  private readonly handlers = new Map<string, JobHandler>();
  private readonly crontab: { readonly task: string; readonly match: string }[] = [];
  private readonly chores: Chore[] = [() => this.unlockJobs()];
  private readonly abort = new AbortController();
  private runner: Runner | null = null;
  private running: Promise<void> = Promise.resolve();

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly database: Database,
    private readonly session: DatabaseSession,
  ) {}

  handle(name: string, handler: JobHandler): void {
    this.handlers.set(name, handler);
  }

  /** @param match five fields, in UTC */
  schedule(name: string, match: string, handler: JobHandler): void {
    this.handlers.set(name, handler);
    this.crontab.push({ task: name, match });
  }

  /** Has something done every few seconds by every worker, however many jobs there are. */
  keepDoing(chore: Chore): void {
    this.chores.push(chore);
  }

  /** Which of these workers are no more. */
  async deadAmong(workerIds: readonly string[]): Promise<string[]> {
    if (workerIds.length === 0) return [];
    const rows = await this.database.rows<{ name: string }>({ text: DEAD_AMONG }, [workerIds]);
    return rows.map(({ name }) => name);
  }

  onApplicationBootstrap(): void {
    if (this.config.role === 'api') return;
    this.session.hold(this.workerId);
    this.running = this.work();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.stop();
  }

  /** Takes no further job and waits for those under way, or gives them back. */
  async stop(): Promise<void> {
    this.abort.abort();
    await this.runner?.stop().catch(() => undefined);
    await this.running;
  }

  get isStopping(): boolean {
    return this.abort.signal.aborted;
  }

  /** The library gives up after some errors in a row: an outage must not end the worker. */
  private async work(): Promise<void> {
    await Promise.race([this.database.whenReady(), this.untilStopped()]);
    const sweeping = this.sweep();
    while (!this.isStopping) {
      try {
        await this.runOnce();
      } catch (error) {
        this.logger.warn(`The queue is not usable now, trying again: ${String(error)}`);
      }
      await this.pause(RESTART_MS);
    }
    await sweeping;
  }

  private async runOnce(): Promise<void> {
    const pool = directPool(this.config, CONNECTIONS);
    try {
      const events: WorkerEvents = new EventEmitter();
      events.setMaxListeners(0);
      events.on('pool:create', ({ workerPool }) => {
        this.session.hold(workerPool.id);
      });
      this.runner = await run({
        pgPool: pool,
        concurrency: this.config.auditConcurrency,
        noHandleSignals: true,
        taskList: Object.fromEntries([...this.handlers].map(([name, handler]) => [name, this.task(handler)])),
        parsedCronItems: parseCronItems(this.crontab),
        logger: this.queueLogger(),
        events,
        preset: {
          worker: {
            completeJobBatchDelay: 0,
            failJobBatchDelay: 0,
            gracefulShutdownAbortTimeout: GRACE_MS,
            pollInterval: SWEEP_MS,
          },
        },
      });
      if (this.isStopping) await this.runner.stop();
      await this.runner.promise;
    } finally {
      this.runner = null;
      await pool.end().catch(() => undefined);
    }
  }

  private task(handler: JobHandler) {
    return async (_payload: unknown, { abortSignal }: { abortSignal: AbortSignal }) => {
      await this.session.whenConnected();
      await handler(abortSignal);
    };
  }

  private async sweep(): Promise<void> {
    while (!this.isStopping) {
      await this.pause(SWEEP_MS * (0.8 + 0.4 * Math.random()));
      for (const chore of this.chores) {
        await chore().catch((error: unknown) => {
          this.logger.debug(`A chore failed, trying again: ${String(error)}`);
        });
      }
    }
  }

  /** The library itself would wait for hours. */
  private async unlockJobs(): Promise<void> {
    const rows = await this.database.rows<{ locked_by: string }>(
      { text: 'SELECT DISTINCT locked_by FROM graphile_worker.jobs WHERE locked_by IS NOT NULL' },
      [],
    );
    const dead = await this.deadAmong(rows.map((row) => row.locked_by));
    if (dead.length === 0) return;
    await this.database.rows({ text: 'SELECT graphile_worker.force_unlock_workers($1)' }, [dead]);
  }

  private queueLogger(): QueueLogger {
    return new QueueLogger(() => (level, message) => {
      if ((level as string) === 'error') this.logger.warn(message);
      else this.logger.debug(message);
    });
  }

  private async pause(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: this.abort.signal }).catch(() => undefined);
  }

  private async untilStopped(): Promise<void> {
    await new Promise<void>((resolve) => {
      if (this.isStopping) resolve();
      this.abort.signal.addEventListener('abort', () => {
        resolve();
      });
    });
  }
}
