import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import {
  Between,
  Equal,
  In,
  IsNull,
  LessThan,
  MoreThan,
  MoreThanOrEqual,
  Not,
  Or,
  type Repository,
  type SelectQueryBuilder,
} from 'typeorm';
import { Database, type Transaction } from '../../platform/database/database.js';
import { deleteOld } from '../../platform/database/delete-old.js';
import { entityColumns, readSlice } from '../../platform/database/list-sql.js';
import { type Slice, type SliceOf } from '../../platform/database/slice.js';
import { type DeliverTo } from './delivery-job.js';
import { type Attempt, Delivery, type DeliveryStatus } from './delivery.entity.js';
import { type EventMessage } from '../events/event-body.js';
import { MAX_REPLAYED, type Replay, type ReplayRange, SLICE } from './replay.js';
import { type Webhook } from '../webhook.entity.js';

/** Attempts that a delivery shows; replays add to them. */
const KEPT_ATTEMPTS = 50;
/** Rows that one statement changes. */
const BATCH = 1000;
const MAX_COUNTED = 10_000;
/** No transaction takes so long: deliveries stored later have greater ids than those of so much earlier. */
const ORDERED_AFTER_MS = 3_600_000;

/** A delivery whose attempt is due, with the webhook as it is now. */
export type DueDelivery = Delivery & {
  readonly body: string;
  readonly nextAttemptAt: Date;
  readonly webhook: Webhook;
};

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
    @InjectRepository(Delivery) private readonly deliveries: Repository<Delivery>,
  ) {}

  /** Whether attempts of a webhook's other deliveries have failed since. */
  async haveFailedSince(
    { accountId, id: webhookId }: Webhook,
    since: Date,
    except: number,
  ): Promise<boolean> {
    const failed = { failures: MoreThan(0), updatedAt: MoreThanOrEqual(since) };
    return this.deliveries.existsBy({ accountId, webhookId, id: Not(except), ...failed });
  }

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

  /** Queues messages for each of some webhooks.
   *  @returns ids of the deliveries */
  async insert(
    tx: Transaction,
    accountId: number,
    { webhookIds, messages }: { webhookIds: readonly number[]; messages: readonly EventMessage[] },
  ): Promise<number[]> {
    const rows = webhookIds.flatMap((webhookId) =>
      messages.map(({ id, type, body }) => ({ accountId, webhookId, eventId: id, type, body })),
    );
    if (rows.length === 0) return [];
    const { generatedMaps } = await tx.insert(Delivery, rows);
    return (generatedMaps as Pick<Delivery, 'id'>[]).map(({ id }) => id);
  }

  /** Stores the end of an attempt. A delivery that was replayed meanwhile stays due, and one that failed with its webhook
   *  can only have succeeded: otherwise the attempt alone is added.
   *  @param tx absent: by itself */
  async record(
    { accountId, id, attempts, failures, nextAttemptAt: dueAt }: DueDelivery,
    { attempt, status, nextAttemptAt }: AttemptResult,
    tx: Transaction = this.deliveries.manager,
  ): Promise<void> {
    const ended = {
      attempts: [...attempts, attempt].slice(-KEPT_ATTEMPTS),
      status,
      nextAttemptAt,
      failures: attempt.error === null ? failures : failures + 1,
      updatedAt: () => 'now()',
    };
    const expected = attempt.error === null ? Or(Equal(dueAt), IsNull()) : dueAt;
    const { affected } = await tx.update(Delivery, { accountId, id, nextAttemptAt: expected }, ended);
    if (affected === 0) await this.addAttempt(tx, { accountId, id }, attempt);
  }

  private async addAttempt(
    tx: Transaction,
    delivery: Pick<Delivery, 'accountId' | 'id'>,
    attempt: Attempt,
  ): Promise<void> {
    const older = `CASE WHEN jsonb_array_length(attempts) < ${String(KEPT_ATTEMPTS)} THEN attempts ELSE attempts - 0 END`;
    await tx
      .createQueryBuilder()
      .update(Delivery)
      .set({ attempts: () => `${older} || :attempt::jsonb`, updatedAt: () => 'now()' })
      .where(delivery)
      .setParameter('attempt', JSON.stringify([attempt]))
      .execute();
  }

  /** Fails some of a webhook's deliveries that have not ended.
   *  @returns whether there may be more */
  async failSome(tx: Transaction, { accountId, webhookId }: DeliverTo): Promise<boolean> {
    const open = await tx.find(Delivery, {
      select: { id: true },
      where: { accountId, webhookId, nextAttemptAt: Not(IsNull()) },
      take: BATCH,
    });
    const ids = open.map(({ id }) => id);
    const failed = { status: 'failed', nextAttemptAt: null, updatedAt: () => 'now()' } as const;
    await tx.update(Delivery, { accountId, id: In(ids) }, failed);
    return ids.length === BATCH;
  }

  /** A delivery of a webhook that was not deleted, with the webhook. */
  async findWithWebhook(tx: Transaction, accountId: number, id: number): Promise<Delivery | null> {
    const where = { accountId, id, webhook: { deletedAt: IsNull() } };
    return tx.findOne(Delivery, { where, relations: { webhook: true } });
  }

  /** Makes deliveries due, as if their events were new. */
  async sendAgain(tx: Transaction, accountId: number, ids: readonly number[]): Promise<void> {
    await tx.update(
      Delivery,
      { accountId, id: In([...ids]) },
      { status: 'pending', failures: 0, nextAttemptAt: () => 'now()', updatedAt: () => 'now()' },
    );
  }

  /** What a replay of the deliveries since a time sends again. */
  async rangeSince(tx: Transaction, { accountId, webhookId }: DeliverTo, since: Date): Promise<ReplayRange> {
    const after = await this.idBefore(tx, since);
    const {
      count = 0,
      latest = null,
      now = new Date(),
    } = (await tx
      .createQueryBuilder()
      .select('count(*)::int', 'count')
      .addSelect('max(first.created_at)', 'latest')
      .addSelect('clock_timestamp()', 'now')
      .from(
        (query) =>
          query
            .select('delivery.created_at', 'created_at')
            .from(Delivery, 'delivery')
            .where({ accountId, webhookId, createdAt: MoreThanOrEqual(since), id: MoreThan(after) })
            .orderBy('delivery.id')
            .limit(MAX_REPLAYED),
        'first',
      )
      .getRawOne<{ count: number; latest: Date | null; now: Date }>()) ?? {};
    return {
      since: since.toISOString(),
      until: (count === MAX_REPLAYED && latest ? latest : now).toISOString(),
      deliveries: count,
      after,
    };
  }

  /** An id that all deliveries since a time exceed: without it, those before would be read. */
  private async idBefore(tx: Transaction, since: Date): Promise<number> {
    const last = await tx.findOne(Delivery, {
      select: { id: true },
      where: { createdAt: LessThan(new Date(since.getTime() - ORDERED_AFTER_MS)) },
      order: { createdAt: 'DESC' },
    });
    return last?.id ?? 0;
  }

  /** Ids of the next deliveries that a replay sends again. */
  async nextOfReplay(
    tx: Transaction,
    { accountId, webhookId }: DeliverTo,
    { since, until, after }: Replay,
  ): Promise<number[]> {
    const createdAt = Between(new Date(since), new Date(until));
    const next = await tx.find(Delivery, {
      select: { id: true },
      where: { accountId, webhookId, createdAt, id: MoreThan(after) },
      order: { id: 'ASC' },
      take: SLICE,
    });
    return next.map(({ id }) => id);
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
