import { Injectable, type Type } from '@nestjs/common';
import { Database, type Statements } from '../database/database.js';
import { type JobHandler, JobReference, keyOf, optionsOf } from './job.js';

const ADD = `SELECT id FROM graphile_worker.add_job(
  $1, $2::json, job_key => $3, run_at => coalesce($4, clock_timestamp() + make_interval(secs => $7)), priority => $5,
  job_key_mode => $6)`;

/** graphile-worker takes jobs with a lower number first. */
const URGENT = -1;

const IS_ANY_OVERDUE = `SELECT 1 FROM graphile_worker.jobs
  WHERE locked_at IS NULL AND attempts < max_attempts AND task_identifier = ANY($1)
    AND run_at <= now() - make_interval(secs => $2) LIMIT 1`;

export interface AddOptions<Payload> {
  readonly payload?: Payload;
  /** Of the jobs of one kind with the same key, at most one is queued: a new one replaces it. Default: a key of its own, or
   *  the payload, if its kind is single. */
  readonly key?: string;
  /** Default: now. */
  readonly runAt?: Date;
  /** In milliseconds from now, by the clock of PostgreSQL, by which workers begin jobs. A process whose clock is behind would
   *  name a time that is over. */
  readonly delayMs?: number;
  /** Keeps the time of the queued job with the same key, whatever `runAt` is. */
  readonly keepsTime?: boolean;
  /** The job is added if its transaction commits. */
  readonly tx?: Statements;
}

/** Adds a job to the queue, to run as soon as a worker is free. For transactions without the application's services;
 *  otherwise use {@link JobQueue}. */
export async function addJob<Payload>(
  job: Type<JobHandler<Payload>> | JobReference<Payload>,
  { payload, key, runAt, delayMs = 0, keepsTime = false, tx }: AddOptions<Payload> & { tx: Statements },
): Promise<void> {
  const { name, isUrgent = false, isSingle = false } = job instanceof JobReference ? job : optionsOf(job);
  const parameters = [
    name,
    JSON.stringify(payload ?? {}),
    `${name}:${key ?? (isSingle ? keyOf(payload) : crypto.randomUUID())}`,
    runAt ?? null,
    isUrgent ? URGENT : 0,
    keepsTime ? 'preserve_run_at' : 'replace',
    delayMs / 1000,
  ];
  // It adds nothing while a worker takes the job with the same key: https://github.com/graphile/worker/issues/580.
  while (!isAdded(await tx.query(ADD, parameters)));
}

function isAdded(rows: unknown): boolean {
  return (rows as { id: unknown }[]).some(({ id }) => id !== null);
}

@Injectable()
export class JobQueue {
  constructor(private readonly database: Database) {}

  /** Adds a job to the queue, to run as soon as a worker is free. */
  async add<Payload>(
    job: Type<JobHandler<Payload>> | JobReference<Payload>,
    options: AddOptions<Payload> = {},
  ): Promise<void> {
    await addJob(job, { ...options, tx: options.tx ?? this.database });
  }

  /** Whether a job of these kinds has been due for this long without being started. */
  async isAnyOverdue(names: readonly string[], seconds: number): Promise<boolean> {
    return (await this.database.query(IS_ANY_OVERDUE, [names, seconds])).length > 0;
  }

  /** A worker whose clock was ahead has noted runs of the schedule that lie ahead. Until then, no worker would schedule
   *  anything, so these are noted as of now.
   *  @returns how many there were */
  async forgetRunsAhead(): Promise<number> {
    const forgotten = await this.database.query(
      `UPDATE graphile_worker._private_known_crontabs SET last_execution = now()
        WHERE last_execution > now() + interval '1 minute' RETURNING 1`,
    );
    return forgotten.length;
  }

  /** Deletes jobs that will not run again, a day after their last attempt. */
  async deleteFailed(): Promise<void> {
    await this.database.query(
      `SELECT graphile_worker.complete_jobs(ARRAY(
        SELECT id FROM graphile_worker.jobs
          WHERE attempts >= max_attempts AND locked_at IS NULL
            AND greatest(run_at, updated_at) < now() - interval '1 day'
      ))`,
    );
  }
}
