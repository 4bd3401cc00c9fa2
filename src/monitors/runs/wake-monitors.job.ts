import { Job, type JobHandler } from '../../platform/queue/job.js';
import { JobQueue } from '../../platform/queue/job-queue.js';
import { RUN_MONITORS } from './run-monitors.js';

/** Makes sure every minute that the scheduler of monitors is queued. */
@Job({ name: 'wake-monitors', isUrgent: true, cron: '* * * * *' })
export class WakeMonitorsJob implements JobHandler {
  constructor(private readonly queue: JobQueue) {}

  async run(): Promise<void> {
    await this.queue.add(RUN_MONITORS);
  }
}
