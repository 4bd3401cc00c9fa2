import { Check, Column, Entity, PrimaryColumn, Unique } from 'typeorm';
import { OfAccount } from '../auth/of-account.entity.js';

/** Who may see a website without a key: 0 everyone, 1 nobody, 2 everyone who knows its password. */
export type Privacy = 0 | 1 | 2;

/** Columns by which other tables refer to a website. */
export const WEBSITE_COLUMNS = [
  { name: 'account_id', referencedColumnName: 'accountId' },
  { name: 'website_id', referencedColumnName: 'id' },
];

/** A domain that an account has reports on. Its counts and average are kept by PostgreSQL. */
@Entity('websites')
@Unique(['accountId', 'domain'])
@Check('websites_privacy_check', 'privacy IN (0, 1, 2)')
@Check('websites_password_check', 'password_hash IS NULL OR privacy = 2')
export class Website extends OfAccount {
  @PrimaryColumn({ type: 'bigint', generated: 'identity', generatedIdentity: 'ALWAYS' })
  id!: number;

  @Column({ type: 'text', collation: 'C' })
  domain!: string;

  @Column('smallint')
  privacy!: Privacy;

  /** Argon2id in PHC form; only with privacy 2. */
  @Column('text', { nullable: true })
  passwordHash!: string | null;

  @Column('text', { unique: true })
  shareToken!: string;

  @Column('bigint', { default: 0 })
  reportsCount!: number;

  /** Of its completed reports, to two decimals. */
  @Column('double precision', { nullable: true })
  reportsAvgScore!: number | null;

  /** Average over the latest completed report of each page, to two decimals. */
  @Column('double precision', { nullable: true })
  score!: number | null;

  /** Pages with a completed report. */
  @Column('bigint', { default: 0 })
  pagesCount!: number;

  @Column('bigint', { default: 0, select: false })
  pageScoreSum?: number;

  @Column('bigint', { default: 0, select: false })
  completedCount?: number;

  @Column('bigint', { default: 0, select: false })
  scoreSum?: number;

  @Column('bigint', { default: 0, select: false })
  goodCount?: number;

  @Column('bigint', { default: 0, select: false })
  decentCount?: number;

  @Column('bigint', { default: 0, select: false })
  badCount?: number;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  createdAt!: Date;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  updatedAt!: Date;
}
