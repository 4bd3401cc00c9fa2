import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, IsNull, Not, type Repository, type SelectQueryBuilder } from 'typeorm';
import { Database } from '../database/database.js';
import { deleteOld } from '../database/delete-old.js';
import { entityColumns, readSlice } from '../database/listing.js';
import { type Slice, type SliceOf } from '../database/slice.js';
import { UsageRepository } from '../usage/usage.repository.js';
import { type DeliverTo } from './delivery-job.js';
import { type Attempt, Delivery, type DeliveryStatus } from './delivery.entity.js';
import { Webhook } from './webhook.entity.js';

/** Attempts that a delivery shows; replays add to them. */
const KEPT_ATTEMPTS = 50;
/** Rows that one statement changes. */
const BATCH = 1000;
const MAX_COUNTED = 10_000;

/** A delivery whose attempt is due, with the webhook as it is now. */
export type DueDelivery = Delivery & { readonly body: string; readonly webhook: Webhook };

/** How an attempt ended. */
export interface AttemptResult {
  readonly attempt: Attempt;
  readonly status: DeliveryStatus;
  readonly nextAttemptAt: Date | null;
}

@Injectable()
export class DeliveriesRepository {
  constructor(
    private readonly database: Database,
    private readonly usage: UsageRepository,
    @InjectRepository(Delivery) private readonly deliveries: Repository<Delivery>,
  ) {}

  async listOf(
    { accountId, webhookId }: DeliverTo,
    { status }: { readonly status?: DeliveryStatus },
    slice: Slice,
  ): Promise<SliceOf<Delivery>> {
    const conditions = ['account_id = $1', 'webhook_id = $2'];
    const parameters: unknown[] = [accountId, webhookId];
    if (status) conditions.push(`status = $${String(parameters.push(status))}`);
    // The planner would not use the index of the others for a parameter.
    if (status && status !== 'succeeded') conditions.push(`status <> 'succeeded'`);
    const columns = entityColumns(this.deliveries);
    const list = { columns, from: 'deliveries r', conditions, parameters, order: 'r.id', total: null };
    return readSlice<Delivery>(this.database, list, slice);
  }

  /** A delivery of a webhook that was not deleted. */
  async find(accountId: number, id: number): Promise<Delivery | null> {
    return this.deliveries.findOneBy({ accountId, id, webhook: { deletedAt: IsNull() } });
  }

  /** The webhook's next deliveries that are due, with the webhook; none if it is disabled or paused.
   *  @param except ids of those that are being delivered */
  async due(
    { accountId, webhookId }: DeliverTo,
    { except, limit }: { readonly except: readonly number[]; readonly limit: number },
  ): Promise<DueDelivery[]> {
    const found = await this.deliveries
      .createQueryBuilder('delivery')
      .addSelect('delivery.body')
      .innerJoinAndSelect('delivery.webhook', 'webhook')
      .where({ accountId, webhookId, nextAttemptAt: Not(IsNull()) })
      .andWhere('delivery.next_attempt_at <= now()')
      .andWhere('webhook.enabled AND (webhook.paused_until IS NULL OR webhook.paused_until <= now())')
      .andWhere('delivery.id <> ALL(:except)', { except })
      .orderBy('delivery.next_attempt_at')
      .addOrderBy('delivery.id')
      .limit(limit)
      .getMany();
    return found as DueDelivery[];
  }

  /** When the webhook's next attempt is due; null if there is none to come. */
  async nextAttemptAt({ accountId, webhookId }: DeliverTo): Promise<Date | null> {
    const next = await this.deliveries.findOne({
      where: { accountId, webhookId, nextAttemptAt: Not(IsNull()), webhook: { enabled: true } },
      relations: { webhook: true },
      order: { nextAttemptAt: 'ASC' },
    });
    const times = [next?.nextAttemptAt, next?.webhook?.pausedUntil].flatMap((time) => time?.getTime() ?? []);
    return next ? new Date(Math.max(...times)) : null;
  }

  /** Stores the end of an attempt, and what it says about the webhook.
   *  @param pausedUntil the webhook is left alone until then; null: it doesn't have to be */
  async record(
    { accountId, id, attempts, failures, webhook }: DueDelivery,
    { attempt, status, nextAttemptAt }: AttemptResult,
    pausedUntil: Date | null,
  ): Promise<void> {
    const hasFailed = attempt.error !== null;
    const ended = {
      attempts: [...attempts, attempt].slice(-KEPT_ATTEMPTS),
      status,
      nextAttemptAt,
      failures: hasFailed ? failures + 1 : failures,
      updatedAt: () => 'now()',
    };
    const isNews = hasFailed !== (webhook.failingSince !== null);
    if (!isNews && !pausedUntil) {
      await this.deliveries.update({ accountId, id }, ended);
      return;
    }
    const failingSince = hasFailed ? (webhook.failingSince ?? new Date(attempt.at)) : null;
    await this.database.transaction(async (manager) => {
      await manager.update(Delivery, { accountId, id }, ended);
      await manager.update(
        Webhook,
        { accountId, id: webhook.id },
        { failingSince, ...(pausedUntil && { pausedUntil }) },
      );
    });
  }

  /** Counts deliveries that have succeeded, in the account's usage. */
  async countDelivered(accountId: number, deliveries: number): Promise<void> {
    await this.usage.count(this.deliveries.manager, accountId, null, { deliveries });
  }

  /** Ends the deliveries of a webhook that is disabled or deleted.
   *  @returns whether it is */
  async endIfDisabled({ accountId, webhookId }: DeliverTo): Promise<boolean> {
    const webhook = await this.deliveries.manager.findOneBy(Webhook, { accountId, id: webhookId });
    if (webhook?.enabled) return false;
    for (let ended = BATCH; ended === BATCH;) {
      const open = await this.deliveries.find({
        select: { id: true },
        where: { accountId, webhookId, nextAttemptAt: Not(IsNull()) },
        take: BATCH,
      });
      const ids = open.map(({ id }) => id);
      await this.deliveries.update(
        { accountId, id: In(ids) },
        { status: 'failed', nextAttemptAt: null, updatedAt: () => 'now()' },
      );
      ended = ids.length;
    }
    return true;
  }

  /** Deliveries of enabled webhooks whose attempt has been due for more than a minute, counted up to 10,000. */
  async countOverdue(): Promise<number> {
    const overdue = await this.overdue().select('delivery.id').limit(MAX_COUNTED).getRawMany();
    return overdue.length;
  }

  /** The webhooks of such deliveries. */
  async overdueWebhooks(): Promise<DeliverTo[]> {
    return this.overdue()
      .select('DISTINCT delivery.account_id', 'accountId')
      .addSelect('delivery.webhook_id', 'webhookId')
      .getRawMany<DeliverTo>();
  }

  private overdue(): SelectQueryBuilder<Delivery> {
    return this.deliveries
      .createQueryBuilder('delivery')
      .innerJoin('delivery.webhook', 'webhook')
      .where(`delivery.next_attempt_at < now() - interval '1 minute'`)
      .andWhere('(webhook.paused_until IS NULL OR webhook.paused_until <= now())');
  }

  /** Deletes some of the deliveries that are older than so many days.
   *  @returns whether there may be more */
  async deleteOlderThan(days: number): Promise<boolean> {
    return deleteOld(this.deliveries, days);
  }
}
