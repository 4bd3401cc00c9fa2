import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { OfAccount } from '../auth/of-account.entity.js';
import { type RenderMode } from '../engine/grading/render-mode.js';
import { Website, WEBSITE_COLUMNS } from '../websites/website.entity.js';

export const CRAWL_STATUSES = ['queued', 'running', 'completed', 'cancelled', 'failed'] as const;

export type CrawlStatus = (typeof CRAWL_STATUSES)[number];

/** Where a crawl finds addresses. */
export const CRAWL_SOURCES = ['sitemap', 'links'] as const;

export type CrawlSource = (typeof CRAWL_SOURCES)[number];

/** Why an address is not visited. */
export const SKIP_REASONS = ['robots', 'nofollow', 'file', 'trap', 'excluded', 'depth', 'limit'] as const;

export type SkipReason = (typeof SKIP_REASONS)[number];

/** Numbers of pages by their state, and what their scores come to. */
export interface CrawlSummary {
  readonly pages: {
    readonly queued: number;
    readonly completed: number;
    readonly failed: number;
    readonly skipped: Readonly<Record<SkipReason, number>>;
  };
  readonly score: {
    /** To two decimals; null: no page has a score. */
    readonly mean: number | null;
    /** The score that a tenth of the pages does not exceed, by the nearest rank. */
    readonly p10: number | null;
  };
  /** Completed pages that scores and checks are of: those that don't redirect. */
  readonly checked: number;
}

/** A visit of a whole website. */
@Entity('crawls')
@Check('crawls_status_check', `status IN ('queued', 'running', 'completed', 'cancelled', 'failed')`)
@Index('crawls_of_website', ['accountId', 'websiteId', 'id'])
@Index('crawls_of_monitor', ['accountId', 'monitorId'], { where: 'monitor_id IS NOT NULL' })
@Index('crawls_running', ['host'], { where: `status IN ('queued', 'running')` })
export class Crawl extends OfAccount {
  @PrimaryColumn({ type: 'bigint', generated: 'identity', generatedIdentity: 'ALWAYS' })
  id!: number;

  @Column('bigint')
  websiteId!: number;

  @ManyToOne(() => Website, { onDelete: 'CASCADE' })
  @JoinColumn(WEBSITE_COLUMNS)
  website?: Relation<Website>;

  /** Where it starts, exactly as it was sent. */
  @Column({ type: 'text', collation: 'C' })
  url!: string;

  /** Of the start, with its port and without `www.`. */
  @Column('text')
  host!: string;

  @Column('integer')
  maxPages!: number;

  @Column('integer')
  maxDepth!: number;

  @Column('text', { array: true })
  sources!: CrawlSource[];

  @Column('text', { array: true })
  include!: string[];

  @Column('text', { array: true })
  exclude!: string[];

  @Column('text')
  render!: RenderMode;

  @Column('integer')
  delayMs!: number;

  /** That asked for it. */
  @Column('bigint', { nullable: true })
  keyId!: number | null;

  /** That it is a run of; null: it was asked for by itself. The monitor may be deleted. */
  @Column('bigint', { nullable: true })
  monitorId!: number | null;

  @Column('text', { default: 'queued' })
  status!: CrawlStatus;

  /** Why it failed, or was completed early. */
  @Column('text', { nullable: true })
  errorDetail!: string | null;

  @Column('smallint', { nullable: true })
  robotsStatus!: number | null;

  /** The first ten sitemaps that could not be read, or not wholly. */
  @Column('text', { array: true, default: () => "'{}'" })
  unreadSitemaps!: string[];

  /** As it was when the crawl began. */
  @Column('text', { nullable: true, select: false })
  robotsTxt?: string | null;

  /** The time between the beginnings of two pages that is in force. */
  @Column('integer')
  paceMs!: number;

  /** Pages that were loaded since it was slowed down, or went faster again. */
  @Column('integer', { default: 0 })
  loadedAtPace!: number;

  /** Pages that its server refused since it last gave one. Those that are refused at the same time, and further tries of
   *  the same one, don't count. */
  @Column('integer', { default: 0 })
  refusedInRow!: number;

  /** When its last page began; null: none has, or it has no pace. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  begunAt!: Date | null;

  /** Until then, no page of another crawl of the account and the host is queued, because one that was queued has not begun;
   *  null: all have. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  leasedUntil!: Date | null;

  /** Rows in crawl_pages. */
  @Column('integer', { default: 0 })
  found!: number;

  /** Addresses at least that found no room in crawl_pages, or that a page names beyond those that are read. */
  @Column('integer', { default: 0 })
  dropped!: number;

  /** Pages whose audit was queued. */
  @Column('integer', { default: 0 })
  visited!: number;

  /** Of a crawl that is over. */
  @Column('jsonb', { nullable: true })
  summary!: CrawlSummary | null;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  startedAt!: Date | null;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  finishedAt!: Date | null;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  createdAt!: Date;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  updatedAt!: Date;
}

const MOST_REFUSED_IN_ROW = 20;

/** Whether a server refuses everything, so that its other pages are not asked for. */
export function isGivenUp({ refusedInRow }: Pick<Crawl, 'refusedInRow'>): boolean {
  return refusedInRow >= MOST_REFUSED_IN_ROW;
}
