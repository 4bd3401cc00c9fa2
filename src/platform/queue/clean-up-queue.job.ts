import { Job, type JobHandler } from './job.js';
import { JobQueue } from './job-queue.js';

/** Every day, deletes the jobs that have failed for good. Those that succeed are deleted at once. */
@Job({ name: 'clean-up-queue', cron: '29 3 * * *' })
export class CleanUpQueueJob implements JobHandler {
  constructor(private readonly queue: JobQueue) {}

  async run(): Promise<void> {
    await this.queue.deleteFailed();
  }
}
