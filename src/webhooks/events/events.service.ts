import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../platform/config/config.js';
import { type Transaction } from '../../platform/database/database.js';
import { JobQueue } from '../../platform/queue/job-queue.js';
import { DeliveriesRepository } from '../deliveries/deliveries.repository.js';
import { DELIVER_EVENTS } from '../deliveries/delivery-job.js';
import { type EventMessage, eventMessage } from './event-body.js';
import { type EventType } from './event-types.js';
import { WebhooksRepository } from '../webhooks.repository.js';

/** What an event is about. */
export interface EventSubject {
  readonly accountId: number;
  readonly type: EventType;
  /** null: no website. */
  readonly websiteId: number | null;
}

/** Publishes events in the transactions that make them true. */
@Injectable()
export class Events {
  constructor(
    private readonly webhooks: WebhooksRepository,
    private readonly deliveries: DeliveriesRepository,
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
    tx: Transaction,
    subject: EventSubject,
    dataOf: () => readonly object[] | Promise<readonly object[]>,
  ): Promise<void> {
    const webhookIds = await this.webhooks.subscribersOf(tx, subject);
    if (webhookIds.length === 0) return;
    const messages = (await dataOf()).map((data) => eventMessage(subject.type, data));
    await this.send(tx, subject.accountId, { webhookIds, messages });
  }

  /** Queues messages for webhooks, whether they subscribe to them or not.
   *  @returns ids of the deliveries */
  async send(
    tx: Transaction,
    accountId: number,
    { webhookIds, messages }: { webhookIds: readonly number[]; messages: readonly EventMessage[] },
  ): Promise<number[]> {
    const ids = await this.deliveries.insert(tx, accountId, { webhookIds, messages });
    for (const webhookId of webhookIds.toSorted((a, b) => a - b))
      await this.queue.add(DELIVER_EVENTS, { payload: { accountId, webhookId }, tx });
    return ids;
  }
}
