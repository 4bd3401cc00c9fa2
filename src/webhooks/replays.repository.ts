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
} from 'typeorm';
import { AuditLogRepository } from '../audit-log/audit-log.repository.js';
import { type Actor } from '../auth/actor.js';
import { Database } from '../database/database.js';
import { JobQueue } from '../queue/job-queue.repository.js';
import { DELIVER_EVENTS, type DeliverTo, REPLAY_DELIVERIES, turnOf } from './delivery-job.js';
import { Delivery } from './delivery.entity.js';
import {
  askedAgain,
  beginsAnew,
  begun,
  MAX_REPLAYED,
  nextStep,
  pauseEnd,
  PAUSE_MS,
  type Replay,
  type ReplayRange,
  SLICE,
  withSlice,
} from './replay.js';
import { DeliveryNotFound, WebhookDisabled } from './webhook-errors.js';
import { Webhook } from './webhook.entity.js';

const AGAIN = {
  status: 'pending',
  failures: 0,
  nextAttemptAt: () => 'now()',
  updatedAt: () => 'now()',
} as const;

/** Deliveries that are sent again: a single one, or those of a webhook since a time. */
@Injectable()
export class ReplaysRepository {
  constructor(
    private readonly database: Database,
    private readonly auditLog: AuditLogRepository,
    private readonly queue: JobQueue,
    @InjectRepository(Webhook) private readonly webhooks: Repository<Webhook>,
  ) {}

  /** Has a delivery sent again, as if its event were new.
   *  @throws DeliveryNotFound, WebhookDisabled */
  async replay(actor: Actor, id: number): Promise<Delivery> {
    const { accountId } = actor;
    return this.database.transaction(async (manager) => {
      const delivery = await manager.findOne(Delivery, {
        where: { accountId, id, webhook: { deletedAt: IsNull() } },
        relations: { webhook: true },
      });
      if (!delivery) throw new DeliveryNotFound();
      if (!delivery.webhook?.enabled) throw new WebhookDisabled();
      await this.sendAgain(manager, { accountId, webhookId: delivery.webhookId }, [id]);
      await this.auditLog.add(manager, actor, { action: 'delivery.replayed', id });
      return manager.findOneByOrFail(Delivery, { accountId, id });
    });
  }

  /** Begins a replay of the deliveries since a time, or joins the one that is running.
   *  @param webhook is locked by this transaction
   *  @returns the replay that is running; the webhook's own if nothing changes */
  async begin(manager: EntityManager, webhook: Webhook, since: Date): Promise<Replay> {
    const { accountId, id: webhookId, replay: running } = webhook;
    const isFailing = webhook.failingSince !== null;
    const replay =
      running && !beginsAnew(running, { since, isFailing })
        ? askedAgain(running, isFailing)
        : begun(running, await this.rangeOf(manager, { accountId, webhookId }, since), isFailing);
    if (replay === running) return replay;
    await manager.update(Webhook, { accountId, id: webhookId }, { replay });
    await this.queueSlice(manager, { accountId, webhookId }, pauseEnd(replay, isFailing));
    return replay;
  }

  /** Has the next deliveries of a webhook's replay sent again if its pause is over, and queues a job for what comes next.
   *  Nothing happens if no replay is running. */
  async sendSlice({ accountId, webhookId }: DeliverTo): Promise<void> {
    await this.database.transaction(async (manager) => {
      const [owner, to] = [
        { accountId, id: webhookId },
        { accountId, webhookId },
      ];
      const webhook = await manager.findOne(Webhook, { where: owner, lock: { mode: 'for_no_key_update' } });
      if (!webhook?.replay) return;
      const { replay, failingSince, enabled } = webhook;
      const now = new Date();
      const step = enabled ? nextStep(replay, { isFailing: failingSince !== null, now }) : 'end';
      if (step instanceof Date) {
        await this.queueSlice(manager, to, step);
        return;
      }
      const ids = step === 'send' ? await this.nextOf(manager, to, replay) : [];
      if (ids.length === 0) {
        await manager.update(Webhook, owner, { replay: null });
        return;
      }
      await manager.update(Webhook, owner, { replay: withSlice(replay, ids, now) });
      await this.sendAgain(manager, to, ids);
      await this.queueSlice(manager, to, new Date(now.getTime() + PAUSE_MS));
    });
  }

  /** Queues the jobs of all replays that are running. */
  async queueAll(): Promise<void> {
    const { manager } = this.webhooks;
    const webhooks = await this.webhooks.findBy({ replay: Not(IsNull()) });
    for (const { accountId, id: webhookId } of webhooks)
      await this.queueSlice(manager, { accountId, webhookId }, new Date());
  }

  /** What a replay of the deliveries since a time sends again. */
  private async rangeOf(
    manager: EntityManager,
    { accountId, webhookId }: DeliverTo,
    since: Date,
  ): Promise<ReplayRange> {
    const { count = 0, latest = null } =
      (await manager
        .createQueryBuilder()
        .select('count(*)::int', 'count')
        .addSelect('max(first.created_at)', 'latest')
        .from(
          (query) =>
            query
              .select('delivery.created_at', 'created_at')
              .from(Delivery, 'delivery')
              .where({ accountId, webhookId, createdAt: MoreThanOrEqual(since) })
              .orderBy('delivery.id')
              .limit(MAX_REPLAYED),
          'first',
        )
        .getRawOne<{ count: number; latest: Date | null }>()) ?? {};
    return {
      since: since.toISOString(),
      until: (count === MAX_REPLAYED && latest ? latest : new Date()).toISOString(),
      deliveries: count,
    };
  }

  /** @returns ids of the replay's next deliveries */
  private async nextOf(
    manager: EntityManager,
    { accountId, webhookId }: DeliverTo,
    { since, until, after }: Replay,
  ): Promise<number[]> {
    const createdAt = Between(new Date(since), new Date(until));
    const next = await manager.find(Delivery, {
      select: { id: true },
      where: { accountId, webhookId, createdAt, id: MoreThan(after) },
      order: { id: 'ASC' },
      take: SLICE,
    });
    return next.map(({ id }) => id);
  }

  private async sendAgain(manager: EntityManager, to: DeliverTo, ids: readonly number[]): Promise<void> {
    await manager.update(Delivery, { accountId: to.accountId, id: In(ids) }, AGAIN);
    await this.queue.add(DELIVER_EVENTS, { payload: to, ...turnOf(to), manager });
  }

  private async queueSlice(manager: EntityManager, payload: DeliverTo, at: Date): Promise<void> {
    const runAt = new Date(Math.max(at.getTime(), Date.now()));
    await this.queue.add(REPLAY_DELIVERIES, { payload, key: turnOf(payload).key, runAt, manager });
  }
}
