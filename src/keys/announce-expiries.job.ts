import { Database } from '../platform/database/database.js';
import { Job, type JobHandler } from '../platform/queue/job.js';
import { Events } from '../webhooks/events/events.service.js';
import { ApiKeysRepository } from './api-keys.repository.js';
import { keyExpiringView } from './key-expiring.view.js';

const DAYS_BEFORE = 7;

/** Every minute, tells webhooks of the keys that expire within a week, once each. */
@Job({ name: 'announce-expiries', cron: '* * * * *' })
export class AnnounceExpiriesJob implements JobHandler {
  constructor(
    private readonly database: Database,
    private readonly keys: ApiKeysRepository,
    private readonly events: Events,
  ) {}

  async run(): Promise<void> {
    for (const id of await this.keys.expiringWithin(DAYS_BEFORE)) await this.announce(id);
  }

  /** Publishes `key.expiring`, unless another worker has. */
  private async announce(id: number): Promise<void> {
    await this.database.transaction(async (tx) => {
      const key = await this.keys.lockNotAnnounced(tx, id);
      if (!key?.expiresAt) return;
      const { accountId, expiresAt, name } = key;
      await this.keys.setAnnounced(tx, key);
      const subject = { accountId, type: 'key.expiring', websiteId: null } as const;
      const link = this.events.linkTo(`keys/${String(id)}`);
      await this.events.publish(tx, subject, () => [keyExpiringView({ id, name, expiresAt }, link)]);
    });
  }
}
