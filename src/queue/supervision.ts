import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.js';
import { POLL_MS, type QueueRun } from './queue-run.js';

/** Two polls and some time to answer them. */
const STALLED_MS = 2 * POLL_MS + 2000;

const IS_ANY_DUE = `SELECT 1 FROM graphile_worker.jobs
  WHERE locked_at IS NULL AND attempts < max_attempts AND task_identifier = ANY($1)
    AND run_at <= now() - make_interval(secs => $2) LIMIT 1`;

/** Judges a run by what the database holds and by the jobs that it began, not by what the library says. */
@Injectable()
export class Supervision {
  /** On performance.now()'s clock; null: the run does what it should. */
  private stalledSince: number | null = null;

  constructor(private readonly database: Database) {}

  /** To be called when a run has started. */
  begin(): void {
    this.stalledSince = null;
  }

  /** Whether jobs have been due for two polls while the run had free hands and began none. */
  async isStalled(
    run: Pick<QueueRun, 'hasFreeHands' | 'lastBeganAt'>,
    taskNames: readonly string[],
  ): Promise<boolean> {
    const isIdleForNoReason = await this.isAnyOverdue(taskNames).then(
      (isAnyOverdue) => isAnyOverdue && run.hasFreeHands,
      () => false,
    );
    if (!isIdleForNoReason) this.stalledSince = null;
    else this.stalledSince = Math.max(this.stalledSince ?? performance.now(), run.lastBeganAt);
    return this.stalledSince !== null && performance.now() - this.stalledSince >= STALLED_MS;
  }

  private async isAnyOverdue(taskNames: readonly string[]): Promise<boolean> {
    const rows = await this.database.rows({ text: IS_ANY_DUE }, [taskNames, POLL_MS / 1000]);
    return rows.length > 0;
  }
}
