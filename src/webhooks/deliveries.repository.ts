import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import {
  Between,
  type EntityManager,
  In,
  IsNull,
  MoreThan,
  MoreThanOrEqual,
  Not,
  type Repository,
  type SelectQueryBuilder,
} from 'typeorm';
import { AuditLogRepository } from '../audit-log/audit-log.repository.js';
import { type Actor } from '../auth/actor.js';
import { Database } from '../database/database.js';
import { deleteOld } from '../database/delete-old.js';
import { entityColumns, readSlice } from '../database/listing.js';
import { type Slice, type SliceOf } from '../database/slice.js';
import { JobQueue } from '../queue/job-queue.repository.js';
import { UsageRepository } from '../usage/usage.repository.js';
import { DELIVER_EVENTS, type DeliverTo, REPLAY_DELIVERIES, turnOf } from './delivery-job.js';
import { type Attempt, Delivery, type DeliveryStatus } from './delivery.entity.js';
import { FAILING_PAUSE_MS, MAX_REPLAYED, PAUSE_MS, type Replay, SLICE } from './replay.js';
import { DeliveryNotFound, WebhookDisabled } from './webhook-errors.js';
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
    private readonly auditLog: AuditLogRepository,
    private readonly queue: JobQueue,
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

  /** Has a delivery sent again, as if its event were new.
   *  @throws DeliveryNotFound, WebhookDisabled */
  async replay(actor: Actor, id: number): Promise<Delivery> {
    const { accountId } = actor;
    await this.database.transaction(async (manager) => {
      const delivery = await manager.findOne(Delivery, {
        where: { accountId, id, webhook: { deletedAt: IsNull() } },
        relations: { webhook: true },
      });
      if (!delivery) throw new DeliveryNotFound();
      if (!delivery.webhook?.enabled) throw new WebhookDisabled();
      await manager.update(Delivery, { accountId, id }, AGAIN);
      const payload = { accountId, webhookId: delivery.webhookId };
      await this.queue.add(DELIVER_EVENTS, { payload, ...turnOf(payload), manager });
      await this.auditLog.add(manager, actor, { action: 'delivery.replayed', id });
    });
    return this.deliveries.findOneByOrFail({ accountId, id });
  }

  /** How many deliveries since a time a replay would send again, and until when they were first sent. */
  async replayable(
    manager: EntityManager,
    { accountId, webhookId }: DeliverTo,
    since: Date,
  ): Promise<{ count: number; until: Date }> {
    const deliveries = await manager.find(Delivery, {
      select: { id: true, createdAt: true },
      where: { accountId, webhookId, createdAt: MoreThanOrEqual(since) },
      order: { id: 'ASC' },
      take: MAX_REPLAYED,
    });
    const isAll = deliveries.length < MAX_REPLAYED;
    return {
      count: deliveries.length,
      until: isAll ? new Date() : (deliveries.at(-1)?.createdAt ?? new Date()),
    };
  }

  /** Has the next deliveries of a webhook's replay sent again, and queues a job for those after them. Nothing happens if no
   *  replay is running. */
  async replaySlice({ accountId, webhookId }: DeliverTo): Promise<void> {
    await this.database.transaction(async (manager) => {
      const owner = { accountId, id: webhookId };
      const webhook = await manager.findOne(Webhook, { where: owner, lock: { mode: 'for_no_key_update' } });
      if (!webhook?.replay) return;
      const { replay, failingSince, enabled } = webhook;
      const again = (ms: number) => this.queueReplay(manager, { accountId, webhookId }, ms);
      if (enabled && failingSince && replay.sent > 0) return again(FAILING_PAUSE_MS);
      const rows = enabled ? await this.nextOf(manager, { accountId, webhookId }, replay) : [];
      const ids = rows.map(({ id }) => id);
      const sent = replay.sent + ids.length;
      const isOver = ids.length < SLICE || sent >= MAX_REPLAYED;
      const after = ids.at(-1) ?? replay.after;
      await manager.update(Webhook, owner, { replay: isOver ? null : { ...replay, sent, after } });
      if (ids.length === 0) return;
      await manager.update(Delivery, { accountId, id: In(ids) }, AGAIN);
      const payload = { accountId, webhookId };
      await this.queue.add(DELIVER_EVENTS, { payload, ...turnOf(payload), manager });
      if (!isOver) await again(PAUSE_MS);
    });
  }

  /** Queues the job of a webhook's replay. */
  async queueReplay(manager: EntityManager, payload: DeliverTo, inMs = 0): Promise<void> {
    const { key } = turnOf(payload);
    await this.queue.add(REPLAY_DELIVERIES, { payload, key, runAt: new Date(Date.now() + inMs), manager });
  }

  private async nextOf(
    manager: EntityManager,
    { accountId, webhookId }: DeliverTo,
    { since, until, after }: Replay,
  ): Promise<Pick<Delivery, 'id'>[]> {
    return manager.find(Delivery, {
      select: { id: true },
      where: {
        accountId,
        webhookId,
        createdAt: Between(new Date(since), new Date(until)),
        id: MoreThan(after),
      },
      order: { id: 'ASC' },
      take: SLICE,
    });
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

  /** Queues the jobs of all replays that are running. */
  async queueReplays(): Promise<void> {
    const webhooks = await this.deliveries.manager.findBy(Webhook, { replay: Not(IsNull()) });
    for (const { accountId, id: webhookId } of webhooks)
      await this.queueReplay(this.deliveries.manager, { accountId, webhookId });
  }

  /** Deletes some of the deliveries that are older than so many days.
   *  @returns whether there may be more */
  async deleteOlderThan(days: number): Promise<boolean> {
    return deleteOld(this.deliveries, days);
  }
}

const AGAIN = {
  status: 'pending',
  failures: 0,
  nextAttemptAt: () => 'now()',
  updatedAt: () => 'now()',
} as const;
