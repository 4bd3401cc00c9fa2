import { Job, type JobHandler, type JobRun } from '../../platform/queue/job.js';
import { JobQueue } from '../../platform/queue/job-queue.js';
import { Deliverer } from './deliverer.service.js';
import { DELIVER_EVENTS, type DeliverTo } from './delivery-job.js';

const SOON_MS = 1000;

/** One turn of a webhook: its deliveries that are due. */
@Job(DELIVER_EVENTS)
export class DeliverEventsJob implements JobHandler<DeliverTo> {
  constructor(
    private readonly deliverer: Deliverer,
    private readonly queue: JobQueue,
  ) {}

  async run(webhook: DeliverTo, job: JobRun): Promise<void> {
    const next = await this.deliverer.deliverDue(webhook, job);
    if (next === null) return;
    const time = next === 'soon' ? { delayMs: SOON_MS } : { runAt: next };
    // A job that was queued meanwhile is for an event that is due now.
    await this.queue.add(DELIVER_EVENTS, { payload: webhook, ...time, keepsTime: true });
  }
}
