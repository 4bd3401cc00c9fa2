import { Injectable } from '@nestjs/common';
import { type Actor } from '../auth/actor.js';
import { type Caller } from '../auth/caller.js';
import { CreationLimits } from '../auth/creation-limits.js';
import { type Claim, type RunOnce } from '../http/idempotency/run-once.js';
import { type Listing, listingOf } from '../http/listing/listing.js';
import { type ShowCreations } from '../http/rate-limit-headers.js';
import { DeliveriesRepository } from './deliveries.repository.js';
import { type DeliverTo } from './delivery-job.js';
import { type Delivery } from './delivery.entity.js';
import { type ListDeliveriesQuery } from './dto/list-deliveries.dto.js';
import { eventMessage } from './event-body.js';
import { TEST_TYPE } from './event-types.js';
import { type Replay } from './replay.js';
import { ReplaysRepository } from './replays.repository.js';
import { DeliveryNotFound, WebhookNotFound } from './webhook-errors.js';
import { WebhooksRepository } from './webhooks.repository.js';

interface TestOptions {
  readonly runOnce: RunOnce;
  readonly showCreations: ShowCreations;
}

@Injectable()
export class DeliveriesService {
  constructor(
    private readonly deliveries: DeliveriesRepository,
    private readonly replays: ReplaysRepository,
    private readonly webhooks: WebhooksRepository,
    private readonly creations: CreationLimits,
  ) {}

  /** @throws WebhookNotFound */
  async list(owner: DeliverTo, query: ListDeliveriesQuery): Promise<Listing<Delivery>> {
    const { accountId, webhookId } = owner;
    if (!(await this.webhooks.find(accountId, webhookId))) throw new WebhookNotFound();
    return listingOf(query, accountId, (slice) => this.deliveries.listOf(owner, query, slice));
  }

  /** Sends an event that says nothing, to try the webhook out.
   *  @throws WebhookNotFound, WebhookDisabled, TooManyCreations, RequestInProgress */
  async test(
    caller: Caller,
    { actor, webhookId }: { readonly actor: Actor; readonly webhookId: number },
    { runOnce, showCreations }: TestOptions,
  ): Promise<Delivery> {
    return runOnce({ webhookId }, async (claim) => {
      if (claim?.recordId) return this.show(actor.accountId, claim.recordId);
      const { refusal } = await this.creations.admit(caller, 1, showCreations);
      if (refusal) throw refusal;
      const message = eventMessage(TEST_TYPE, { webhook_id: webhookId });
      const take: Claim['take'] = async (manager, id) => claim?.take(manager, id);
      const id = await this.webhooks.test(actor, webhookId, { message, take });
      return this.show(actor.accountId, id);
    });
  }

  /** @throws DeliveryNotFound, WebhookDisabled */
  async replay(actor: Actor, id: number): Promise<Delivery> {
    return this.replays.replay(actor, id);
  }

  /** Has the deliveries since a time sent again.
   *  @throws WebhookNotFound, WebhookDisabled */
  async replaySince(actor: Actor, webhookId: number, since: Date): Promise<WebhookReplay> {
    return { webhookId, replay: await this.webhooks.replaySince(actor, webhookId, since) };
  }

  private async show(accountId: number, id: number): Promise<Delivery> {
    const delivery = await this.deliveries.find(accountId, id);
    if (!delivery) throw new DeliveryNotFound();
    return delivery;
  }
}

/** A replay that is running. */
export interface WebhookReplay {
  readonly webhookId: number;
  readonly replay: Replay;
}
