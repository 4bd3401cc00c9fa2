import { ApiProperty } from '@nestjs/swagger';
import { RENDER_MODES, type RenderMode } from '../engine/grading/render-mode.js';
import {
  CountField,
  DateTimeField,
  EnumField,
  IdField,
  IntegerField,
  ScoreField,
  StringField,
} from '../platform/http/openapi/fields.js';
import {
  type Crawl,
  CRAWL_SOURCES,
  CRAWL_STATUSES,
  type CrawlSource,
  type CrawlStatus,
  type CrawlSummary,
} from './crawl.entity.js';
import { paceOf, progressOf } from './crawl-summary.js';

/** A crawl, and what it has found so far. */
export interface SummedCrawl {
  readonly crawl: Crawl;
  readonly summary: CrawlSummary;
}

/** Addresses that are not visited, by the reason. */
export class SkippedPagesView {
  @CountField({ description: 'robots.txt disallows them.', example: 3 }) robots!: number;

  @CountField({ description: 'All links to them say nofollow.', example: 0 }) nofollow!: number;

  @CountField({
    description: 'By their names or their types, they are pictures, documents, feeds or other files.',
    example: 0,
  })
  file!: number;

  @CountField({
    description: 'Their shape, without numbers and values, has 50 pages already, and no sitemap lists them.',
    example: 0,
  })
  trap!: number;

  @CountField({ description: 'By include and exclude.', example: 0 }) excluded!: number;

  @CountField({ description: 'They are more than max_depth clicks away.', example: 0 }) depth!: number;

  @CountField({
    description:
      'There was no room left for so many at least, under max_pages or among the links that are read of one page.',
    example: 12,
  })
  limit!: number;
}

export class CrawledPagesView {
  @CountField({ description: 'Still to be audited.', example: 0 }) queued!: number;

  @CountField({ example: 96 }) completed!: number;

  @CountField({ description: 'Pages that could not be loaded.', example: 4 }) failed!: number;

  @ApiProperty({ type: () => SkippedPagesView }) skipped!: SkippedPagesView;
}

/** A mean of scores, or what one differs from another by, to two decimals; or null. */
export function MeanField(options: {
  readonly description: string;
  readonly example: number;
  /** Default: 0. */
  readonly minimum?: number;
}): PropertyDecorator {
  return ApiProperty({
    type: 'number',
    format: 'double',
    minimum: 0,
    maximum: 100,
    nullable: true,
    ...options,
  });
}

export class CrawlScoreView {
  @MeanField({
    description: 'Mean of the completed pages that do not redirect; null: there is none.',
    example: 83.5,
  })
  mean!: number | null;

  @ScoreField({ nullable: true, description: 'A tenth of the pages has this score or less.', example: 61 })
  p10!: number | null;
}

/** A visit of a whole website. */
export class CrawlView {
  @IdField({ example: 7 }) id!: number;

  @StringField(4096, { description: 'Exactly as it was sent.', example: 'https://example.com/' })
  url!: string;

  @IdField({ description: 'The website of its pages.' }) website_id!: number;

  @IdField({
    nullable: true,
    example: null,
    description: 'The monitor that it is a run of; null: it was asked for by itself.',
  })
  monitor_id!: number | null;

  @EnumField(CRAWL_STATUSES, { example: 'completed' }) status!: CrawlStatus;

  @StringField(1000, { nullable: true, description: 'Why it failed, or was completed early.', example: null })
  error!: string | null;

  @ApiProperty({ type: () => CrawledPagesView }) pages!: CrawledPagesView;

  @ApiProperty({ type: () => CrawlScoreView }) score!: CrawlScoreView;

  @ApiProperty({
    type: 'number',
    format: 'double',
    minimum: 0,
    maximum: 1,
    description: 'The part that is done of the pages that are known.',
    example: 1,
  })
  progress!: number;

  @ApiProperty({
    type: 'number',
    format: 'double',
    minimum: 0,
    nullable: true,
    description: 'Pages per second since it began; null: it has not begun.',
    example: 3.2,
  })
  pages_per_second!: number | null;

  @CountField({
    nullable: true,
    description: 'Estimated time until it ends, for the pages that are known; null: unknown, or it is over.',
    example: null,
  })
  seconds_left!: number | null;

  @IntegerField(1, 10_000, { example: 100 }) max_pages!: number;

  @IntegerField(0, 1000, { example: 10 }) max_depth!: number;

  @ApiProperty({
    type: 'string',
    enum: CRAWL_SOURCES,
    isArray: true,
    maxItems: 2,
    example: ['sitemap', 'links'],
  })
  sources!: CrawlSource[];

  @ApiProperty({
    type: 'string',
    maxLength: 2048,
    isArray: true,
    maxItems: 10,
    description: 'Sitemaps that could not be read, or not wholly: pages that only they list may be missing.',
    example: [],
  })
  unread_sitemaps!: string[];

  @ApiProperty({ type: 'string', maxLength: 1000, isArray: true, maxItems: 50, example: [] })
  include!: string[];

  @ApiProperty({ type: 'string', maxLength: 1000, isArray: true, maxItems: 50, example: ['/search*'] })
  exclude!: string[];

  @EnumField(RENDER_MODES, { example: 'auto' }) render!: RenderMode;

  @IntegerField(0, 60_000, { description: 'As it was asked for.', example: 250 }) delay_ms!: number;

  @IntegerField(0, 120_000, {
    description:
      'The least time between the beginnings of two pages that is in force: by delay_ms, Crawl-delay, and what the ' +
      'server could bear.',
    example: 250,
  })
  pace_ms!: number;

  @DateTimeField({ nullable: true }) started_at!: string | null;

  @DateTimeField({ nullable: true }) finished_at!: string | null;

  @DateTimeField() created_at!: string;

  @DateTimeField() updated_at!: string;
}

export function crawlView({ crawl, summary }: SummedCrawl): CrawlView {
  const isOver = crawl.status === 'completed' || crawl.status === 'failed';
  const { pages_per_second, seconds_left } = paceOf({ crawl, summary });
  return {
    id: crawl.id,
    url: crawl.url,
    website_id: crawl.websiteId,
    monitor_id: crawl.monitorId,
    status: crawl.status,
    error: crawl.errorDetail,
    pages: crawledPagesView(summary),
    score: { mean: summary.score.mean, p10: summary.score.p10 },
    progress: progressOf(summary, crawl.maxPages, isOver),
    pages_per_second,
    seconds_left,
    max_pages: crawl.maxPages,
    max_depth: crawl.maxDepth,
    sources: crawl.sources,
    unread_sitemaps: crawl.unreadSitemaps,
    include: crawl.include,
    exclude: crawl.exclude,
    render: crawl.render,
    delay_ms: crawl.delayMs,
    pace_ms: crawl.paceMs,
    started_at: crawl.startedAt?.toISOString() ?? null,
    finished_at: crawl.finishedAt?.toISOString() ?? null,
    created_at: crawl.createdAt.toISOString(),
    updated_at: crawl.updatedAt.toISOString(),
  };
}

/** Changes whenever a crawl does: while it runs, its pace changes from moment to moment. */
export function versionOf(view: CrawlView): object {
  return Object.assign({}, view, { pages_per_second: null, seconds_left: null });
}

/** In one order of fields, whatever PostgreSQL made of it. */
export function crawledPagesView({
  pages: { queued, completed, failed, skipped },
}: CrawlSummary): CrawledPagesView {
  const { robots, nofollow, file, trap, excluded, depth, limit } = skipped;
  return { queued, completed, failed, skipped: { robots, nofollow, file, trap, excluded, depth, limit } };
}
