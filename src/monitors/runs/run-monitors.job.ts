import { Job, type JobHandler, type JobRun } from '../../platform/queue/job.js';
import { JobQueue } from '../../platform/queue/job-queue.js';
import { MonitorScheduler } from './monitor-scheduler.service.js';
import { RUN_MONITORS } from './run-monitors.js';

/** Runs the monitors that are due, and queues itself for the next one. */
@Job(RUN_MONITORS)
export class RunMonitorsJob implements JobHandler {
  constructor(
    private readonly scheduler: MonitorScheduler,
    private readonly queue: JobQueue,
  ) {}

  async run(_: unknown, { stopping }: JobRun): Promise<void> {
    const runAt = await this.scheduler.runDue(stopping);
    if (runAt) await this.queue.add(RUN_MONITORS, { runAt, keepsTime: true });
  }
}
