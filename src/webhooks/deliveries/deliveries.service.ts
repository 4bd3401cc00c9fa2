import { Injectable } from '@nestjs/common';
import { AuditLogRepository } from '../../account/audit-log/audit-log.repository.js';
import { type Actor } from '../../auth/actor.js';
import { CreationLimits } from '../../auth/creation-limits.js';
import { type Transaction } from '../../platform/database/database.js';
import { Idempotency } from '../../platform/http/idempotency/idempotency.js';
import { type Listing, listingOf } from '../../platform/http/listing/listing.js';
import { type RequestContext } from '../../platform/http/handler-parameters.js';
import { DeliveriesRepository } from './deliveries.repository.js';
import { type DeliverTo } from './delivery-job.js';
import { type Delivery } from './delivery.entity.js';
import { type ListDeliveriesQuery } from '../dto/list-deliveries.dto.js';
import { eventMessage } from '../events/event-body.js';
import { TEST_TYPE } from '../events/event-types.js';
import { Events } from '../events/events.service.js';
import { DeliveryNotFound, WebhookDisabled, WebhookNotFound } from '../webhook-errors.js';
import { webhookTestView } from '../events/webhook-event.view.js';
import { WebhooksRepository } from '../webhooks.repository.js';

@Injectable()
export class DeliveriesService {
  constructor(
    private readonly deliveries: DeliveriesRepository,
    private readonly webhooks: WebhooksRepository,
    private readonly events: Events,
    private readonly auditLog: AuditLogRepository,
    private readonly creations: CreationLimits,
    private readonly idempotency: Idempotency,
  ) {}

  /** @throws WebhookNotFound */
  async list(owner: DeliverTo, query: ListDeliveriesQuery): Promise<Listing<Delivery>> {
    const { accountId, webhookId } = owner;
    if (!(await this.webhooks.find(accountId, webhookId))) throw new WebhookNotFound();
    return listingOf(query, [accountId, webhookId], (slice) => this.deliveries.listOf(owner, query, slice));
  }

  /** Sends an event that says nothing, to try the webhook out. Changes of the webhook don't wait for it.
   *  @throws WebhookNotFound, WebhookDisabled, TooManyRequests, RequestInProgress */
  async test(
    actor: Actor,
    webhookId: number,
    { repeatable, showCreations }: Pick<RequestContext, 'repeatable' | 'showCreations'>,
  ): Promise<Delivery> {
    const { accountId } = actor;
    const id = await this.idempotency.once<number>(
      repeatable,
      { webhookId },
      {
        again: (deliveryId) => Promise.resolve(deliveryId),
        before: async () => {
          await this.requireEnabled(accountId, webhookId);
          const { refusal } = await this.creations.admit(actor, 1, showCreations);
          if (refusal) throw refusal;
        },
        create: async (tx) => {
          await this.requireEnabled(accountId, webhookId, tx);
          await this.auditLog.add(tx, actor, { action: 'webhook.tested', id: webhookId });
          const messages = [eventMessage(TEST_TYPE, webhookTestView(webhookId))];
          const [deliveryId = 0] = await this.events.send(tx, accountId, {
            webhookIds: [webhookId],
            messages,
          });
          return { id: deliveryId, result: deliveryId };
        },
      },
    );
    const delivery = await this.deliveries.find(accountId, id);
    if (!delivery) throw new DeliveryNotFound();
    return delivery;
  }

  /** @throws WebhookNotFound, WebhookDisabled */
  private async requireEnabled(accountId: number, webhookId: number, tx?: Transaction): Promise<void> {
    const webhook = await this.webhooks.find(accountId, webhookId, tx);
    if (!webhook) throw new WebhookNotFound();
    if (!webhook.enabled) throw new WebhookDisabled();
  }
}
