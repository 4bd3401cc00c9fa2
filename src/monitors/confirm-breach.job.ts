import { Job, type JobHandler } from '../queue/job.js';
import { MonitorScheduler } from './monitor-scheduler.service.js';
import { CONFIRM_BREACH } from './run-monitors.js';

/** Audits the page of a monitor a second time, at once. */
@Job({ name: CONFIRM_BREACH.name, isUrgent: CONFIRM_BREACH.isUrgent })
export class ConfirmBreachJob implements JobHandler<{ accountId: number; monitorId: number }> {
  constructor(private readonly scheduler: MonitorScheduler) {}

  async run({ accountId, monitorId }: { accountId: number; monitorId: number }): Promise<void> {
    await this.scheduler.confirm(accountId, monitorId);
  }
}
