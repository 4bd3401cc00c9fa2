import { Injectable, type Type } from '@nestjs/common';
import { Database } from '../database/database.js';
import { retried } from '../database/retried.js';
import { type JobHandler, type JobRun, keyOf, optionsOf } from './job.js';
import { addJob } from './job-queue.js';
import { RunningJobsRepository } from './running-jobs.repository.js';

/** Runs the jobs of a kind with the same payload one at a time, on all workers. graphile-worker has named queues for that, but
 *  passes over their jobs until its next poll while another worker looks for any job, or completes one. */
@Injectable()
export class SingleJobs {
  constructor(
    private readonly database: Database,
    private readonly running: RunningJobsRepository,
  ) {}

  /** Runs a job, or has it run again as soon as the one that is running is over. */
  async run(handler: JobHandler, payload: unknown, run: JobRun): Promise<void> {
    const kind = handler.constructor as Type<JobHandler>;
    const { jobId, workerId } = run;
    const job = { kind: optionsOf(kind).name, key: keyOf(payload), jobId, workerId };
    if (!(await this.running.begin(job))) return;
    try {
      await handler.run(payload, run);
    } finally {
      const end = () =>
        this.database.transaction(async (tx) => {
          if (await this.running.end(tx, job)) await addJob(kind, { payload, tx });
        });
      // Otherwise nobody would know of a job that was added meanwhile.
      await retried(end, run.signal);
    }
  }
}
