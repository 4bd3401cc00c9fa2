import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { IsNull, type Repository } from 'typeorm';
import { ApiKey } from '../auth/api-key.entity.js';
import { Database } from '../database/database.js';
import { EventsRepository } from '../webhooks/events.repository.js';

const NOT_ANNOUNCED = 'key.announced_expiry IS DISTINCT FROM key.expires_at';

/** Keys that expire soon. */
@Injectable()
export class ExpiringKeysRepository {
  constructor(
    private readonly database: Database,
    private readonly events: EventsRepository,
    @InjectRepository(ApiKey) private readonly keys: Repository<ApiKey>,
  ) {}

  /** Ids of the keys that expire within so many days, if that was not announced yet. */
  async toAnnounce(days: number): Promise<number[]> {
    const found = await this.keys
      .createQueryBuilder('key')
      .select('key.id', 'id')
      .where({ revokedAt: IsNull() })
      .andWhere('key.expires_at BETWEEN now() AND now() + make_interval(days => :days)', { days })
      .andWhere(NOT_ANNOUNCED)
      .getRawMany<{ id: number }>();
    return found.map(({ id }) => id);
  }

  /** Publishes `key.expiring`, unless another worker has. */
  async announce(id: number): Promise<void> {
    await this.database.transaction(async (manager) => {
      const key = await manager
        .createQueryBuilder(ApiKey, 'key')
        .setLock('pessimistic_write')
        .where({ id, revokedAt: IsNull() })
        .andWhere(NOT_ANNOUNCED)
        .getOne();
      if (!key?.expiresAt) return;
      const { accountId, name, expiresAt } = key;
      await manager.update(ApiKey, { id }, { announcedExpiry: expiresAt });
      const data = {
        key_id: id,
        name,
        expires_at: expiresAt.toISOString(),
        links: { key: this.events.linkTo(`keys/${String(id)}`) },
      };
      const subject = { accountId, type: 'key.expiring', websiteId: null } as const;
      await this.events.publish(manager, subject, () => [data]);
    });
  }
}
