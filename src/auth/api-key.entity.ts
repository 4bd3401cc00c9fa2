import { Column, Entity, JoinColumn, ManyToOne, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import { Account } from './account.entity.js';
import { type Scope } from './scopes.js';

/** A bearer key as it is kept: by its SHA-256, never in clear. */
@Entity('api_keys')
export class ApiKey {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id!: number;

  @Column('bigint')
  account_id!: number;

  @ManyToOne(() => Account)
  @JoinColumn({ name: 'account_id' })
  account!: Relation<Account>;

  @Column('text')
  name!: string;

  @Column('bytea')
  hash!: Buffer;

  @Column('text')
  prefix!: string;

  @Column('text')
  last_four!: string;

  @Column('text', { array: true })
  scopes!: Scope[];

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  created_at!: Date;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  expires_at!: Date | null;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  last_used_at!: Date | null;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  revoked_at!: Date | null;
}
