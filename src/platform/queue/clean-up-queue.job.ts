import { Job, type JobHandler } from './job.js';
import { JobQueue } from './job-queue.js';
import { RunningJobsRepository } from './running-jobs.repository.js';

/** Every day, deletes the jobs that have failed for good, and what dead workers left behind. Jobs that succeed are deleted at
 *  once. */
@Job({ name: 'clean-up-queue', cron: '29 3 * * *' })
export class CleanUpQueueJob implements JobHandler {
  constructor(
    private readonly queue: JobQueue,
    private readonly running: RunningJobsRepository,
  ) {}

  async run(): Promise<void> {
    await this.queue.deleteFailed();
    await this.running.forgetDead();
  }
}
