import { Check, Column, Entity, PrimaryColumn } from 'typeorm';
import { OfAccount } from '../auth/of-account.entity.js';
import { type EventType } from './events/event-types.js';
import { type Replay } from './deliveries/replay.js';

/** Why a webhook was disabled, if not by a request: it answered 410, or failed for five days. */
export type DisabledReason = 'gone' | 'failing';

/** Where an account is told of events. */
@Entity('webhooks')
@Check('webhooks_reason_check', `disabled_reason IN ('gone', 'failing')`)
export class Webhook extends OfAccount {
  @PrimaryColumn({ type: 'bigint', generated: 'identity', generatedIdentity: 'ALWAYS' })
  id!: number;

  @Column('text')
  url!: string;

  @Column('text', { nullable: true })
  description!: string | null;

  @Column('text', { array: true })
  events!: EventType[];

  /** null: all. */
  @Column('jsonb', { nullable: true })
  websiteIds!: number[] | null;

  @Column('boolean', { default: true })
  enabled!: boolean;

  @Column('text', { nullable: true })
  disabledReason!: DisabledReason | null;

  @Column('text')
  secret!: string;

  @Column('text', { nullable: true })
  previousSecret!: string | null;

  /** Until then, requests are also signed with the previous secret. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  previousSecretUntil!: Date | null;

  /** When the attempts that have failed since the last success began. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  failingSince!: Date | null;

  /** It asked to be left alone until then. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  pausedUntil!: Date | null;

  /** The replay that is running; null: none is. */
  @Column('jsonb', { nullable: true })
  replay!: Replay | null;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  createdAt!: Date;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  updatedAt!: Date;

  /** Its row stays until its deliveries are deleted. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  deletedAt!: Date | null;
}
