import { EventEmitter } from 'node:events';
import { type ParsedCronItem, type Runner, type Task, type WorkerEvents } from 'graphile-worker';
import { type EndablePool } from '../database/direct-pool.js';
import { Logger as QueueLogger, QUEUE_SCHEMA, run } from '../database/graphile-worker.js';
import { mapped } from '../../basics/mapped.js';
import { settlesWithin } from '../../basics/settles-within.js';
import { type JobRun } from './job.js';

/** How often graphile-worker polls when no notification wakes it. */
export const POLL_MS = 5000;
const START_LIMIT_MS = 30_000;
const END_LIMIT_MS = 1000;
const POOL_END_LIMIT_MS = 500;
/** {@link JobRunner} aborts jobs itself, long before. graphile-worker's timer goes on, and keeps the whole run, after it ended. */
const ABORT_MS = 120_000;

export type StartedJob = Pick<JobRun, 'jobId' | 'workerId'>;

export interface QueueRunOptions {
  /** Owned by the run, which ends them. */
  readonly connections: EndablePool;
  readonly concurrency: number;
  readonly tasks: Readonly<Record<string, (payload: unknown, job: StartedJob) => Promise<void>>>;
  readonly schedule: ParsedCronItem[];
  readonly log: (level: string, message: string) => void;
  /** Called with the id under which the run locks jobs, before it locks the first. */
  readonly onWorkerId: (id: string) => void;
}

/** One graphile-worker runner with its own connections: a worker, as the other workers see it. graphile-worker can stop
 *  taking jobs without ending, and its promises may never settle: nothing here waits for it without a time limit. */
export class QueueRun {
  /** The id under which this run locks jobs. */
  workerId = '';
  /** When a job last began, on performance.now()'s clock. */
  lastBeganAt = performance.now();
  private readonly endController = new AbortController();
  /** Aborted when graphile-worker begins to end by itself. */
  readonly ending = this.endController.signal;
  private readonly running = new Map<number, Promise<void>>();
  private runner: Runner | null = null;

  private constructor(private readonly options: QueueRunOptions) {}

  /** @throws Error if graphile-worker can't start, or doesn't within 30 s; the connections have been ended then */
  static async start(options: QueueRunOptions): Promise<QueueRun> {
    const queueRun = new QueueRun(options);
    const starting = queueRun.startLibrary();
    if (!(await settlesWithin(START_LIMIT_MS, starting))) {
      void starting.then(() => queueRun.end(0)).catch(() => undefined);
      await queueRun.endPool();
      throw new Error('It did not start in time');
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

  isRunning(jobId: number): boolean {
    return this.running.has(jobId);
  }

  /** Resolves when no job of this run is running. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.running.values());
  }

  /** Takes no further job, waits up to `limitMs` for the running ones, then lets go of graphile-worker.
   *  @returns whether graphile-worker ended, too */
  async end(limitMs: number): Promise<boolean> {
    const ended = this.stopLibrary();
    await settlesWithin(limitMs, this.settled());
    const hasEnded = await settlesWithin(END_LIMIT_MS, ended);
    await this.endPool();
    return hasEnded;
  }

  /** A second stop is refused; then this waits for the first. */
  private async stopLibrary(): Promise<void> {
    await this.runner?.stop().catch(() => undefined);
    await this.runner?.promise;
  }

  private async startLibrary(): Promise<void> {
    const { connections, concurrency, tasks, schedule, log, onWorkerId } = this.options;
    const events: WorkerEvents = new EventEmitter();
    events.setMaxListeners(0);
    events.on('pool:create', ({ workerPool }) => {
      this.workerId = workerPool.id;
      onWorkerId(workerPool.id);
    });
    const announceEnd = () => {
      this.endController.abort();
    };
    events.on('pool:gracefulShutdown', announceEnd);
    this.runner = await run({
      pgPool: connections.pool,
      schema: QUEUE_SCHEMA,
      concurrency,
      noHandleSignals: true,
      taskList: mapped(tasks, (task) => this.watched(task)),
      parsedCronItems: schedule,
      logger: new QueueLogger(() => (level, message) => {
        log(level, message);
      }),
      events,
      preset: {
        worker: {
          completeJobBatchDelay: 0,
          failJobBatchDelay: 0,
          gracefulShutdownAbortTimeout: ABORT_MS,
          pollInterval: POLL_MS,
        },
      },
    });
    this.runner.promise.then(announceEnd, announceEnd);
  }

  private watched(task: QueueRunOptions['tasks'][string]): Task {
    return async (payload, { job }) => {
      this.lastBeganAt = performance.now();
      const jobId = Number(job.id);
      const performed = task(payload, { jobId, workerId: this.workerId });
      this.running.set(jobId, performed);
      await performed.finally(() => this.running.delete(jobId));
    };
  }

  private async endPool(): Promise<void> {
    await this.options.connections.end(POOL_END_LIMIT_MS);
  }
}
