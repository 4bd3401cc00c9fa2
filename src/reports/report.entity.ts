import { Column, Entity, PrimaryColumn } from 'typeorm';
import { type Result } from '../audit/score.js';

export type ReportStatus = 'queued' | 'running' | 'completed' | 'failed';

/** The audit of one url, as much of it as lists show. */
@Entity('reports')
export class Report {
  @PrimaryColumn('bigint')
  account_id!: number;

  @PrimaryColumn({ type: 'bigint', generated: 'identity', generatedIdentity: 'ALWAYS' })
  id!: number;

  @Column('bigint')
  website_id!: number;

  /** Exactly as it was sent. */
  @Column({ type: 'text', collation: 'C' })
  url!: string;

  /** The url in one case for searching; null where that is the url itself. */
  @Column({ type: 'text', collation: 'C', nullable: true })
  url_folded!: string | null;

  @Column('text')
  status!: ReportStatus;

  @Column('text', { nullable: true })
  result!: Result | null;

  @Column('smallint', { nullable: true })
  score!: number | null;

  @Column('text', { nullable: true })
  error_code!: string | null;

  @Column('text', { nullable: true })
  error_detail!: string | null;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  created_at!: Date;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  updated_at!: Date;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  generated_at!: Date | null;
}
