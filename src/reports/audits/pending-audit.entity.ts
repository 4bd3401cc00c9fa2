import { Check, Column, Entity, Index, JoinColumn, OneToOne, PrimaryColumn, type Relation } from 'typeorm';
import { type RenderMode } from '../../engine/grading/render-mode.js';
import { type Device } from '../../engine/rendering/device.js';
import { type LoadRuns } from '../../engine/rendering/load-runs.js';
import { Report } from '../report.entity.js';

/** A report in the audit queue: queued, or claimed by a worker. */
@Entity('pending_audits')
@Index('pending_audits_waiting', { synchronize: false })
@Index('pending_audits_running', { synchronize: false })
@Index('pending_audits_of_url', { synchronize: false })
@Index('pending_audits_by_age', { synchronize: false })
@Index('pending_audits_of_monitor', ['accountId', 'monitorId'], { where: 'monitor_id IS NOT NULL' })
@Check('pending_audits_claim_check', '(claimed_by IS NULL) = (claimed_job IS NULL)')
export class PendingAudit {
  @PrimaryColumn('bigint')
  accountId!: number;

  @PrimaryColumn('bigint')
  reportId!: number;

  @OneToOne(() => Report, (report) => report.pendingAudit, { onDelete: 'CASCADE' })
  @JoinColumn([
    { name: 'account_id', referencedColumnName: 'accountId' },
    { name: 'report_id', referencedColumnName: 'id' },
  ])
  report?: Relation<Report>;

  @Column('bigint')
  websiteId!: number;

  /** Host of the page, with its port. */
  @Column('text')
  host!: string;

  /** Set by PostgreSQL; JavaScript's numbers can't hold it. */
  @Column('bigint', { select: false })
  urlHash?: number;

  /** Times that it was claimed. */
  @Column('smallint', { default: 0 })
  attempts!: number;

  /** The worker that audits it. */
  @Column('text', { nullable: true })
  claimedBy!: string | null;

  /** Of that worker: the claim ends with its job. */
  @Column('bigint', { nullable: true })
  claimedJob!: number | null;

  /** It was running when its worker died: nothing may run beside it in the same process. */
  @Column('boolean', { default: false })
  runsAlone!: boolean;

  @Column('text', { default: 'never' })
  render!: RenderMode;

  @Column('text', { default: 'mobile' })
  device!: Device;

  @Column('smallint', { default: 1 })
  runs!: LoadRuns;

  /** Whether it waits for a process with a browser. */
  @Column('boolean', { default: false })
  renders!: boolean;

  /** The monitor that the report is made for. */
  @Column('bigint', { nullable: true })
  monitorId!: number | null;

  /** Whether it is the second audit of a breach. */
  @Column('boolean', { default: false })
  confirms!: boolean;

  /** The crawl, and its page, that the report is made for. */
  @Column('bigint', { nullable: true })
  crawlId!: number | null;

  @Column('bigint', { nullable: true })
  crawlPageId!: number | null;

  /** That asked for the report; null: none. */
  @Column('bigint', { nullable: true })
  keyId!: number | null;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  queuedAt!: Date;
}
