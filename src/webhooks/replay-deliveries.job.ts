import { Job, type JobHandler, type JobRun } from '../queue/job.js';
import { DeliveriesRepository } from './deliveries.repository.js';
import { type DeliverTo } from './delivery-job.js';

/** The deliveries of a webhook that are to be sent again: those of the events between two times, in RFC 3339. */
export interface ReplayRequest extends DeliverTo {
  readonly since: string;
  readonly until: string;
}

/** Has deliveries sent again, in small transactions. */
@Job({ name: 'replay-deliveries' })
export class ReplayDeliveriesJob implements JobHandler<ReplayRequest> {
  constructor(private readonly deliveries: DeliveriesRepository) {}

  async run({ since, until, ...webhook }: ReplayRequest, { stopping }: JobRun): Promise<void> {
    const span = { since: new Date(since), until: new Date(until) };
    for (let after: number | null = 0; after !== null;) {
      if (stopping.aborted)
        throw new Error('The worker is shutting down: the rest is replayed by another one.');
      after = await this.deliveries.replaySlice(webhook, { ...span, after });
    }
  }
}
