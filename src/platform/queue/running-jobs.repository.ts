import { Injectable } from '@nestjs/common';
import { Database, type Transaction } from '../database/database.js';
import { RunningJob } from './running-job.entity.js';

type BegunJob = Pick<RunningJob, 'kind' | 'key' | 'jobId' | 'workerId'>;

const IS_HELD = `EXISTS (SELECT FROM graphile_worker.jobs j WHERE j.id = r.job_id AND j.locked_by = r.worker_id)`;

/** A job that began after this statement did may be locked without the statement seeing it. */
const BEGIN = `INSERT INTO running_jobs AS r (kind, key, job_id, worker_id) VALUES ($1, $2, $3, $4)
  ON CONFLICT (kind, key) DO UPDATE SET (job_id, worker_id, began_at, is_wanted) = (
    SELECT CASE WHEN held THEN r.job_id ELSE $3 END, CASE WHEN held THEN r.worker_id ELSE $4 END,
        CASE WHEN held THEN r.began_at ELSE now() END, held OR r.is_wanted
      FROM (SELECT r.job_id <> $3 AND (r.began_at >= now() OR ${IS_HELD}) AS held) AS state
  )
  RETURNING job_id = $3 AS "hasBegun"`;

const FORGET_DEAD = `DELETE FROM running_jobs r WHERE began_at < now() - interval '1 day' AND NOT ${IS_HELD}`;

/** Which jobs are running of kinds of which one runs at a time. */
@Injectable()
export class RunningJobsRepository {
  constructor(private readonly database: Database) {}

  /** Begins a job, unless another one with its payload is running, which is told. One statement, so that of several jobs one
   *  begins.
   *  @returns whether it has begun */
  async begin({ kind, key, jobId, workerId }: BegunJob): Promise<boolean> {
    const [row] = await this.database.query<{ hasBegun: boolean }>(BEGIN, [kind, key, jobId, workerId]);
    return row?.hasBegun === true;
  }

  /** @returns whether another job with its payload wanted to run meanwhile */
  async end(tx: Transaction, { kind, key, jobId, workerId }: BegunJob): Promise<boolean> {
    const ended = await tx
      .createQueryBuilder()
      .delete()
      .from(RunningJob)
      .where({ kind, key, jobId, workerId })
      .returning('is_wanted')
      .execute();
    const [row] = ended.raw as { is_wanted: boolean }[];
    return row?.is_wanted === true;
  }

  /** Deletes what workers left behind that died, and whose jobs nobody took over. */
  async forgetDead(): Promise<void> {
    await this.database.query(FORGET_DEAD);
  }
}
