import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A domain that an account has reports on, with the numbers that its lists need at once. */
@Entity('websites')
export class Website {
  @PrimaryColumn('bigint')
  account_id!: number;

  @PrimaryColumn({ type: 'bigint', generated: 'identity', generatedIdentity: 'ALWAYS' })
  id!: number;

  @Column({ type: 'text', collation: 'C' })
  domain!: string;

  @Column('smallint')
  privacy!: Privacy;

  /** Argon2id, in PHC form; only where privacy is 2. */
  @Column('text', { nullable: true })
  password_hash!: string | null;

  @Column('text', { unique: true })
  share_token!: string;

  @Column('bigint', { default: 0 })
  reports_count!: number;

  /** Kept for totals and averages, and not read with the rest. */
  @Column('bigint', { default: 0, select: false })
  completed_count?: number;

  @Column('bigint', { default: 0, select: false })
  score_sum?: number;

  @Column('bigint', { default: 0, select: false })
  good_count?: number;

  @Column('bigint', { default: 0, select: false })
  decent_count?: number;

  @Column('bigint', { default: 0, select: false })
  bad_count?: number;

  /** Computed by PostgreSQL. */
  @Column({ type: 'double precision', nullable: true, insert: false, update: false })
  reports_avg_score!: number | null;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  created_at!: Date;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  updated_at!: Date;
}

/** What may be seen without a key: 0 everything, 1 nothing, 2 everything with the password. */
export type Privacy = 0 | 1 | 2;
