import { Inject, Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { CONFIG, type Config } from '../config/config.js';
import { JobQueue } from '../queue/job-queue.repository.js';
import { DELIVER_EVENTS, turnOf } from './delivery-job.js';
import { Delivery } from './delivery.entity.js';
import { eventMessage, type EventMessage } from './event-body.js';
import { type EventType } from './event-types.js';
import { Webhook } from './webhook.entity.js';

/** What an event is about. */
export interface EventSubject {
  readonly accountId: number;
  readonly type: EventType;
  /** null: about no website. Webhooks of chosen websites are not told. */
  readonly websiteId: number | null;
}

/** Writes events in the transactions that make them true, and queues their deliveries. */
@Injectable()
export class EventsRepository {
  constructor(
    private readonly queue: JobQueue,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** A link to a record of the API, for the data of an event; absolute if `PUBLIC_URL` is set.
   *  @param path such as `reports/12` */
  linkTo(path: string): string {
    return `${this.config.publicUrl ?? ''}/api/v1/${path}`;
  }

  /** @param dataOf returns the data of each event; not called if no webhook wants them */
  async publish(
    manager: EntityManager,
    subject: EventSubject,
    dataOf: () => readonly object[] | Promise<readonly object[]>,
  ): Promise<void> {
    const webhookIds = await this.subscribers(manager, subject);
    if (webhookIds.length === 0) return;
    const messages = (await dataOf()).map((data) => eventMessage(subject.type, data));
    await this.send(manager, subject.accountId, { webhookIds, messages });
  }

  /** Queues messages for webhooks, whether they subscribe to them or not.
   *  @returns ids of the deliveries */
  async send(
    manager: EntityManager,
    accountId: number,
    { webhookIds, messages }: { webhookIds: readonly number[]; messages: readonly EventMessage[] },
  ): Promise<number[]> {
    const rows = webhookIds.flatMap((webhookId) =>
      messages.map(({ id, type, body }) => ({ accountId, webhookId, eventId: id, type, body })),
    );
    if (rows.length === 0) return [];
    const { generatedMaps } = await manager.insert(Delivery, rows);
    for (const webhookId of webhookIds.toSorted((a, b) => a - b)) {
      const payload = { accountId, webhookId };
      await this.queue.add(DELIVER_EVENTS, { payload, ...turnOf(payload), manager });
    }
    return (generatedMaps as Pick<Delivery, 'id'>[]).map(({ id }) => id);
  }

  private async subscribers(
    manager: EntityManager,
    { accountId, type, websiteId }: EventSubject,
  ): Promise<number[]> {
    const webhooks = await manager
      .createQueryBuilder(Webhook, 'webhook')
      .select('webhook.id', 'id')
      .where('webhook.account_id = :accountId AND webhook.enabled AND webhook.deleted_at IS NULL', {
        accountId,
      })
      .andWhere(':type = ANY(webhook.events)', { type })
      .andWhere('(webhook.website_ids IS NULL OR webhook.website_ids @> to_jsonb(:websiteId::bigint))', {
        websiteId,
      })
      .getRawMany<{ id: number }>();
    return webhooks.map(({ id }) => id);
  }
}
