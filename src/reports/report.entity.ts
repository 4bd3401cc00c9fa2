import {
  Check,
  Column,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  OneToOne,
  PrimaryColumn,
  type Relation,
} from 'typeorm';
import { type Result } from '../engine/audit/score.js';
import { Website, WEBSITE_COLUMNS } from '../websites/website.entity.js';
import { PendingAudit } from './audits/pending-audit.entity.js';
import { ReportDetails } from './report-details.entity.js';

/** As the API shows it. It is stored as queued until the audit is over: that an audit is running is known by its
 *  {@link PendingAudit}. */
export type ReportStatus = 'queued' | 'running' | 'completed' | 'failed';

/** The stored audit of one url, without its details. */
@Entity('reports')
@Check('reports_status_check', `status IN ('queued', 'completed', 'failed')`)
@Check('reports_result_check', `result IN ('good', 'decent', 'bad')`)
@Check('reports_score_check', 'score BETWEEN 0 AND 100')
@Check('reports_completed_check', `(status = 'completed') = (score IS NOT NULL)`)
@Check('reports_graded_check', '(score IS NULL) = (result IS NULL)')
@Index('reports_by_url', { synchronize: false })
@Index('reports_by_score_desc', { synchronize: false })
@Index('reports_by_score_asc', { synchronize: false })
@Index('reports_of_website_by_id', { synchronize: false })
@Index('reports_of_website_by_url', { synchronize: false })
@Index('reports_of_website_by_score_desc', { synchronize: false })
@Index('reports_of_website_by_score_asc', { synchronize: false })
@Index('reports_of_result_by_id', { synchronize: false })
@Index('reports_of_result_by_url', { synchronize: false })
@Index('reports_of_result_by_score', { synchronize: false })
@Index('reports_of_website_result_by_id', { synchronize: false })
@Index('reports_of_website_result_by_url', { synchronize: false })
@Index('reports_of_website_result_by_score', { synchronize: false })
@Index('reports_by_creation', ['accountId', 'createdAt'])
@Index('reports_of_batch', { synchronize: false })
@Index('reports_of_url', { synchronize: false })
@Index('reports_grams', { synchronize: false })
export class Report {
  @PrimaryColumn('bigint')
  accountId!: number;

  @PrimaryColumn({ type: 'bigint', generated: 'identity', generatedIdentity: 'ALWAYS' })
  id!: number;

  @Column('bigint')
  websiteId!: number;

  /** Without a foreign key: the reports of a deleted website are deleted later. */
  @ManyToOne(() => Website, { createForeignKeyConstraints: false })
  @JoinColumn(WEBSITE_COLUMNS)
  website?: Relation<Website>;

  @OneToOne(() => ReportDetails, (details) => details.report)
  details?: Relation<ReportDetails> | null;

  @OneToOne(() => PendingAudit, (audit) => audit.report)
  pendingAudit?: Relation<PendingAudit> | null;

  /** Exactly as it was sent. */
  @Column({ type: 'text', collation: 'C' })
  url!: string;

  /** The url in one case, for searching; null if that is the url itself. */
  @Column({ type: 'text', collation: 'C', nullable: true, select: false })
  urlFolded?: string | null;

  /** Reports that were sent together have the same; null for one that was sent alone. */
  @Column('bigint', { nullable: true, select: false })
  batchId?: number | null;

  /** Whether it is the second audit of a run of a monitor, which counts as that run. */
  @Column('boolean', { default: false, select: false })
  confirms?: boolean;

  @Column('text')
  status!: ReportStatus;

  @Column('text', { nullable: true })
  result!: Result | null;

  @Column('smallint', { nullable: true })
  score!: number | null;

  @Column('text', { nullable: true })
  errorCode!: string | null;

  @Column('text', { nullable: true })
  errorDetail!: string | null;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  createdAt!: Date;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  updatedAt!: Date;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  generatedAt!: Date | null;
}
