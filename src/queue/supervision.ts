import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.js';
import { POLL_MS, type QueueRun } from './queue-run.js';

/** Two polls and some time to answer them. */
const STALLED_MS = 2 * POLL_MS + 2000;
/** A worker that has not polled for so long is to be started again. */
const DEAD_MS = 60_000;

const IS_ANY_DUE = `SELECT 1 FROM graphile_worker.jobs
  WHERE locked_at IS NULL AND attempts < max_attempts AND task_identifier = ANY($1)
    AND run_at <= now() - make_interval(secs => $2) LIMIT 1`;

const REASONS = {
  notStarted: 'the queue can not be started',
  noAnswer: 'the database does not answer',
  notBegun: 'jobs are due and are not started',
} as const;

/** Judges a run by what the database holds and by the jobs that it began, not by what the library says. A poll is a
 *  look at the queue that was answered, after which no due job was left lying. */
@Injectable()
export class Supervision {
  /** When this worker last polled; null where it does not work, or has not begun to. */
  lastPollAt: Date | null = null;
  /** On performance.now()'s clock, like all that follows. */
  private polledAt: number | null = null;
  /** null: the run does what it should. */
  private stalledSince: number | null = null;
  private reason: string = REASONS.notStarted;

  constructor(private readonly database: Database) {}

  /** To be called when the worker may poll: from now on it has to. */
  begin(): void {
    this.polled();
  }

  /** To be called when it takes no more jobs. */
  end(): void {
    this.lastPollAt = null;
    this.polledAt = null;
  }

  /** Why this worker should be started again; null while it polls, and where it is none. */
  fault(): string | null {
    const silentMs = this.polledAt === null ? 0 : performance.now() - this.polledAt;
    if (silentMs < DEAD_MS) return null;
    return `The worker has not polled for ${String(Math.round(silentMs / 1000))} s: ${this.reason}.`;
  }

  /** To be called when a run has started. */
  watch(): void {
    this.stalledSince = null;
  }

  /** Whether jobs have been due for two polls while the run had free hands and began none. */
  async isStalled(
    run: Pick<QueueRun, 'hasFreeHands' | 'lastBeganAt'>,
    taskNames: readonly string[],
  ): Promise<boolean> {
    const isAnyOverdue = await this.isAnyOverdue(taskNames).catch(() => null);
    if (isAnyOverdue === true && run.hasFreeHands) {
      this.stalledSince = Math.max(this.stalledSince ?? performance.now(), run.lastBeganAt);
      this.reason = REASONS.notBegun;
      return performance.now() - this.stalledSince >= STALLED_MS;
    }
    this.stalledSince = null;
    if (isAnyOverdue === null) this.reason = REASONS.noAnswer;
    else this.polled();
    return false;
  }

  private polled(): void {
    this.lastPollAt = new Date();
    this.polledAt = performance.now();
    this.reason = REASONS.notStarted;
  }

  private async isAnyOverdue(taskNames: readonly string[]): Promise<boolean> {
    const rows = await this.database.rows({ text: IS_ANY_DUE }, [taskNames, POLL_MS / 1000]);
    return rows.length > 0;
  }
}
