import { ApiProperty } from '@nestjs/swagger';
import { type Request } from 'express';
import {
  BooleanField,
  DateTimeField,
  EnumField,
  IdField,
  StringField,
} from '../platform/http/openapi/fields.js';
import { maskedEndpoint } from './endpoint.js';
import { EVENT_TYPES, type EventType } from './events/event-types.js';
import { type DisabledReason, type Webhook } from './webhook.entity.js';

/** Where the account is told of events. */
export class WebhookView {
  @IdField({ example: 4 }) id!: number;

  @StringField(4096, {
    description:
      'Exactly as it was sent. Keys without the scope webhooks:read get its origin and the first segment of its path.',
    example: 'https://hooks.example.com/pagegrade',
  })
  url!: string;

  @StringField(1000, { nullable: true, example: 'Alerts of the agency' }) description!: string | null;

  @ApiProperty({
    type: 'string',
    enum: EVENT_TYPES,
    isArray: true,
    maxItems: EVENT_TYPES.length,
    description: 'The kinds of events that are sent.',
    example: ['report.completed', 'monitor.breached'],
  })
  events!: EventType[];

  @ApiProperty({
    type: 'array',
    items: { type: 'integer', format: 'int64', minimum: 1, maximum: Number.MAX_SAFE_INTEGER },
    maxItems: 100,
    nullable: true,
    description: 'Only events about these websites are sent; null: all events.',
    example: [12],
  })
  website_ids!: number[] | null;

  @BooleanField({ example: true }) enabled!: boolean;

  @EnumField(['gone', 'failing'], {
    nullable: true,
    description:
      'Why it was disabled, if not by a request: it answered 410, or every attempt of five days failed.',
    example: null,
  })
  disabled_reason!: DisabledReason | null;

  @DateTimeField({
    nullable: true,
    example: null,
    description:
      'The first of the attempts that have failed since the last success; null: the last one succeeded.',
  })
  failing_since!: string | null;

  @DateTimeField({
    nullable: true,
    example: null,
    description:
      'Nothing is sent before, as the receiver asked by Retry-After; null: it did not, or the time is over. Another url, or enabling it again, ends it.',
  })
  paused_until!: string | null;

  @DateTimeField() created_at!: string;

  @DateTimeField() updated_at!: string;
}

/** A webhook whose secret was just made. */
export class NewWebhookView extends WebhookView {
  @StringField(100, {
    description: 'Verifies the signatures: sent this once, and not again for a repeated Idempotency-Key.',
    example: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=',
    required: false,
  })
  secret?: string;
}

/** A webhook, with its secret if that was just made. */
export interface NewWebhook {
  readonly webhook: Webhook;
  readonly secret?: string;
}

export function webhookView(webhook: Webhook): WebhookView {
  return {
    id: webhook.id,
    url: webhook.url,
    description: webhook.description,
    events: [...webhook.events],
    website_ids: webhook.websiteIds && [...webhook.websiteIds],
    enabled: webhook.enabled,
    disabled_reason: webhook.disabledReason,
    failing_since: webhook.failingSince?.toISOString() ?? null,
    paused_until: isPaused(webhook) ? webhook.pausedUntil.toISOString() : null,
    created_at: webhook.createdAt.toISOString(),
    updated_at: webhook.updatedAt.toISOString(),
  };
}

/** The body of a response as the caller may read it: without the scope webhooks:read, the URL is masked. */
export function readableBody(body: { readonly data?: WebhookView }, { caller }: Request): object {
  const { data } = body;
  if (!data || caller.key.scopes.includes('webhooks:read')) return body;
  return { ...body, data: Object.assign({}, data, { url: maskedEndpoint(data.url) }) };
}

export function newWebhookView({ webhook, secret }: NewWebhook): NewWebhookView {
  return Object.assign(webhookView(webhook), secret === undefined ? {} : { secret });
}

/** What the entity tag of a new webhook is made of: what is shown of it later. */
export function versionOfNew(view: NewWebhookView): object {
  return Object.fromEntries(Object.entries(view).filter(([name]) => name !== 'secret'));
}

/** Whether the receiver asked to be left alone for now. */
export function isPaused(webhook: Webhook): webhook is Webhook & { readonly pausedUntil: Date } {
  return webhook.pausedUntil !== null && webhook.pausedUntil > new Date();
}
