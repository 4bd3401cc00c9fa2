import { Job, type JobHandler } from '../../platform/queue/job.js';
import { type DeliverTo, REPLAY_DELIVERIES } from './delivery-job.js';
import { ReplaysService } from './replays.service.js';

/** Has some of a webhook's deliveries sent again, and queues itself for the next ones. */
@Job(REPLAY_DELIVERIES)
export class ReplayDeliveriesJob implements JobHandler<DeliverTo> {
  constructor(private readonly replays: ReplaysService) {}

  async run(webhook: DeliverTo): Promise<void> {
    await this.replays.sendSlice(webhook);
  }
}
