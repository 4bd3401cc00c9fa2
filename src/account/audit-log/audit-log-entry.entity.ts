import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { OfAccount } from '../../auth/of-account.entity.js';

/** Values of fields before and after a change, without secrets. */
export type Changes = Readonly<Record<string, readonly [before: unknown, after: unknown]>>;

/** A change that a key made. */
@Entity('audit_log')
export class AuditLogEntry extends OfAccount {
  @PrimaryColumn({ type: 'bigint', generated: 'identity', generatedIdentity: 'ALWAYS' })
  id!: number;

  @Index('audit_log_by_age')
  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  createdAt!: Date;

  @Column('bigint')
  keyId!: number;

  /** As it was then. */
  @Column('text')
  keyName!: string;

  /** Such as `key.created`. */
  @Column('text')
  action!: string;

  @Column('text')
  objectType!: string;

  @Column('bigint')
  objectId!: number;

  /** {@link Changes}. */
  @Column('jsonb')
  changes!: object;

  @Column('text')
  ip!: string;

  @Column('text')
  requestId!: string;

  /** The id that the client gave the request; null: none. */
  @Column('text', { nullable: true })
  clientRequestId!: string | null;
}
