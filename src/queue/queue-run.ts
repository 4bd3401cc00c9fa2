import { EventEmitter } from 'node:events';
import {
  Logger as QueueLogger,
  type ParsedCronItem,
  run,
  type Runner,
  type TaskList,
  type WorkerEvents,
} from 'graphile-worker';
import { type EndablePool } from '../database/direct-pool.js';
import { settlesWithin } from '../settles-within.js';

/** How often the library asks for jobs when nothing wakes it. */
export const POLL_MS = 5000;
const START_LIMIT_MS = 30_000;
const END_LIMIT_MS = 1000;
const POOL_END_LIMIT_MS = 500;
/** The library's own limit never applies: {@link JobRunner} aborts its handlers itself. */
const NO_LIMIT_MS = 2 ** 31 - 1;

export interface QueueRunOptions {
  /** They belong to this run, which ends them. */
  readonly connections: EndablePool;
  readonly concurrency: number;
  readonly tasks: Readonly<Record<string, () => Promise<void>>>;
  readonly schedule: ParsedCronItem[];
  readonly log: (level: string, message: string) => void;
  /** Called with the id under which this run locks jobs, before it locks the first. */
  readonly onLocker: (lockerId: string) => void;
}

/** One graphile-worker runner with a pool of its own. The library can stop taking jobs without ever ending, and its
 *  promises may never settle: nothing here waits for it without a time limit. */
export class QueueRun {
  /** The id under which this run locks jobs. */
  lockerId = '';
  /** When a job last began, on performance.now()'s clock. */
  lastBeganAt = performance.now();
  /** Aborted when the library begins to end by itself. */
  readonly ending: AbortSignal;
  private readonly running = new Set<Promise<void>>();
  private runner: Runner | null = null;
  private readonly announceEnd: () => void;

  private constructor(private readonly options: QueueRunOptions) {
    const ending = new AbortController();
    this.ending = ending.signal;
    this.announceEnd = () => {
      ending.abort();
    };
  }

  /** @throws Error where the library can't start, or doesn't within 30 s; the pool has been ended then */
  static async start(options: QueueRunOptions): Promise<QueueRun> {
    const queueRun = new QueueRun(options);
    const starting = queueRun.startLibrary();
    if (!(await settlesWithin(START_LIMIT_MS, starting))) {
      void starting.then(() => queueRun.end(0)).catch(() => undefined);
      await queueRun.endPool();
      throw new Error('The queue did not start in time');
    }
    await starting.catch(async (error: unknown) => {
      await queueRun.endPool();
      throw error;
    });
    return queueRun;
  }

  get hasFreeHands(): boolean {
    return this.running.size < this.options.concurrency;
  }

  /** Takes no further job, waits up to `limitMs` for those that run, then lets go of the library.
   *  @returns whether the library ended, too */
  async end(limitMs: number): Promise<boolean> {
    const ended = this.stopLibrary();
    await settlesWithin(limitMs, Promise.all(this.running));
    const hasEnded = await settlesWithin(END_LIMIT_MS, ended);
    await this.endPool();
    return hasEnded;
  }

  /** Stopping twice is refused; then it is the first stop that is waited for. */
  private async stopLibrary(): Promise<void> {
    await this.runner?.stop().catch(() => undefined);
    await this.runner?.promise;
  }

  private async startLibrary(): Promise<void> {
    const { connections, concurrency, tasks, schedule, log, onLocker } = this.options;
    const events: WorkerEvents = new EventEmitter();
    events.setMaxListeners(0);
    events.on('pool:create', ({ workerPool }) => {
      this.lockerId = workerPool.id;
      onLocker(workerPool.id);
    });
    events.on('pool:gracefulShutdown', this.announceEnd);
    this.runner = await run({
      pgPool: connections.pool,
      concurrency,
      noHandleSignals: true,
      taskList: this.watched(tasks),
      parsedCronItems: schedule,
      logger: new QueueLogger(() => (level, message) => {
        log(level, message);
      }),
      events,
      preset: {
        worker: {
          completeJobBatchDelay: 0,
          failJobBatchDelay: 0,
          gracefulShutdownAbortTimeout: NO_LIMIT_MS,
          pollInterval: POLL_MS,
        },
      },
    });
    this.runner.promise.then(this.announceEnd, this.announceEnd);
  }

  private watched(tasks: QueueRunOptions['tasks']): TaskList {
    const watch = (task: () => Promise<void>) => async () => {
      this.lastBeganAt = performance.now();
      const job = task();
      this.running.add(job);
      await job.finally(() => this.running.delete(job));
    };
    return Object.fromEntries(Object.entries(tasks).map(([name, task]) => [name, watch(task)]));
  }

  private async endPool(): Promise<void> {
    await this.options.connections.end(POOL_END_LIMIT_MS);
  }
}
