import { refusal } from '../platform/errors/domain-error.js';

export class WebhookNotFound extends refusal(
  'not_found',
  'This account has no such webhook. GET /api/v1/webhooks lists all.',
) {}

export class DeliveryNotFound extends refusal(
  'not_found',
  'This account has no such delivery. Deliveries are kept for 30 days, and deleted with their webhook.',
) {}

export class WebhookDisabled extends refusal(
  'conflict',
  'The webhook is disabled. Send PATCH with enabled=true first.',
) {}
