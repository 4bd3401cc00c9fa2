import { Inject, Injectable } from '@nestjs/common';
import { type Actor } from '../auth/actor.js';
import { CONFIG, type Config } from '../config/config.js';
import { ValidationFailed } from '../http/http-errors.js';
import { type Claim, type RunOnce } from '../http/idempotency/run-once.js';
import { type Listing, listingOf } from '../http/listing/listing.js';
import { type Precondition } from '../http/record/if-match.decorator.js';
import { Stored } from '../http/record/record-body.js';
import { WebsitesRepository } from '../websites/websites.repository.js';
import { type CreateWebhookBody } from './dto/create-webhook.dto.js';
import { type ListWebhooksQuery } from './dto/list-webhooks.dto.js';
import { type UpdateWebhookBody } from './dto/update-webhook.dto.js';
import { judgeEndpoint } from './endpoint.js';
import { newSigningSecret } from './signature.js';
import { WebhookNotFound } from './webhook-errors.js';
import { type Webhook } from './webhook.entity.js';
import { type NewWebhook } from './webhook.view.js';
import { WebhooksRepository } from './webhooks.repository.js';

/** How long the secret before a rotation signs, too. */
const OVERLAP_HOURS = 24;

@Injectable()
export class WebhooksService {
  constructor(
    private readonly webhooks: WebhooksRepository,
    private readonly websites: WebsitesRepository,
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

  /** @throws ValidationFailed, TooManyRecords, RequestInProgress */
  async create(actor: Actor, body: CreateWebhookBody, runOnce: RunOnce): Promise<Stored<NewWebhook>> {
    return runOnce(body, async (claim) => {
      if (claim?.recordId) {
        const webhook = await this.show(actor.accountId, claim.recordId);
        const age = Math.floor((Date.now() - webhook.createdAt.getTime()) / 1000);
        return new Stored<NewWebhook>({ webhook }, 'existing', age);
      }
      await this.judge(actor.accountId, body);
      const secret = newSigningSecret();
      const { url, description, events, website_ids: websiteIds, enabled } = body;
      const take: Claim['take'] = async (manager, id) => claim?.take(manager, id);
      const fields = { url, description, events, websiteIds, enabled, secret };
      return new Stored({ webhook: await this.webhooks.create(actor, fields, take), secret }, 'created');
    });
  }

  /** @throws ValidationFailed, WebhookNotFound, PreconditionFailed */
  async update(
    actor: Actor,
    id: number,
    { body, ifMatch }: { body: UpdateWebhookBody; ifMatch: Precondition<Webhook> },
  ): Promise<Webhook> {
    await this.judge(actor.accountId, body);
    return this.webhooks.update(actor, id, (current) => {
      ifMatch?.(current);
      const { url, description, events, website_ids: websiteIds, enabled } = body;
      return {
        ...(url !== undefined && { url }),
        ...(description !== undefined && { description }),
        ...(events !== undefined && { events }),
        ...(websiteIds !== undefined && { websiteIds }),
        ...(enabled !== undefined && { enabled }),
      };
    });
  }

  /** @throws WebhookNotFound, RequestInProgress */
  async rotateSecret(actor: Actor, id: number, runOnce: RunOnce): Promise<NewWebhook> {
    return runOnce({ id }, async (claim) => {
      if (claim?.recordId) return { webhook: await this.show(actor.accountId, id) };
      const secret = newSigningSecret();
      const take: Claim['take'] = async (manager, webhookId) => claim?.take(manager, webhookId);
      const plan = { secret, overlapHours: OVERLAP_HOURS, take };
      return { webhook: await this.webhooks.rotateSecret(actor, id, plan), secret };
    });
  }

  /** @throws WebhookNotFound, PreconditionFailed */
  async delete(actor: Actor, id: number, ifMatch: Precondition<Webhook>): Promise<void> {
    await this.webhooks.delete(actor, id, (current) => ifMatch?.(current));
  }

  /** @throws ValidationFailed */
  private async judge(
    accountId: number,
    { url, website_ids: websiteIds }: Pick<UpdateWebhookBody, 'url' | 'website_ids'>,
  ): Promise<void> {
    const errors: Record<string, string[]> = {};
    const judged = url === undefined ? null : judgeEndpoint(url, this.config);
    if (judged && 'fault' in judged) errors.url = [`url ${judged.fault}.`];
    const known = websiteIds ? await this.websites.idsAmong(accountId, websiteIds) : [];
    const unknown = (websiteIds ?? []).filter((id) => !known.includes(id));
    if (unknown.length > 0)
      errors.website_ids = [`website_ids has ids of no website of this account: ${unknown.join(', ')}.`];
    if (Object.keys(errors).length > 0) throw new ValidationFailed(errors);
  }
}
