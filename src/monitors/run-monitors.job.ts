import { Job, type JobHandler, type JobRun } from '../platform/queue/job.js';
import { JobQueue } from '../platform/queue/job-queue.js';
import { MonitorScheduler } from './monitor-scheduler.service.js';
import { RUN_MONITORS, SCHEDULER } from './run-monitors.js';

/** Runs the monitors that are due, and queues itself for the next one. Every minute it makes sure that it is queued. */
@Job({ name: RUN_MONITORS.name, isUrgent: RUN_MONITORS.isUrgent, cron: '* * * * *' })
export class RunMonitorsJob implements JobHandler<{ readonly isScheduler?: boolean }> {
  constructor(
    private readonly scheduler: MonitorScheduler,
    private readonly queue: JobQueue,
  ) {}

  async run({ isScheduler }: { readonly isScheduler?: boolean }, { stopping }: JobRun): Promise<void> {
    if (!isScheduler) {
      await this.queue.add(RUN_MONITORS, SCHEDULER);
      return;
    }
    const runAt = await this.scheduler.runDue(stopping);
    if (runAt) await this.queue.add(RUN_MONITORS, { ...SCHEDULER, runAt, keepsTime: true });
  }
}
