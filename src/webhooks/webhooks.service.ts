import { Inject, Injectable } from '@nestjs/common';
import { AuditLogRepository } from '../account/audit-log/audit-log.repository.js';
import { type Changes } from '../account/audit-log/audit-log-entry.entity.js';
import { changesBetween } from '../account/audit-log/changes.js';
import { AccountsRepository } from '../auth/accounts.repository.js';
import { type Actor } from '../auth/actor.js';
import { CONFIG, type Config } from '../platform/config/config.js';
import { Database, type Transaction } from '../platform/database/database.js';
import { TooManyRecords, ValidationFailed } from '../platform/errors/http-errors.js';
import { Idempotency } from '../platform/http/idempotency/idempotency.js';
import { type RepeatableRequest } from '../platform/http/idempotency/repeatable-request.js';
import { type Listing, listingOf } from '../platform/http/listing/listing.js';
import { type Change, type RecordToChange } from '../platform/http/handler-parameters.js';
import { ageSeconds, Stored } from '../platform/http/record/stored.js';
import { JobQueue } from '../platform/queue/job-queue.js';
import { WebsitesRepository } from '../websites/websites.repository.js';
import { DELIVER_EVENTS } from './deliveries/delivery-job.js';
import { type CreateWebhookBody } from './dto/create-webhook.dto.js';
import { type ListWebhooksQuery } from './dto/list-webhooks.dto.js';
import { type UpdateWebhookBody } from './dto/update-webhook.dto.js';
import { judgeEndpoint, maskedEndpoint } from './endpoint.js';
import { Events } from './events/events.service.js';
import { newSigningSecret } from './deliveries/signature.js';
import { WebhookNotFound } from './webhook-errors.js';
import { webhookDisabledView } from './events/webhook-event.view.js';
import { type DisabledReason, type Webhook } from './webhook.entity.js';
import { type NewWebhook } from './webhook.view.js';
import { WebhooksRepository } from './webhooks.repository.js';

/** How long the secret before a rotation signs, too. */
const OVERLAP_MS = 24 * 3_600_000;
/** A rotation so soon after another one is the same wish. */
const REPEATED_MS = 60_000;

@Injectable()
export class WebhooksService {
  constructor(
    private readonly database: Database,
    private readonly webhooks: WebhooksRepository,
    private readonly accounts: AccountsRepository,
    private readonly websites: WebsitesRepository,
    private readonly auditLog: AuditLogRepository,
    private readonly events: Events,
    private readonly queue: JobQueue,
    private readonly idempotency: Idempotency,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async list(accountId: number, query: ListWebhooksQuery): Promise<Listing<Webhook>> {
    return listingOf(query, accountId, (slice) => this.webhooks.listOf(accountId, slice));
  }

  /** @throws WebhookNotFound */
  async show(accountId: number, id: number): Promise<Webhook> {
    const webhook = await this.webhooks.find(accountId, id);
    if (!webhook) throw new WebhookNotFound();
    return webhook;
  }

  /** Every event is written once for each webhook, in the transaction that it tells of, so their number is limited.
   *  @throws ValidationFailed, TooManyRecords, RequestInProgress */
  async store(
    actor: Actor,
    body: CreateWebhookBody,
    request: RepeatableRequest,
  ): Promise<Stored<NewWebhook>> {
    const { accountId } = actor;
    return this.idempotency.once(request, body, {
      again: async (id) => {
        const webhook = await this.show(accountId, id);
        return new Stored<NewWebhook>({ webhook }, 'existing', ageSeconds(webhook));
      },
      before: () => this.judge(accountId, body, []),
      create: async (tx) => {
        await this.accounts.lock(tx, accountId);
        const limit = this.config.accountWebhooks;
        if ((await this.webhooks.countOf(tx, accountId)) >= limit)
          throw new TooManyRecords('webhooks', limit, 'ACCOUNT_WEBHOOKS');
        const secret = newSigningSecret();
        const { url, description, events, website_ids: websiteIds, enabled } = body;
        const fields = { url, description, events, websiteIds, enabled, secret };
        const webhook = await this.webhooks.insert(tx, accountId, fields);
        const changes = changesOf(null, webhook);
        await this.auditLog.add(tx, actor, { action: 'webhook.created', id: webhook.id, changes });
        return { id: webhook.id, result: new Stored<NewWebhook>({ webhook, secret }, 'created') };
      },
    });
  }

  /** @throws ValidationFailed, WebhookNotFound, PreconditionFailed */
  async update(
    actor: Actor,
    { id, ifMatch }: RecordToChange<Webhook>,
    body: UpdateWebhookBody,
  ): Promise<Webhook> {
    const { websiteIds: before } = await this.show(actor.accountId, id);
    await this.judge(actor.accountId, body, before ?? []);
    return this.database.transaction(async (tx) => {
      const current = await this.locked(tx, actor.accountId, id);
      ifMatch?.(current);
      const {
        url = current.url,
        description = current.description,
        events = current.events,
        website_ids: websiteIds = current.websiteIds,
        enabled = current.enabled,
      } = body;
      const changed = { url, description, events, websiteIds, enabled };
      const changes = changesOf(current, changed);
      if (Object.keys(changes).length === 0) return current;
      const isEnabledAgain = enabled && !current.enabled;
      const isMoved = url !== current.url;
      const updated = await this.webhooks.update(tx, current, {
        ...changed,
        ...(isEnabledAgain && { disabledReason: null }),
        ...((isEnabledAgain || isMoved) && { failingSince: null, pausedUntil: null }),
      });
      if (!enabled || isMoved) await this.queueDeliveries(tx, current);
      await this.auditLog.add(tx, actor, { action: 'webhook.updated', id, changes });
      return updated;
    });
  }

  /** Gives a webhook a new secret. Requests are signed with the one before, too, for some time: with the one that was in use
   *  until a minute ago, if that was pressed twice.
   *  @throws WebhookNotFound, RequestInProgress, PreconditionFailed */
  async rotateSecret(actor: Actor, { id, ifMatch, repeatable }: Change<Webhook>): Promise<NewWebhook> {
    return this.idempotency.once<NewWebhook>(
      repeatable,
      { id },
      {
        again: async () => ({ webhook: await this.show(actor.accountId, id) }),
        create: async (tx) => {
          const current = await this.locked(tx, actor.accountId, id);
          ifMatch?.(current);
          const secret = newSigningSecret();
          const webhook = await this.webhooks.update(tx, current, {
            secret,
            ...previousOf(current, Date.now()),
          });
          await this.auditLog.add(tx, actor, { action: 'webhook.secret_rotated', id });
          return { id, result: { webhook, secret } };
        },
      },
    );
  }

  /** @throws WebhookNotFound, PreconditionFailed */
  async delete(actor: Actor, { id, ifMatch }: RecordToChange<Webhook>): Promise<void> {
    await this.database.transaction(async (tx) => {
      const current = await this.locked(tx, actor.accountId, id);
      ifMatch?.(current);
      await this.webhooks.delete(tx, current);
      await this.queueDeliveries(tx, current);
      const changes = changesOf(current, null);
      await this.auditLog.add(tx, actor, { action: 'webhook.deleted', id, changes });
    });
  }

  /** Disables a webhook whose url can't be reached, and tells the others. Nothing happens if it is disabled or deleted
   *  already, or was changed since it was read: the next attempt will tell. */
  async disable({ accountId, id, updatedAt }: Webhook, reason: DisabledReason): Promise<void> {
    await this.database.transaction(async (tx) => {
      const current = await this.webhooks.lock(tx, accountId, id);
      if (!current?.enabled || current.updatedAt.getTime() !== updatedAt.getTime()) return;
      await this.webhooks.update(tx, current, { enabled: false, disabledReason: reason });
      await this.queueDeliveries(tx, current);
      const subject = { accountId, type: 'webhook.disabled', websiteId: null } as const;
      const link = this.events.linkTo(`webhooks/${String(id)}`);
      await this.events.publish(tx, subject, () => [webhookDisabledView(current, reason, link)]);
    });
  }

  /** @throws WebhookNotFound */
  private async locked(tx: Transaction, accountId: number, id: number): Promise<Webhook> {
    const webhook = await this.webhooks.lock(tx, accountId, id);
    if (!webhook) throw new WebhookNotFound();
    return webhook;
  }

  /** Has the queue look at the webhook: to send what is due, or to end its deliveries if it is disabled or deleted. */
  private async queueDeliveries(tx: Transaction, { accountId, id: webhookId }: Webhook): Promise<void> {
    await this.queue.add(DELIVER_EVENTS, { payload: { accountId, webhookId }, tx });
  }

  /** @param kept ids of websites that may be deleted meanwhile
   *  @throws ValidationFailed */
  private async judge(
    accountId: number,
    { url, website_ids: websiteIds }: Pick<UpdateWebhookBody, 'url' | 'website_ids'>,
    kept: readonly number[],
  ): Promise<void> {
    const errors: Record<string, string[]> = {};
    const judged = url === undefined ? null : judgeEndpoint(url, this.config);
    if (judged && 'fault' in judged) errors.url = [`url ${judged.fault}.`];
    const known = websiteIds ? await this.websites.idsAmong(accountId, websiteIds) : [];
    const unknown = (websiteIds ?? []).filter((id) => !known.includes(id) && !kept.includes(id));
    if (unknown.length > 0)
      errors.website_ids = [`website_ids has ids of no website of this account: ${unknown.join(', ')}.`];
    if (Object.keys(errors).length > 0) throw new ValidationFailed(errors);
  }
}

/** What the audit log shows of a webhook. */
type Logged = Pick<Webhook, 'url' | 'description' | 'events' | 'websiteIds' | 'enabled'>;

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

/** The secret that the receiver still checks with: nobody has given it one that was replaced at once. */
function previousOf(
  { secret, previousSecret, previousSecretUntil }: Webhook,
  now: number,
): Pick<Webhook, 'previousSecret' | 'previousSecretUntil'> {
  const rotatedAt = Number(previousSecretUntil) - OVERLAP_MS;
  if (previousSecret !== null && now - rotatedAt < REPEATED_MS)
    return { previousSecret, previousSecretUntil };
  return { previousSecret: secret, previousSecretUntil: new Date(now + OVERLAP_MS) };
}
