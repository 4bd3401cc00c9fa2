import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { type ParsedCronItem } from 'graphile-worker';
import { setMaxListeners } from 'node:events';
import pLimit from 'p-limit';
import { CONFIG, type Config } from '../config/config.js';
import { Database } from '../database/database.js';
import { DatabaseUnavailable, isOutage } from '../database/database-errors.js';
import { DatabaseSession } from '../database/database-session.js';
import { directPool } from '../database/direct-pool.js';
import { parseCronItems } from '../database/graphile-worker.js';
import { elapses } from '../../basics/elapses.js';
import { settlesWithin } from '../../basics/settles-within.js';
import { Job, type JobHandler, type JobRun, optionsOf } from './job.js';
import { JobQueue } from './job-queue.js';
import { JobTakeover } from './job-takeover.service.js';
import { QueueMetrics } from './queue-metrics.js';
import { QueueRun, type StartedJob } from './queue-run.js';
import { SingleJobs } from './single-jobs.service.js';
import { Supervision } from './supervision.js';

const CONNECTIONS = 4;
const LOOK_MS = 2000;
/** Looks at the queue from one look at the schedule to the next. */
const LOOKS_PER_SCHEDULE = 30;
const RESTART_MS = 1000;
/** graphile-worker's own line about a job that threw. */
const FAILED_TASK = 'Failed task';
/** Between the two signals of a {@link JobRun}. */
const GRACE_MS = 20_000;
const GIVE_BACK_MS = 1000;
const STOP_MS = 23_000;
/** The jobs of a replaced run may take this long before its connections are closed. */
const RETIRE_MS = 60_000;
/** Failures in a row that no passing outage explains. */
const LASTING_FAILURES = 3;

interface Kind {
  readonly handler: JobHandler;
  readonly cron?: string;
  readonly isSingle: boolean;
}

/** Runs jobs, several at once, takes over those of dead workers, and replaces graphile-worker when it stalls. */
@Injectable()
export class JobRunner implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(JobRunner.name);
  /** Shared by all runs: jobs of a replaced run may still be running. */
  private readonly slots = pLimit(concurrencyOf(this.config));
  private readonly retiring = new Set<Promise<void>>();
  private readonly stopping = new AbortController();
  private readonly givingBack = new AbortController();
  private readonly kinds = new Map<string, Kind>();
  private working: Promise<void> = Promise.resolve();
  private stopped: Promise<void> | null = null;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly database: Database,
    private readonly session: DatabaseSession,
    private readonly queue: JobQueue,
    private readonly takeover: JobTakeover,
    private readonly single: SingleJobs,
    private readonly discovery: DiscoveryService,
    private readonly metrics: QueueMetrics,
    private readonly supervision: Supervision,
  ) {
    for (const { signal } of [this.stopping, this.givingBack]) setMaxListeners(0, signal);
  }

  onApplicationBootstrap(): void {
    if (this.config.role === 'api') return;
    this.discover();
    this.working = this.work();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.stop();
  }

  /** Takes no further job and waits for the running ones; tells them to stop after 20 s. Resolves within 23 s. */
  async stop(): Promise<void> {
    await (this.stopped ??= this.stopOnce());
  }

  /** Tells running jobs to stop, instead of 20 s after {@link stop}. */
  hasten(): void {
    this.givingBack.abort();
  }

  /** @throws Error if two kinds of jobs have one name */
  private discover(): void {
    for (const provider of this.discovery.getProviders({ metadataKey: Job.KEY })) {
      const handler = provider.instance as JobHandler;
      const { name, cron, role = 'worker', isSingle = false } = optionsOf(handler.constructor);
      if (this.config.role !== 'all' && this.config.role !== role) continue;
      if (this.kinds.has(name)) throw new Error(`Two jobs are named ${name}. Rename one.`);
      this.kinds.set(name, { handler, cron, isSingle });
    }
  }

  private get isStopping(): boolean {
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

  /** Replaces every run that ends, so that no outage ends the worker. */
  private async work(): Promise<void> {
    await Promise.race([this.database.whenReady(), aborted(this.stopping.signal)]);
    if (!this.isStopping) this.supervision.begin();
    for (let lastFault = ''; !this.isStopping;) {
      try {
        await this.runOnce();
        lastFault = '';
      } catch (error) {
        const fault = String(error);
        if (fault !== lastFault) this.logger.warn(`The queue can't be started, trying again: ${fault}`);
        lastFault = fault;
      }
      await elapses(RESTART_MS, this.stopping.signal);
    }
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
      concurrency: concurrencyOf(this.config),
      tasks: Object.fromEntries([...this.kinds.keys()].map((name) => [name, this.perform.bind(this, name)])),
      schedule: this.schedule(),
      log: (level, message) => {
        const isKnown = level !== 'error' || message.startsWith(FAILED_TASK);
        this.logger[isKnown ? 'debug' : 'warn'](message);
      },
      onWorkerId: (id) => void this.session.hold(id),
    });
  }

  private schedule(): ParsedCronItem[] {
    return parseCronItems(
      [...this.kinds].flatMap(([task, { cron }]) =>
        cron === undefined ? [] : [{ task, match: cron, options: { jobKey: task } }],
      ),
    );
  }

  /** Resolves when the run must be replaced or the process stops. */
  private async supervise(run: QueueRun): Promise<void> {
    this.supervision.watch();
    const over = AbortSignal.any([run.ending, this.stopping.signal]);
    for (let look = 0; await elapses(LOOK_MS * (0.8 + 0.4 * Math.random()), over); look++) {
      if (look % LOOKS_PER_SCHEDULE === 0) await this.repairSchedule();
      const takeover = this.takeover.run().catch((error: unknown) => {
        this.logger.debug(`The takeover failed, trying again: ${String(error)}`);
      });
      const [isStalled] = await Promise.all([
        this.supervision.isStalled(run, [...this.kinds.keys()]),
        takeover,
      ]);
      if (!isStalled) continue;
      this.logger.warn('The queue has stalled. It is started again.');
      return;
    }
  }

  private async repairSchedule(): Promise<void> {
    const forgotten = await this.queue.forgetRunsAhead().catch(() => 0);
    if (forgotten > 0)
      this.logger.warn(
        'Scheduled jobs were noted to have run later than now. Check the clocks of all workers.',
      );
  }

  /** While its jobs run, others must not take the old worker for dead. Afterwards they take over what it had locked. */
  private async retire(run: QueueRun): Promise<void> {
    const hasEnded = await run.end(RETIRE_MS);
    if (!hasEnded) this.logger.warn('The queue did not end. It is left behind.');
    await run.settled();
    this.session.drop(run.workerId);
  }

  private async perform(name: string, payload: unknown, started: StartedJob): Promise<void> {
    const { signal: stopping } = this.stopping;
    await this.slots(async () => {
      // Without an advisory lock, others would take this worker for dead.
      if (!this.session.isConnected) await Promise.race([this.session.whenConnected(), aborted(stopping)]);
      if (!this.session.isConnected) throw new Error('The worker is shutting down.');
      const run = { ...started, stopping, signal: this.givingBack.signal };
      try {
        await this.metrics.measure(name, () => this.handle(name, payload, run));
      } catch (error) {
        if (!stopping.aborted) this.logFailure(name, error);
        throw error;
      }
    });
  }

  private async handle(name: string, payload: unknown, run: JobRun): Promise<void> {
    const kind = this.kinds.get(name);
    const own = withoutSchedule(payload);
    if (kind?.isSingle) await this.single.run(kind.handler, own, run);
    else await kind?.handler.run(own, run);
  }

  /** An outage has log lines of its own, but not statements that always take too long. */
  private logFailure(job: string, error: unknown): void {
    const failures_in_a_row = this.metrics.failuresOf(job);
    const isPassing = isOutage(error) || error instanceof DatabaseUnavailable;
    const level = isPassing ? (failures_in_a_row < LASTING_FAILURES ? 'debug' : 'warn') : 'error';
    this.logger[level]({ msg: 'A job failed. It runs again later.', job, failures_in_a_row, err: error });
  }
}

/** Jobs that wait for third parties limit themselves to places of their own, so that neither takes those of the other. */
function concurrencyOf({ role, auditConcurrency, browserConcurrency, deliveryConcurrency }: Config): number {
  if (role === 'browser') return browserConcurrency;
  const places = auditConcurrency + deliveryConcurrency;
  return role === 'all' ? places + browserConcurrency : places;
}

/** A payload without the time that graphile-worker adds to those of its schedule, which would differ each time.
 *  @see https://worker.graphile.org/docs/cron */
function withoutSchedule(payload: unknown): unknown {
  return Object.fromEntries(Object.entries(payload ?? {}).filter(([name]) => name !== '_cron'));
}

async function aborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve));
}
