import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.js';
import { DatabaseSession, DEAD_AMONG } from '../database/database-session.js';

/** As `add_job` does; otherwise idle workers find an unlocked job at their next poll. */
const WAKE_WORKERS = `SELECT pg_notify('jobs:insert', '{"count":100}')`;

/** Which worker has locked which job. */
@Injectable()
export class JobLocksRepository {
  private suspects = new Set<string>();

  constructor(
    private readonly database: Database,
    private readonly session: DatabaseSession,
  ) {}

  /** Unlocks the jobs of dead workers, so that others take them over; graphile-worker itself would wait for 4 hours. */
  async unlockDead(): Promise<void> {
    const workers = await this.database.query<{ id: string }>(
      'SELECT DISTINCT locked_by AS id FROM graphile_worker.jobs WHERE locked_by IS NOT NULL',
    );
    const dead = await this.deadAmong(workers.map(({ id }) => id));
    if (dead.length > 0) await this.unlock(dead);
  }

  /** Ids of the jobs that a worker has locked. */
  async lockedBy(workerId: string): Promise<number[]> {
    const jobs = await this.database.query<{ id: number }>(
      'SELECT id FROM graphile_worker.jobs WHERE locked_by = $1',
      [workerId],
    );
    return jobs.map(({ id }) => id);
  }

  /** Workers whose advisory lock nobody holds, now and at the last look: a new worker locks jobs a moment before its
   *  advisory lock. None until our own session has settled: after an outage, others may not have theirs back yet. */
  private async deadAmong(workerIds: readonly string[]): Promise<string[]> {
    const rows =
      workerIds.length > 0 ? await this.database.query<{ name: string }>(DEAD_AMONG, [workerIds]) : [];
    const unheld = rows.map(({ name }) => name);
    const dead = unheld.filter((name) => this.session.isSettled && this.suspects.has(name));
    this.suspects = new Set(unheld);
    return dead;
  }

  /** A job that was replaced while it ran has no attempts left, and no key, unlike all others. It gets new attempts: its
   *  replacement may have found nothing to do while the dead worker still held the work. */
  private async unlock(workerIds: readonly string[]): Promise<void> {
    await this.database.transaction(async (manager) => {
      const replaced = await manager.query<{ id: number }[]>(
        'SELECT id FROM graphile_worker.jobs WHERE locked_by = ANY($1) AND key IS NULL',
        [workerIds],
      );
      await manager.query('SELECT graphile_worker.force_unlock_workers($1)', [workerIds]);
      await manager.query('SELECT graphile_worker.reschedule_jobs($1, attempts => 0)', [
        replaced.map(({ id }) => id),
      ]);
      await manager.query(WAKE_WORKERS);
    });
  }
}
