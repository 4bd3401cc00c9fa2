import { Injectable } from '@nestjs/common';
import { type Actor } from '../auth/actor.js';
import { type Listing, listingOf } from '../http/listing/listing.js';
import { DeliveriesRepository } from './deliveries.repository.js';
import { type DeliverTo } from './delivery-job.js';
import { type Delivery } from './delivery.entity.js';
import { type ListDeliveriesQuery } from './dto/list-deliveries.dto.js';
import { eventMessage } from './event-body.js';
import { TEST_TYPE } from './event-types.js';
import { DeliveryNotFound, WebhookNotFound } from './webhook-errors.js';
import { WebhooksRepository } from './webhooks.repository.js';

@Injectable()
export class DeliveriesService {
  constructor(
    private readonly deliveries: DeliveriesRepository,
    private readonly webhooks: WebhooksRepository,
  ) {}

  /** @throws WebhookNotFound */
  async list(owner: DeliverTo, query: ListDeliveriesQuery): Promise<Listing<Delivery>> {
    const { accountId, webhookId } = owner;
    if (!(await this.webhooks.find(accountId, webhookId))) throw new WebhookNotFound();
    return listingOf(query, accountId, (slice) => this.deliveries.listOf(owner, query, slice));
  }

  /** Sends an event that says nothing, to try the webhook out.
   *  @throws WebhookNotFound, WebhookDisabled */
  async test(actor: Actor, webhookId: number): Promise<Delivery> {
    const message = eventMessage(TEST_TYPE, { webhook_id: webhookId });
    const id = await this.webhooks.test(actor, webhookId, message);
    const delivery = await this.deliveries.find(actor.accountId, id);
    if (!delivery) throw new DeliveryNotFound();
    return delivery;
  }

  /** @throws DeliveryNotFound, WebhookDisabled */
  async replay(actor: Actor, id: number): Promise<Delivery> {
    return this.deliveries.replay(actor, id);
  }

  /** Has all deliveries since a time sent again.
   *  @throws WebhookNotFound, WebhookDisabled */
  async replaySince(actor: Actor, webhookId: number, since: Date): Promise<Replay> {
    return { webhookId, since, deliveries: await this.webhooks.replaySince(actor, webhookId, since) };
  }
}

/** Deliveries that are sent again. */
export interface Replay {
  readonly webhookId: number;
  readonly since: Date;
  readonly deliveries: number;
}
