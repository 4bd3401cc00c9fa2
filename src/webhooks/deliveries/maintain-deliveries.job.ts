import { Job, type JobHandler, type JobRun } from '../../platform/queue/job.js';
import { JobQueue } from '../../platform/queue/job-queue.js';
import { DeliveriesRepository } from './deliveries.repository.js';
import { DELIVER_EVENTS } from './delivery-job.js';
import { ReplaysService } from './replays.service.js';
import { WebhooksRepository } from '../webhooks.repository.js';

const KEPT_DAYS = 30;

/** Every hour, deletes old deliveries and the webhooks that were deleted before them, and queues the deliveries and replays whose
 *  job was lost: a job that failed 25 times is not run again. */
@Job({ name: 'maintain-deliveries', cron: '41 * * * *', isSingle: true })
export class MaintainDeliveriesJob implements JobHandler {
  constructor(
    private readonly deliveries: DeliveriesRepository,
    private readonly replays: ReplaysService,
    private readonly webhooks: WebhooksRepository,
    private readonly queue: JobQueue,
  ) {}

  async run(_payload: unknown, { stopping }: JobRun): Promise<void> {
    while (!stopping.aborted && (await this.deliveries.deleteOlderThan(KEPT_DAYS)));
    await this.webhooks.purge(KEPT_DAYS + 1);
    for (const payload of await this.deliveries.overdueWebhooks())
      await this.queue.add(DELIVER_EVENTS, { payload });
    await this.replays.queueAll();
  }
}
