import { Injectable } from '@nestjs/common';
import { JobQueue } from './job-queue.js';
import { JobLocksRepository } from './job-locks.repository.js';
import { POLL_MS, type QueueRun } from './queue-run.js';

/** Two polls and some time to answer them. */
const STALLED_MS = 2 * POLL_MS + 2000;
/** A worker that has not polled for this long must be restarted. */
const DEAD_MS = 60_000;

const REASONS = {
  notStarted: 'the queue can not be started',
  noAnswer: 'the database does not answer',
  notBegun: 'jobs are due and are not started',
} as const;

type Supervised = Pick<QueueRun, 'hasFreeHands' | 'lastBeganAt' | 'workerId' | 'isRunning'>;

/** Judges a run by the jobs in the database and the jobs that it runs, not by what graphile-worker says. A poll is a look
 *  at the queue that the database answered and that left no due job lying. */
@Injectable()
export class Supervision {
  /** When this worker last polled; null if it is not working yet, or at all. */
  lastPollAt: Date | null = null;
  /** On performance.now()'s clock, like all that follows. */
  private polledAt: number | null = null;
  /** Since when due jobs have been left lying; null if there are none. */
  private idleSince: number | null = null;
  /** Jobs that the run has locked but does not run, and since when: graphile-worker never got the answer. */
  private lostSince = new Map<number, number>();
  private reason: string = REASONS.notStarted;

  constructor(
    private readonly queue: JobQueue,
    private readonly locks: JobLocksRepository,
  ) {}

  /** To be called when the worker may poll: from now on it has to. */
  begin(): void {
    this.polled();
  }

  /** To be called when it takes no more jobs. */
  end(): void {
    this.lastPollAt = null;
    this.polledAt = null;
  }

  /** Why this worker must be restarted; null while it polls, and in a process that runs no jobs. */
  fault(): string | null {
    const silentMs = this.polledAt === null ? 0 : performance.now() - this.polledAt;
    if (silentMs < DEAD_MS) return null;
    return `The worker has not polled for ${String(Math.round(silentMs / 1000))} s: ${this.reason}.`;
  }

  /** To be called when a run has started. */
  watch(): void {
    this.idleSince = null;
    this.lostSince.clear();
  }

  /** Whether for two polls the run has begun none of the due jobs though it had free hands, or has kept a job locked that
   *  it does not run. */
  async isStalled(run: Supervised, jobNames: readonly string[]): Promise<boolean> {
    const [isAnyOverdue, hasLost] = await Promise.all([
      this.queue.isAnyOverdue(jobNames, POLL_MS / 1000).catch(() => null),
      this.hasLost(run).catch(() => false),
    ]);
    const isIdle = isAnyOverdue === true && run.hasFreeHands;
    this.idleSince = isIdle ? Math.max(this.idleSince ?? performance.now(), run.lastBeganAt) : null;
    if (isIdle) this.reason = REASONS.notBegun;
    else if (isAnyOverdue === null) this.reason = REASONS.noAnswer;
    else this.polled();
    return hasLost || (this.idleSince !== null && performance.now() - this.idleSince >= STALLED_MS);
  }

  private polled(): void {
    this.lastPollAt = new Date();
    this.polledAt = performance.now();
    this.reason = REASONS.notStarted;
  }

  private async hasLost(run: Supervised): Promise<boolean> {
    const now = performance.now();
    const lost = (await this.locks.lockedBy(run.workerId)).filter((id) => !run.isRunning(id));
    this.lostSince = new Map(lost.map((id) => [id, this.lostSince.get(id) ?? now]));
    return [...this.lostSince.values()].some((since) => now - since >= STALLED_MS);
  }
}
