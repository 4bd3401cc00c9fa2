import { Job, type JobHandler, type JobRun } from '../platform/queue/job.js';
import { JobQueue } from '../platform/queue/job-queue.js';
import { Deliverer } from './deliverer.service.js';
import { DELIVER_EVENTS, type DeliverTo } from './delivery-job.js';

/** One turn of a webhook: its deliveries that are due. */
@Job(DELIVER_EVENTS)
export class DeliverEventsJob implements JobHandler<DeliverTo> {
  constructor(
    private readonly deliverer: Deliverer,
    private readonly queue: JobQueue,
  ) {}

  async run(webhook: DeliverTo, job: JobRun): Promise<void> {
    const runAt = await this.deliverer.deliverDue(webhook, job);
    // A job that was queued meanwhile is for an event that is due now.
    if (runAt) await this.queue.add(DELIVER_EVENTS, { payload: webhook, runAt, keepsTime: true });
  }
}
