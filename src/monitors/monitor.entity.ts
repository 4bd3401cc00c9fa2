import { Check, Column, Entity, Index, PrimaryColumn, Unique } from 'typeorm';
import { OfAccount } from '../auth/of-account.entity.js';
import { type RenderMode } from '../engine/grading/render-mode.js';
import { type Device } from '../engine/rendering/device.js';
import { type Budget } from './budgets.js';
import { type MonitorKind } from './monitor-kind.js';
import { type MonitorState } from './judgment/monitor-state.js';

/** A page that is audited, or a website that is crawled, on a schedule. */
@Entity('monitors')
@Unique('monitors_of_page', ['accountId', 'urlHash', 'schedule', 'kind'])
@Check('monitors_kind_check', `kind IN ('page', 'crawl') AND (kind = 'crawl') = (max_pages IS NOT NULL)`)
@Check('monitors_run_check', 'enabled = (next_run_at IS NOT NULL)')
export class Monitor extends OfAccount {
  @PrimaryColumn({ type: 'bigint', generated: 'identity', generatedIdentity: 'ALWAYS' })
  id!: number;

  @Column('text', { nullable: true })
  name!: string | null;

  /** Exactly as it was sent. */
  @Column({ type: 'text', collation: 'C' })
  url!: string;

  /** SHA-256 of the url. */
  @Column('bytea', { select: false })
  urlHash?: Buffer;

  @Column('text', { default: 'page' })
  kind!: MonitorKind;

  /** Of a crawl; null: it audits one page. */
  @Column('integer', { nullable: true })
  maxPages!: number | null;

  @Column('text')
  schedule!: string;

  /** IANA name. */
  @Column('text')
  timezone!: string;

  @Column('text')
  render!: RenderMode;

  @Column('text')
  device!: Device;

  @Column('jsonb')
  budgets!: Budget[];

  /** Whether a second audit has to confirm a breach. */
  @Column('boolean')
  confirm!: boolean;

  @Column('boolean')
  enabled!: boolean;

  @Column('jsonb')
  state!: MonitorState;

  /** With the monitor's offset; null where it is not enabled. */
  @Index('monitors_due', { where: 'next_run_at IS NOT NULL' })
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  nextRunAt!: Date | null;

  /** Its run was missed, and the next one makes up for it. */
  @Column('boolean', { default: false })
  catchesUp!: boolean;

  /** When the run was due that can't be queued yet; null: none is late. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  lateSince!: Date | null;

  @Column('bigint', { nullable: true })
  lastReportId!: number | null;

  /** The newest crawl, also while it runs. */
  @Column('bigint', { nullable: true })
  lastCrawlId!: number | null;

  /** The website of its reports; null until there is one. */
  @Column('bigint', { nullable: true })
  websiteId!: number | null;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  createdAt!: Date;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  updatedAt!: Date;
}
