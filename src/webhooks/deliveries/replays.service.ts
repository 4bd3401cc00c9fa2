import { Injectable } from '@nestjs/common';
import { AuditLogRepository } from '../../account/audit-log/audit-log.repository.js';
import { type Actor } from '../../auth/actor.js';
import { Database, type Transaction } from '../../platform/database/database.js';
import { JobQueue } from '../../platform/queue/job-queue.js';
import { DeliveriesRepository } from './deliveries.repository.js';
import { DELIVER_EVENTS, type DeliverTo, REPLAY_DELIVERIES } from './delivery-job.js';
import { type Delivery } from './delivery.entity.js';
import {
  askedAgain,
  beginsAnew,
  begun,
  nextStep,
  pauseEnd,
  PAUSE_MS,
  type Replay,
  withSlice,
} from './replay.js';
import { DeliveryNotFound, WebhookDisabled, WebhookNotFound } from '../webhook-errors.js';
import { WebhooksRepository } from '../webhooks.repository.js';

/** A replay that is running. */
export interface WebhookReplay {
  readonly webhookId: number;
  readonly replay: Replay;
}

/** Has deliveries sent again: a single one, or those of a webhook since a time. */
@Injectable()
export class ReplaysService {
  constructor(
    private readonly database: Database,
    private readonly webhooks: WebhooksRepository,
    private readonly deliveries: DeliveriesRepository,
    private readonly auditLog: AuditLogRepository,
    private readonly queue: JobQueue,
  ) {}

  /** Has a delivery sent again, as if its event were new.
   *  @throws DeliveryNotFound, WebhookDisabled */
  async one(actor: Actor, id: number): Promise<Delivery> {
    const { accountId } = actor;
    return this.database.transaction(async (tx) => {
      const delivery = await this.deliveries.findWithWebhook(tx, accountId, id);
      if (!delivery) throw new DeliveryNotFound();
      if (!delivery.webhook?.enabled) throw new WebhookDisabled();
      await this.sendAgain(tx, { accountId, webhookId: delivery.webhookId }, [id]);
      await this.auditLog.add(tx, actor, { action: 'delivery.replayed', id });
      const again = await this.deliveries.findWithWebhook(tx, accountId, id);
      return again ?? delivery;
    });
  }

  /** Begins a replay of the deliveries since a time, or joins the one that is running.
   *  @returns the replay that is running
   *  @throws WebhookNotFound, WebhookDisabled */
  async since(actor: Actor, webhookId: number, since: Date): Promise<WebhookReplay> {
    const { accountId } = actor;
    const to = { accountId, webhookId };
    return this.database.transaction(async (tx) => {
      const webhook = await this.webhooks.lock(tx, accountId, webhookId);
      if (!webhook) throw new WebhookNotFound();
      if (!webhook.enabled) throw new WebhookDisabled();
      const running = webhook.replay;
      const isFailing = webhook.failingSince !== null;
      const replay =
        running && !beginsAnew(running, { since, isFailing })
          ? askedAgain(running, isFailing)
          : begun(running, await this.deliveries.rangeSince(tx, to, since), isFailing);
      if (replay === running) return { webhookId, replay };
      await this.webhooks.storeReplay(tx, webhook, replay);
      await this.queueSlice(to, pauseEnd(replay, isFailing), tx);
      await this.auditLog.add(tx, actor, { action: 'webhook.replayed', id: webhookId });
      return { webhookId, replay };
    });
  }

  /** Has the next deliveries of a webhook's replay sent again if its pause is over, and queues a job for what comes next.
   *  Nothing happens if no replay is running. */
  async sendSlice(to: DeliverTo): Promise<void> {
    await this.database.transaction(async (tx) => {
      const webhook = await this.webhooks.lock(tx, to.accountId, to.webhookId);
      if (!webhook?.replay) return;
      const { replay, failingSince, enabled } = webhook;
      const now = new Date();
      const step = enabled ? nextStep(replay, { isFailing: failingSince !== null, now }) : 'end';
      if (step instanceof Date) {
        await this.queueSlice(to, step, tx);
        return;
      }
      const ids = step === 'send' ? await this.deliveries.nextOfReplay(tx, to, replay) : [];
      if (ids.length === 0) {
        await this.webhooks.storeReplay(tx, webhook, null);
        return;
      }
      await this.webhooks.storeReplay(tx, webhook, withSlice(replay, ids, now));
      await this.sendAgain(tx, to, ids);
      await this.queueSlice(to, new Date(now.getTime() + PAUSE_MS), tx);
    });
  }

  /** Queues the jobs of all replays that are running. */
  async queueAll(): Promise<void> {
    for (const to of await this.webhooks.replaying()) await this.queueSlice(to, new Date());
  }

  private async sendAgain(tx: Transaction, to: DeliverTo, ids: readonly number[]): Promise<void> {
    await this.deliveries.sendAgain(tx, to.accountId, ids);
    await this.queue.add(DELIVER_EVENTS, { payload: to, tx });
  }

  private async queueSlice(payload: DeliverTo, at: Date, tx?: Transaction): Promise<void> {
    const delayMs = Math.max(0, at.getTime() - Date.now());
    await this.queue.add(REPLAY_DELIVERIES, { payload, delayMs, ...(tx && { tx }) });
  }
}
