import { Injectable } from '@nestjs/common';
import { Database, type Transaction } from '../database/database.js';
import { DEAD_AMONG } from '../database/database-session.js';

/** As `add_job` does; otherwise idle workers find an unlocked job at their next poll. */
const WAKE_WORKERS = `SELECT pg_notify('jobs:insert', '{"count":100}')`;

/** Which worker has locked which job. */
@Injectable()
export class JobLocksRepository {
  constructor(private readonly database: Database) {}

  /** Ids of the workers that have locked jobs, though nobody holds their advisory lock. */
  async ofUnheld(): Promise<string[]> {
    const workers = await this.database.query<{ id: string }>(
      'SELECT DISTINCT locked_by AS id FROM graphile_worker.jobs WHERE locked_by IS NOT NULL',
    );
    if (workers.length === 0) return [];
    const unheld = await this.database.query<{ name: string }>(DEAD_AMONG, [workers.map(({ id }) => id)]);
    return unheld.map(({ name }) => name);
  }

  /** Ids of the jobs that a worker has locked. */
  async lockedBy(workerId: string): Promise<number[]> {
    const jobs = await this.database.query<{ id: number }>(
      'SELECT id FROM graphile_worker.jobs WHERE locked_by = $1',
      [workerId],
    );
    return jobs.map(({ id }) => id);
  }

  /** Lets others take over the jobs of workers. A job that was replaced while it ran has no attempts left, and no key, unlike
   *  all others. It gets new attempts: its replacement may have found nothing to do while the dead worker still held the
   *  work. */
  async unlock(tx: Transaction, workerIds: readonly string[]): Promise<void> {
    const replaced = await tx.query<{ id: number }[]>(
      'SELECT id FROM graphile_worker.jobs WHERE locked_by = ANY($1) AND key IS NULL',
      [workerIds],
    );
    await tx.query('SELECT graphile_worker.force_unlock_workers($1)', [workerIds]);
    await tx.query('SELECT graphile_worker.reschedule_jobs($1, attempts => 0)', [
      replaced.map(({ id }) => id),
    ]);
    await tx.query(WAKE_WORKERS);
  }
}
