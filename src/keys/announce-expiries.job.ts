import { type ApiKey } from '../auth/api-key.entity.js';
import { Database } from '../platform/database/database.js';
import { Job, type JobHandler } from '../platform/queue/job.js';
import { Events } from '../webhooks/events.service.js';
import { ApiKeysRepository } from './api-keys.repository.js';

const DAYS_BEFORE = 7;

/** Every hour, tells webhooks of the keys that expire within a week, once each. */
@Job({ name: 'announce-expiries', cron: '11 * * * *' })
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
      await this.keys.setAnnounced(tx, key);
      const subject = { accountId: key.accountId, type: 'key.expiring', websiteId: null } as const;
      await this.events.publish(tx, subject, () => [this.dataOf(key, key.expiresAt)]);
    });
  }

  private dataOf({ id, name }: ApiKey, expiresAt: Date | null): object {
    return {
      key_id: id,
      name,
      expires_at: expiresAt?.toISOString() ?? null,
      links: { key: this.events.linkTo(`keys/${String(id)}`) },
    };
  }
}
