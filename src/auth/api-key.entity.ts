import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import { Account } from './account.entity.js';
import { type Scope } from './scopes.js';

/** A bearer key. Its secret is stored as SHA-256 only. */
@Entity('api_keys')
@Index('api_keys_by_account', ['accountId', 'id'])
@Index('api_keys_by_expiry', ['expiresAt'], { where: 'expires_at IS NOT NULL AND revoked_at IS NULL' })
export class ApiKey {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id!: number;

  @Column('bigint')
  accountId!: number;

  @ManyToOne(() => Account, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'account_id' })
  account!: Relation<Account>;

  @Column('text')
  name!: string;

  @Column('bytea', { unique: true })
  hash!: Buffer;

  @Column('text')
  prefix!: string;

  @Column('text')
  lastFour!: string;

  @Column('text', { array: true })
  scopes!: Scope[];

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  createdAt!: Date;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  updatedAt!: Date;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  expiresAt!: Date | null;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  lastUsedAt!: Date | null;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  revokedAt!: Date | null;

  /** The expiry that an event has told of. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true, select: false })
  announcedExpiry?: Date | null;
}
