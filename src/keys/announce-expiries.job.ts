import { Job, type JobHandler } from '../queue/job.js';
import { ExpiringKeysRepository } from './expiring-keys.repository.js';

const DAYS_BEFORE = 7;

/** Every hour, tells webhooks of the keys that expire within a week, once each. */
@Job({ name: 'announce-expiries', cron: '11 * * * *' })
export class AnnounceExpiriesJob implements JobHandler {
  constructor(private readonly keys: ExpiringKeysRepository) {}

  async run(): Promise<void> {
    for (const id of await this.keys.toAnnounce(DAYS_BEFORE)) await this.keys.announce(id);
  }
}
