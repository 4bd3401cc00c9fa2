import { Check, Column, Entity, Index, PrimaryColumn, Unique } from 'typeorm';
import { OfAccount } from '../../auth/of-account.entity.js';
import { type SkipReason } from '../crawl.entity.js';

/** A page whose audits were refused or lost so often is given up. */
export const MAX_TRIES = 3;

/** An address of a website that a crawl has found. */
@Entity('crawl_pages')
@Unique('crawl_pages_of_url', ['accountId', 'crawlId', 'urlHash'])
@Check('crawl_pages_state_check', `state IN ('waiting', 'queued', 'completed', 'failed', 'skipped')`)
@Check('crawl_pages_skipped_check', `(state = 'skipped') = (skipped_for IS NOT NULL)`)
@Index('crawl_pages_by_state', ['accountId', 'crawlId', 'state', 'skippedFor'])
@Index('crawl_pages_waiting', ['accountId', 'crawlId', 'depth', 'id'], { where: `state = 'waiting'` })
@Index('crawl_pages_of_shape', ['accountId', 'crawlId', 'shape'])
@Index('crawl_pages_of_report', ['accountId', 'reportId'], { where: 'report_id IS NOT NULL' })
export class CrawlPage extends OfAccount {
  @PrimaryColumn('bigint')
  crawlId!: number;

  @PrimaryColumn({ type: 'bigint', generated: 'identity', generatedIdentity: 'ALWAYS' })
  id!: number;

  /** Result of `pageAddress`. */
  @Column({ type: 'text', collation: 'C' })
  url!: string;

  /** SHA-256 of the url. */
  @Column('bytea')
  urlHash!: Buffer;

  @Column('text')
  state!: 'waiting' | 'queued' | 'completed' | 'failed' | 'skipped';

  @Column('text', { nullable: true })
  skippedFor!: SkipReason | null;

  /** Least clicks from the start; null: no page links there. */
  @Column('integer', { nullable: true })
  depth!: number | null;

  /** Address of one that lists it; null: none does. */
  @Column('text', { nullable: true })
  sitemap!: string | null;

  /** A page that links there. */
  @Column('bigint', { nullable: true })
  foundOn!: number | null;

  /** SHA-256 of `pathShape`. */
  @Column('bytea')
  shape!: Buffer;

  @Column('smallint', { default: 0 })
  tries!: number;

  @Column('bigint', { nullable: true })
  reportId!: number | null;

  @Column('smallint', { nullable: true })
  score!: number | null;

  @Column('text', { nullable: true })
  errorCode!: string | null;

  @Column('smallint', { nullable: true })
  httpStatus!: number | null;

  /** Their number before the document. */
  @Column('smallint', { default: 0 })
  redirects!: number;

  /** SHA-256 of the address that it redirects to; null: it does not redirect. */
  @Column('bytea', { nullable: true })
  targetHash!: Buffer | null;

  @Column('boolean', { nullable: true })
  isIndexable!: boolean | null;

  /** Whether only scripts would show its content, and no browser ran them. */
  @Column('boolean', { default: false })
  isShell!: boolean;

  /** SHA-256 that the versions of a page in several languages have in common; null: it names none. */
  @Column('bytea', { nullable: true })
  variantsHash!: Buffer | null;

  @Column('text', { nullable: true })
  title!: string | null;

  @Column('text', { nullable: true })
  description!: string | null;

  /** SHA-256 of the canonical address; null: none. */
  @Column('bytea', { nullable: true })
  canonicalHash!: Buffer | null;

  @Column('text', { nullable: true })
  contentHash!: string | null;

  /** Of its content, as 32 hexadecimal digits. */
  @Column('text', { nullable: true })
  simhash!: string | null;

  /** The first of the pages with nearly the same content; null: none, or the crawl is not over. */
  @Column('bigint', { nullable: true })
  nearId!: number | null;

  /** Ids of the checks that failed. */
  @Column('text', { array: true, default: () => "'{}'" })
  failedChecks!: string[];
}
