import {
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type BeforeApplicationShutdown,
} from '@nestjs/common';
import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseCronItems } from 'graphile-worker';
import pLimit from 'p-limit';
import { CONFIG, type Config } from '../config/config.js';
import { Database } from '../database/database.js';
import { DatabaseSession } from '../database/database-session.js';
import { directPool } from '../database/direct-pool.js';
import { settlesWithin } from '../settles-within.js';
import { JobLocksRepository } from './job-locks.repository.js';
import { QueueRun } from './queue-run.js';
import { Supervision } from './supervision.js';

/** What is done for each job of a name.
 *  @param signal is aborted when the job has to be given back */
export type JobHandler = (signal: AbortSignal) => Promise<void>;

/** Work that is small, or done in small parts. */
export type Chore = () => Promise<void>;

const CONNECTIONS = 4;
const SWEEP_MS = 5000;
const LOOK_MS = 2000;
const RESTART_MS = 1000;
/** A job that has not ended this long after the process was told to stop is given back. */
const GRACE_MS = 20_000;
const GIVE_BACK_MS = 1000;
const STOP_MS = 23_000;
/** A replaced run may finish its jobs for this long. */
const RETIRE_MS = 60_000;

/** Runs jobs, as many at once as the settings say, and takes over what dead workers have left. Knows no feature. */
@Injectable()
export class JobRunner implements OnApplicationBootstrap, BeforeApplicationShutdown {
  /** Names this worker to the others. */
  readonly workerId = `worker-${crypto.randomUUID()}`;
  private readonly logger = new Logger(JobRunner.name);
  private readonly handlers = new Map<string, JobHandler>();
  private readonly crontab: { readonly task: string; readonly match: string }[] = [];
  private readonly chores: Chore[] = [() => this.locks.unlockDead()];
  /** Jobs of a run that was replaced may still be running: the limit holds for all runs together. */
  private readonly slots = pLimit(this.config.auditConcurrency);
  private readonly retiring = new Set<Promise<void>>();
  private readonly stopping = new AbortController();
  private readonly givingBack = new AbortController();
  private working: Promise<void> = Promise.resolve();
  private stopped: Promise<void> | null = null;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly database: Database,
    private readonly session: DatabaseSession,
    private readonly locks: JobLocksRepository,
    private readonly supervision: Supervision,
  ) {
    for (const { signal } of [this.stopping, this.givingBack]) setMaxListeners(0, signal);
  }

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

  /** Which of these workers are no more. None while this process can't tell. */
  async deadAmong(workerIds: readonly string[]): Promise<string[]> {
    return this.locks.deadAmong(workerIds);
  }

  onApplicationBootstrap(): void {
    if (this.config.role === 'api') return;
    void this.session.hold(this.workerId);
    this.working = this.work();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.stop();
  }

  /** Takes no further job and waits for those that run, or gives them back after 20 s. Resolves within 23 s. */
  async stop(): Promise<void> {
    await (this.stopped ??= this.stopOnce());
  }

  get isStopping(): boolean {
    return this.stopping.signal.aborted;
  }

  private async stopOnce(): Promise<void> {
    this.stopping.abort();
    this.supervision.end();
    const timer = setTimeout(() => {
      this.givingBack.abort();
    }, GRACE_MS);
    await settlesWithin(STOP_MS, Promise.all([this.working, ...this.retiring]));
    clearTimeout(timer);
  }

  /** An outage must not end the worker, so every run that ends is followed by another one. */
  private async work(): Promise<void> {
    await Promise.race([this.database.whenReady(), aborted(this.stopping.signal)]);
    const sweeping = this.sweep();
    if (!this.isStopping) this.supervision.begin();
    while (!this.isStopping) {
      try {
        await this.runOnce();
      } catch (error) {
        this.logger.warn(`The queue is not usable now, trying again: ${String(error)}`);
      }
      await elapses(RESTART_MS, this.stopping.signal);
    }
    await sweeping;
  }

  private async runOnce(): Promise<void> {
    const run = await this.start();
    await this.supervise(run);
    if (this.isStopping) {
      await run.end(GRACE_MS + GIVE_BACK_MS);
      return;
    }
    const retired = this.retire(run).finally(() => this.retiring.delete(retired));
    this.retiring.add(retired);
  }

  private async start(): Promise<QueueRun> {
    return QueueRun.start({
      connections: directPool(this.config, CONNECTIONS),
      concurrency: this.config.auditConcurrency,
      tasks: Object.fromEntries([...this.handlers].map(([name, handler]) => [name, () => this.job(handler)])),
      schedule: parseCronItems(this.crontab),
      log: (level, message) => {
        if (level === 'error') this.logger.warn(message);
        else this.logger.debug(message);
      },
      onLocker: (lockerId) => {
        void this.session.hold(lockerId);
      },
    });
  }

  /** Resolves when a run has to be replaced, or the process stops. */
  private async supervise(run: QueueRun): Promise<void> {
    this.supervision.watch();
    const over = AbortSignal.any([run.ending, this.stopping.signal]);
    while (await elapses(LOOK_MS, over)) {
      if (!(await this.supervision.isStalled(run, [...this.handlers.keys()]))) continue;
      this.logger.warn('Jobs are due and the queue does not start them. It is started again.');
      return;
    }
  }

  /** Lets the jobs of a replaced run finish. The jobs that it has locked are run again, which does no harm. */
  private async retire(run: QueueRun): Promise<void> {
    const hasEnded = await run.end(RETIRE_MS);
    if (!hasEnded) this.logger.warn('The queue did not end. It is left behind.');
    this.session.drop(run.lockerId);
  }

  private async job(handler: JobHandler): Promise<void> {
    await this.slots(async () => {
      // Without a lock, others would take this worker for dead.
      if (!this.session.isConnected)
        await Promise.race([this.session.whenConnected(), aborted(this.stopping.signal)]);
      if (!this.session.isConnected) throw new Error('The worker is stopping');
      await handler(this.givingBack.signal);
    });
  }

  private async sweep(): Promise<void> {
    while (await elapses(SWEEP_MS * (0.8 + 0.4 * Math.random()), this.stopping.signal)) {
      for (const chore of this.chores) {
        await chore().catch((error: unknown) => {
          this.logger.debug(`A chore failed, trying again: ${String(error)}`);
        });
      }
    }
  }
}

/** @returns whether the time has passed; false where the signal was aborted first */
async function elapses(ms: number, signal: AbortSignal): Promise<boolean> {
  return sleep(ms, true, { signal }).catch(() => false);
}

async function aborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve));
}
