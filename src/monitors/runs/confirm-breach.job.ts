import { Job, type JobHandler } from '../../platform/queue/job.js';
import { JobQueue } from '../../platform/queue/job-queue.js';
import { MonitorScheduler } from './monitor-scheduler.service.js';
import { CONFIRM_BREACH, type ToConfirm } from './run-monitors.js';

/** Audits the page of a monitor a second time: at once, or as soon as the account's queue has room. */
@Job(CONFIRM_BREACH)
export class ConfirmBreachJob implements JobHandler<ToConfirm> {
  constructor(
    private readonly scheduler: MonitorScheduler,
    private readonly queue: JobQueue,
  ) {}

  async run(breach: ToConfirm): Promise<void> {
    const runAt = await this.scheduler.confirm(breach);
    // A job that was queued meanwhile is for a breach that is new.
    if (runAt) await this.queue.add(CONFIRM_BREACH, { payload: breach, runAt, keepsTime: true });
  }
}
