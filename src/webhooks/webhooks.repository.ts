import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, IsNull, LessThan, type Repository } from 'typeorm';
import { AuditLogRepository } from '../audit-log/audit-log.repository.js';
import { type Changes } from '../audit-log/audit-log-entry.entity.js';
import { changesBetween } from '../audit-log/changes.js';
import { Account } from '../auth/account.entity.js';
import { type Actor } from '../auth/actor.js';
import { CONFIG, type Config } from '../config/config.js';
import { Database } from '../database/database.js';
import { entityColumns, readSlice } from '../database/listing.js';
import { type Slice, type SliceOf } from '../database/slice.js';
import { TooManyRecords } from '../http/http-errors.js';
import { JobQueue } from '../queue/job-queue.repository.js';
import { DELIVER_EVENTS, turnOf } from './delivery-job.js';
import { maskedEndpoint } from './endpoint.js';
import { type EventMessage } from './event-body.js';
import { EventsRepository } from './events.repository.js';
import { type Replay } from './replay.js';
import { ReplaysRepository } from './replays.repository.js';
import { WebhookDisabled, WebhookNotFound } from './webhook-errors.js';
import { type DisabledReason, Webhook } from './webhook.entity.js';

export type NewWebhook = Pick<
  Webhook,
  'url' | 'description' | 'events' | 'websiteIds' | 'enabled' | 'secret'
>;
type WebhookChanges = Partial<Omit<NewWebhook, 'secret'>>;

/** What runs in the transaction that stores a webhook or its new secret. */
type Take = (manager: EntityManager, id: number) => Promise<void>;

/** Works on a webhook that is locked. */
type Work<T> = (webhook: Webhook, manager: EntityManager) => Promise<T>;

@Injectable()
export class WebhooksRepository {
  constructor(
    private readonly database: Database,
    private readonly auditLog: AuditLogRepository,
    private readonly events: EventsRepository,
    private readonly queue: JobQueue,
    private readonly replays: ReplaysRepository,
    @InjectRepository(Webhook) private readonly webhooks: Repository<Webhook>,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async listOf(accountId: number, slice: Slice): Promise<SliceOf<Webhook>> {
    const conditions = ['account_id = $1', 'deleted_at IS NULL'];
    const columns = entityColumns(this.webhooks);
    const list = { columns, from: 'webhooks r', conditions, parameters: [accountId], order: 'r.id' };
    return readSlice<Webhook>(this.database, { ...list, total: null }, slice);
  }

  async find(accountId: number, id: number): Promise<Webhook | null> {
    return this.webhooks.findOneBy({ accountId, id, deletedAt: IsNull() });
  }

  /** Every event is written once for each webhook, in the transaction that it tells of, so their number is limited.
   *  @throws TooManyRecords */
  async create(actor: Actor, webhook: NewWebhook, take: Take): Promise<Webhook> {
    const { accountId } = actor;
    return this.database.transaction(async (manager) => {
      await manager.findOne(Account, { where: { id: accountId }, lock: { mode: 'for_no_key_update' } });
      const count = await manager.countBy(Webhook, { accountId, deletedAt: IsNull() });
      const limit = this.config.accountWebhooks;
      if (count >= limit) throw new TooManyRecords('webhooks', limit, 'ACCOUNT_WEBHOOKS');
      const { identifiers } = await manager.insert(Webhook, { ...webhook, accountId });
      const created = await manager.findOneByOrFail(Webhook, identifiers[0] as Pick<Webhook, 'id'>);
      await take(manager, created.id);
      const changes = changesOf(null, created);
      await this.auditLog.add(manager, actor, { action: 'webhook.created', id: created.id, changes });
      return created;
    });
  }

  /** @param decide gets the current webhook and returns the changes, and may throw
   *  @throws WebhookNotFound */
  async update(actor: Actor, id: number, decide: (current: Webhook) => WebhookChanges): Promise<Webhook> {
    return this.change(actor.accountId, id, async (current, manager) => {
      const { url, description, events, websiteIds, enabled: wasEnabled } = current;
      const changed = { url, description, events, websiteIds, enabled: wasEnabled, ...decide(current) };
      const changes = changesOf(current, changed);
      if (Object.keys(changes).length === 0) return current;
      const { enabled } = changed;
      await this.store(manager, current, {
        ...changed,
        ...(enabled && !wasEnabled && { disabledReason: null, failingSince: null, pausedUntil: null }),
      });
      if (!enabled) await this.wake(manager, current);
      await this.auditLog.add(manager, actor, { action: 'webhook.updated', id, changes });
      return manager.findOneByOrFail(Webhook, { accountId: current.accountId, id });
    });
  }

  /** Gives a webhook a new secret. Requests are signed with the one before, too, for some time.
   *  @throws WebhookNotFound */
  async rotateSecret(
    actor: Actor,
    id: number,
    { secret, overlapHours, take }: { secret: string; overlapHours: number; take: Take },
  ): Promise<Webhook> {
    return this.change(actor.accountId, id, async (current, manager) => {
      await take(manager, id);
      await this.store(manager, current, {
        secret,
        previousSecret: current.secret,
        previousSecretUntil: new Date(Date.now() + overlapHours * 3_600_000),
      });
      await this.auditLog.add(manager, actor, { action: 'webhook.secret_rotated', id });
      return manager.findOneByOrFail(Webhook, { accountId: current.accountId, id });
    });
  }

  /** @param confirm gets the current webhook, and may throw
   *  @throws WebhookNotFound */
  async delete(actor: Actor, id: number, confirm: (current: Webhook) => void): Promise<void> {
    await this.change(actor.accountId, id, async (current, manager) => {
      confirm(current);
      const gone = { enabled: false, secret: '', previousSecret: null };
      await this.store(manager, current, { ...gone, deletedAt: () => 'now()' });
      await this.wake(manager, current);
      const changes = changesOf(current, null);
      await this.auditLog.add(manager, actor, { action: 'webhook.deleted', id, changes });
    });
  }

  /** Queues a message for one webhook, and logs it. Changes of the webhook don't wait for it.
   *  @param take is called in the transaction that stores the delivery
   *  @returns id of the delivery
   *  @throws WebhookNotFound, WebhookDisabled */
  async test(
    actor: Actor,
    id: number,
    { message, take }: { message: EventMessage; take: Take },
  ): Promise<number> {
    const { accountId } = actor;
    return this.database.transaction(async (manager) => {
      const webhook = await manager.findOneBy(Webhook, { accountId, id, deletedAt: IsNull() });
      if (!webhook) throw new WebhookNotFound();
      if (!webhook.enabled) throw new WebhookDisabled();
      await this.auditLog.add(manager, actor, { action: 'webhook.tested', id });
      const target = { webhookIds: [id], messages: [message] };
      const [deliveryId = 0] = await this.events.send(manager, accountId, target);
      await take(manager, deliveryId);
      return deliveryId;
    });
  }

  /** Begins a replay of the deliveries since a time. While one is running, no other one begins.
   *  @returns the one that is running
   *  @throws WebhookNotFound, WebhookDisabled */
  async replaySince(actor: Actor, id: number, since: Date): Promise<Replay> {
    return this.change(actor.accountId, id, async (current, manager) => {
      if (!current.enabled) throw new WebhookDisabled();
      const replay = await this.replays.begin(manager, current, since);
      if (replay !== current.replay)
        await this.auditLog.add(manager, actor, { action: 'webhook.replayed', id });
      return replay;
    });
  }

  /** Disables a webhook that can't be reached, and tells the others. Nothing happens if it is disabled already. */
  async disable({ accountId, id }: Webhook, reason: DisabledReason): Promise<void> {
    await this.change(accountId, id, async (current, manager) => {
      if (!current.enabled) return;
      await this.store(manager, current, { enabled: false, disabledReason: reason });
      await this.wake(manager, current);
      const subject = { accountId, type: 'webhook.disabled', websiteId: null } as const;
      const data = {
        webhook_id: id,
        url: maskedEndpoint(current.url),
        reason,
        links: { webhook: this.events.linkTo(`webhooks/${String(id)}`) },
      };
      await this.events.publish(manager, subject, () => [data]);
    }).catch((error: unknown) => {
      if (!(error instanceof WebhookNotFound)) throw error;
    });
  }

  /** Deletes the rows of webhooks that were deleted more than so many days ago. */
  async purge(days: number): Promise<void> {
    await this.webhooks.delete({ deletedAt: LessThan(new Date(Date.now() - days * 86_400_000)) });
  }

  private async change<T>(accountId: number, id: number, work: Work<T>): Promise<T> {
    return this.database.transaction(async (manager) => {
      const current = await manager.findOne(Webhook, {
        where: { accountId, id, deletedAt: IsNull() },
        lock: { mode: 'for_no_key_update' },
      });
      if (!current) throw new WebhookNotFound();
      return work(current, manager);
    });
  }

  private async store(
    manager: EntityManager,
    { accountId, id }: Webhook,
    changes: Parameters<EntityManager['update']>[2],
  ): Promise<void> {
    await manager.update(Webhook, { accountId, id }, { ...changes, updatedAt: () => 'now()' });
  }

  /** Has the queue look at the webhook, to end its deliveries. */
  private async wake(manager: EntityManager, { accountId, id: webhookId }: Webhook): Promise<void> {
    const payload = { accountId, webhookId };
    await this.queue.add(DELIVER_EVENTS, { payload, ...turnOf(payload), manager });
  }
}

/** What the audit log shows of a webhook. */
type Logged = Omit<NewWebhook, 'secret'>;

/** What the audit log shows of a change. Not all who read it may read addresses. */
function changesOf(before: Logged | null, after: Logged | null): Changes {
  const { url, ...others } = changesBetween(before && loggedOf(before), after && loggedOf(after));
  return url ? { url: [masked(url[0]), masked(url[1])], ...others } : others;
}

function masked(url: unknown): string | null {
  return typeof url === 'string' ? maskedEndpoint(url) : null;
}

function loggedOf({ url, description, events, websiteIds, enabled }: Logged): object {
  return { url, description, events, website_ids: websiteIds, enabled };
}
