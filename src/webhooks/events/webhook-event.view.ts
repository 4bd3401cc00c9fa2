import { EnumField, IdField, LinksField, StringField } from '../../platform/http/openapi/fields.js';
import { ApiEvent } from './api-event.decorator.js';
import { maskedEndpoint } from '../endpoint.js';
import { shortUrl } from '../../basics/url.js';
import { type DisabledReason, type Webhook } from '../webhook.entity.js';

@ApiEvent('webhook.disabled', {
  summary: 'Another webhook was disabled, because it responded with status 410 or has failed for five days',
})
export class WebhookDisabledView {
  @IdField({ example: 4 }) webhook_id!: number;

  @StringField(500, {
    description: 'Masked after the first segment of its path.',
    example: 'https://hooks.example.com/pagegrade',
  })
  url!: string;

  @EnumField(['gone', 'failing'], {
    description: 'gone: it responded with status 410; failing: every attempt of five days failed.',
    example: 'gone',
  })
  reason!: DisabledReason;

  @LinksField({ webhook: 'webhooks/4' }) links!: { webhook: string };
}

@ApiEvent('webhook.test', {
  summary: 'A test was requested',
  description: 'Sent whatever the webhook subscribes to.',
})
export class WebhookTestView {
  @IdField({ example: 4 }) webhook_id!: number;
}

/** @param link to the webhook */
export function webhookDisabledView(
  { id, url }: Pick<Webhook, 'id' | 'url'>,
  reason: DisabledReason,
  link: string,
): WebhookDisabledView {
  return { webhook_id: id, url: shortUrl(maskedEndpoint(url)), reason, links: { webhook: link } };
}

export function webhookTestView(webhookId: number): WebhookTestView {
  return { webhook_id: webhookId };
}
