import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { IsNull, Not, type Repository } from 'typeorm';
import { type QueryDeepPartialEntity } from 'typeorm/query-builder/QueryPartialEntity.js';
import { Database, type Transaction } from '../platform/database/database.js';
import { olderThan } from '../platform/database/delete-old.js';
import { entityColumns, readSlice } from '../platform/database/list-sql.js';
import { type Slice, type SliceOf } from '../platform/database/slice.js';
import { type DeliverTo } from './deliveries/delivery-job.js';
import { type EventType } from './events/event-types.js';
import { type Replay } from './deliveries/replay.js';
import { Webhook } from './webhook.entity.js';

export type NewWebhook = Pick<
  Webhook,
  'url' | 'description' | 'events' | 'websiteIds' | 'enabled' | 'secret'
>;

const HAS_WEBSITE =
  'EXISTS (SELECT FROM websites w WHERE w.account_id = webhook.account_id AND w.id = :websiteId)';

@Injectable()
export class WebhooksRepository {
  constructor(
    private readonly database: Database,
    @InjectRepository(Webhook) private readonly webhooks: Repository<Webhook>,
  ) {}

  async listOf(accountId: number, slice: Slice): Promise<SliceOf<Webhook>> {
    const conditions = ['account_id = $1', 'deleted_at IS NULL'];
    const columns = entityColumns(this.webhooks);
    const list = { columns, from: 'webhooks r', conditions, parameters: [accountId], order: 'r.id' };
    return readSlice<Webhook>(this.database, { ...list, total: null }, slice);
  }

  async find(accountId: number, id: number, tx?: Transaction): Promise<Webhook | null> {
    const webhooks = tx?.getRepository(Webhook) ?? this.webhooks;
    return webhooks.findOneBy({ accountId, id, deletedAt: IsNull() });
  }

  async lock(tx: Transaction, accountId: number, id: number): Promise<Webhook | null> {
    const where = { accountId, id, deletedAt: IsNull() };
    return tx.findOne(Webhook, { where, lock: { mode: 'for_no_key_update' } });
  }

  async countOf(tx: Transaction, accountId: number): Promise<number> {
    return tx.countBy(Webhook, { accountId, deletedAt: IsNull() });
  }

  async insert(tx: Transaction, accountId: number, webhook: NewWebhook): Promise<Webhook> {
    const { identifiers } = await tx.insert(Webhook, { ...webhook, accountId });
    return tx.findOneByOrFail(Webhook, identifiers[0] as Pick<Webhook, 'id'>);
  }

  async update(
    tx: Transaction,
    { accountId, id }: Webhook,
    changes: QueryDeepPartialEntity<Webhook>,
  ): Promise<Webhook> {
    await tx.update(Webhook, { accountId, id }, { ...changes, updatedAt: () => 'now()' });
    return tx.findOneByOrFail(Webhook, { accountId, id });
  }

  /** Keeps the row, without its secrets, until its deliveries are deleted. */
  async delete(tx: Transaction, { accountId, id }: Webhook): Promise<void> {
    const gone = { enabled: false, secret: '', previousSecret: null };
    const now = { updatedAt: () => 'now()', deletedAt: () => 'now()' };
    await tx.update(Webhook, { accountId, id }, { ...gone, ...now });
  }

  /** Stores what the webhook's endpoint did, which is no change of the webhook. Nothing happens if it was changed since
   *  it was read. */
  async storeHealth(
    tx: Transaction,
    { accountId, id, updatedAt }: Webhook,
    health: Partial<Pick<Webhook, 'failingSince' | 'pausedUntil'>>,
  ): Promise<void> {
    await tx.update(Webhook, { accountId, id, updatedAt }, health);
  }

  async storeReplay(tx: Transaction, { accountId, id }: Webhook, replay: Replay | null): Promise<void> {
    await tx.update(Webhook, { accountId, id }, { replay });
  }

  /** The webhooks whose replay is running. */
  async replaying(): Promise<DeliverTo[]> {
    const webhooks = await this.webhooks.findBy({ replay: Not(IsNull()), deletedAt: IsNull() });
    return webhooks.map(({ accountId, id: webhookId }) => ({ accountId, webhookId }));
  }

  /** Ids of the enabled webhooks of an account that want events of a kind about a website.
   *  @param websiteId null: about no website. None wants to hear of one that was deleted meanwhile */
  async subscribersOf(
    tx: Transaction,
    { accountId, type, websiteId }: { accountId: number; type: EventType; websiteId: number | null },
  ): Promise<number[]> {
    const webhooks = await tx
      .createQueryBuilder(Webhook, 'webhook')
      .select('webhook.id', 'id')
      .where('webhook.account_id = :accountId AND webhook.enabled AND webhook.deleted_at IS NULL', {
        accountId,
      })
      .andWhere(':type = ANY(webhook.events)', { type })
      .andWhere('(webhook.website_ids IS NULL OR webhook.website_ids @> to_jsonb(:websiteId::bigint))', {
        websiteId,
      })
      .andWhere(`(:websiteId::bigint IS NULL OR ${HAS_WEBSITE})`)
      .getRawMany<{ id: number }>();
    return webhooks.map(({ id }) => id);
  }

  /** Deletes the rows of webhooks that were deleted more than so many days ago. */
  async purge(days: number): Promise<void> {
    await this.webhooks.delete({ deletedAt: olderThan(days) });
  }
}
