import { ApiProperty } from '@nestjs/swagger';
import {
  CodeField,
  DateTimeField,
  EnumField,
  IdField,
  IntegerField,
  StringField,
} from '../../platform/http/openapi/fields.js';
import { type WebhookReplay } from './replays.service.js';
import { type Attempt, type Delivery, DELIVERY_STATUSES, type DeliveryStatus } from './delivery.entity.js';

export class AttemptErrorView {
  @CodeField({
    description: 'Stable. Later versions may add codes.',
    example: 'http_error',
  })
  code!: string;

  @StringField(1000, { example: 'The endpoint responded with status 503.' }) detail!: string;
}

export class AttemptView {
  @DateTimeField() at!: string;

  @IntegerField(100, 999, { nullable: true, description: 'Null: there was no response.', example: 503 })
  status_code!: number | null;

  @ApiProperty({ type: () => AttemptErrorView, nullable: true, description: 'Null: it succeeded.' })
  error!: AttemptErrorView | null;
}

/** An event as it is sent to one webhook. */
export class DeliveryView {
  @IdField({ example: 311 }) id!: number;

  @IdField({ example: 4 }) webhook_id!: number;

  @StringField(100, {
    description: 'The same in all deliveries, attempts and replays of an event: the header webhook-id.',
    example: 'evt_5f0c3a7be2c94a1f8d6f5e1b7a90c2d4',
  })
  event_id!: string;

  @StringField(100, { example: 'report.completed' }) type!: string;

  @EnumField(DELIVERY_STATUSES, {
    description: 'failing: attempts have failed, another follows; failed: none follows.',
    example: 'succeeded',
  })
  status!: DeliveryStatus;

  @ApiProperty({ type: () => AttemptView, isArray: true, maxItems: 50, description: 'Oldest first.' })
  attempts!: AttemptView[];

  @DateTimeField({
    nullable: true,
    description: "Not before the webhook's paused_until. Null: no attempt follows.",
    example: null,
  })
  next_attempt_at!: string | null;

  @DateTimeField() created_at!: string;

  @DateTimeField() updated_at!: string;
}

/** A replay: deliveries that are sent again, ten per second. */
export class ReplayView {
  @StringField(100, {
    description: 'The same while it runs.',
    example: 'rpl_8c1f4e0d2b7a4c53a1d0e6f92b3c4d5e',
  })
  id!: string;

  @IdField({ example: 4 }) webhook_id!: number;

  @DateTimeField({ description: 'First sent at this time or later.' }) since!: string;

  @DateTimeField({
    description: 'And until this time. Replay the rest from here, if there were more than 10,000.',
  })
  until!: string;

  @IntegerField(0, 10_000, { description: 'Deliveries that are sent again, the oldest first.', example: 17 })
  deliveries!: number;
}

export function deliveryView(delivery: Delivery): DeliveryView {
  return {
    id: delivery.id,
    webhook_id: delivery.webhookId,
    event_id: delivery.eventId,
    type: delivery.type,
    status: delivery.status,
    attempts: delivery.attempts.map(attemptView),
    next_attempt_at: delivery.nextAttemptAt?.toISOString() ?? null,
    created_at: delivery.createdAt.toISOString(),
    updated_at: delivery.updatedAt.toISOString(),
  };
}

function attemptView({ at, statusCode, error }: Attempt): AttemptView {
  return { at, status_code: statusCode, error };
}

export function replayView({ webhookId, replay }: WebhookReplay): ReplayView {
  const { id, since, until, deliveries } = replay;
  return { id, webhook_id: webhookId, since, until, deliveries };
}
