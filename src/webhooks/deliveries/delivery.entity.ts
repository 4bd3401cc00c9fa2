import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Webhook } from '../webhook.entity.js';

export const DELIVERY_STATUSES = ['pending', 'succeeded', 'failing', 'failed'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** One attempt to deliver. */
export interface Attempt {
  /** RFC 3339 in UTC. */
  readonly at: string;
  /** null: there was no response. */
  readonly statusCode: number | null;
  /** null: it succeeded. */
  readonly error: { readonly code: string; readonly detail: string } | null;
}

/** An event as it is sent to one webhook. */
@Entity('deliveries')
@Check('deliveries_status_check', `status IN ('pending', 'succeeded', 'failing', 'failed')`)
@Check('deliveries_attempt_check', `(next_attempt_at IS NULL) = (status IN ('succeeded', 'failed'))`)
@Index('deliveries_due', ['accountId', 'webhookId', 'nextAttemptAt', 'id'], {
  where: 'next_attempt_at IS NOT NULL',
})
@Index('deliveries_of_webhook', ['accountId', 'webhookId', 'id'])
@Index('deliveries_not_succeeded', ['accountId', 'webhookId', 'status', 'id'], {
  where: `status <> 'succeeded'`,
})
export class Delivery {
  @PrimaryColumn('bigint')
  accountId!: number;

  @PrimaryColumn({ type: 'bigint', generated: 'identity', generatedIdentity: 'ALWAYS' })
  id!: number;

  @Column('bigint')
  webhookId!: number;

  @ManyToOne(() => Webhook, { onDelete: 'CASCADE' })
  @JoinColumn([
    { name: 'account_id', referencedColumnName: 'accountId' },
    { name: 'webhook_id', referencedColumnName: 'id' },
  ])
  webhook?: Relation<Webhook>;

  /** The same in all deliveries of an event. */
  @Column('text')
  eventId!: string;

  @Column('text')
  type!: string;

  /** JSON, which stays the same over attempts and replays. */
  @Column('text', { select: false })
  body?: string;

  @Column('text', { default: 'pending' })
  status!: DeliveryStatus;

  /** {@link Attempt}s, oldest first. */
  @Column('jsonb', { default: [] })
  attempts!: Attempt[];

  /** Attempts that failed, since the event or its last replay. */
  @Column('smallint', { default: 0 })
  failures!: number;

  /** null: there is to be none. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true, default: () => 'now()' })
  nextAttemptAt!: Date | null;

  @Index('deliveries_by_age')
  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  createdAt!: Date;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  updatedAt!: Date;
}
