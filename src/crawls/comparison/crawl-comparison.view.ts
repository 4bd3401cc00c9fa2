import { ApiProperty } from '@nestjs/swagger';
import {
  BooleanField,
  CountField,
  DateTimeField,
  EnumField,
  IdField,
  ScoreField,
  StringField,
} from '../../platform/http/openapi/fields.js';
import { CRAWL_STATUSES, type CrawlStatus, SKIP_REASONS } from '../crawl.entity.js';
import { CrawledPagesView, crawledPagesView, CrawlScoreView, MeanField } from '../crawl.view.js';
import { siteFindingOf } from '../findings/site-findings.js';
import {
  type ChangedPage,
  type ChangedPages,
  type ComparedCrawl,
  CRAWL_CONDITIONS,
  type CrawlComparison,
  type CrawlCondition,
  type FindingChange,
} from './crawl-comparison.js';

const OBJECT = 'crawl_comparison';
const REASONS = [
  'failed',
  'redirects',
  ...SKIP_REASONS.map((reason) => `skipped:${reason}`),
  'not_visited',
  'not_found',
];

/** One of the two crawls. */
export class ComparedCrawlView {
  @IdField() id!: number;

  @StringField(2048, {
    description: 'Where it started, exactly as it was sent.',
    example: 'https://example.com/',
  })
  url!: string;

  @EnumField(CRAWL_STATUSES, { enumName: 'CrawlStatus', example: 'completed' }) status!: CrawlStatus;

  @ApiProperty({ type: () => CrawledPagesView }) pages!: CrawledPagesView;

  @ApiProperty({ type: () => CrawlScoreView }) score!: CrawlScoreView;

  @StringField(200, {
    nullable: true,
    description: 'Version of the checks and weights of its first report; null if no report of it is left.',
    example: '2026-11-22',
  })
  ruleset_version!: string | null;

  @DateTimeField({ nullable: true }) started_at!: string | null;

  @DateTimeField({ nullable: true }) finished_at!: string | null;

  @DateTimeField() created_at!: string;
}

const NO_SCORE = 'Null: no page of that crawl has a score.';

/** A score of both crawls. */
export class CrawlScoreChangeView {
  @MeanField({ description: NO_SCORE, example: 71.5 })
  before!: number | null;

  @MeanField({ description: NO_SCORE, example: 78.25 })
  after!: number | null;

  @MeanField({
    description: 'after minus before, to two decimals; null if one of them is null.',
    example: 6.75,
    minimum: -100,
  })
  difference!: number | null;
}

export class CrawlScoreChangesView {
  @ApiProperty({ type: () => CrawlScoreChangeView }) mean!: CrawlScoreChangeView;

  @ApiProperty({ type: () => CrawlScoreChangeView, description: 'See p10 of a crawl.' })
  p10!: CrawlScoreChangeView;
}

/** A finding that another number of pages has. */
export class FindingChangeView {
  @StringField(100, {
    description: 'Id of the finding; see GET /api/v1/crawls/{id}/findings.',
    example: 'broken_links',
  })
  id!: string;

  @StringField(1000, {
    description: 'What it says now; what it said before if no page has it now.',
    example: '2 pages that are linked to do not load. Repair the page, or the links to it.',
  })
  message!: string;

  @CountField({ description: 'Pages that had it.', example: 5 }) before!: number;

  @CountField({ description: 'Pages that have it now.', example: 2 }) after!: number;
}

const changes = (description: string) =>
  ApiProperty({ type: () => FindingChangeView, isArray: true, maxItems: 1000, description });

/** Findings that changed, those with the largest difference first. */
export class FindingChangesView {
  @changes('No page has them any more.') fixed!: FindingChangeView[];

  @changes('No page had them before.') new!: FindingChangeView[];

  @changes('More pages have them than before.') worse!: FindingChangeView[];

  @changes('Fewer pages have them than before.') better!: FindingChangeView[];
}

/** A page as one of the crawls found it. */
export class PageThenView {
  @IdField({ nullable: true, description: 'Id of its report; null: the report was deleted.' }) id!:
    number | null;

  @ScoreField({ nullable: true }) score!: number | null;
}

/** A page that changed. */
export class ChangedPageView {
  @StringField(9000, { example: 'https://example.com/prices' }) url!: string;

  @ApiProperty({
    type: () => PageThenView,
    nullable: true,
    description: 'Null: it is new.',
    example: { id: 11, score: 90 },
  })
  before!: PageThenView | null;

  @ApiProperty({
    type: () => PageThenView,
    nullable: true,
    description: 'Null: it is gone.',
    example: { id: 12, score: 72 },
  })
  after!: PageThenView | null;

  @EnumField(REASONS, {
    nullable: true,
    enumName: 'GoneReason',
    description:
      'Why it is gone. failed: it could not be loaded. redirects: to another address. skipped: it was found, but not visited, for the reason that follows. ' +
      'not_visited: the crawl was cancelled before. not_found: its address was not found, or had no room among the ' +
      'addresses that the crawl keeps. Null: it is not gone.',
    example: null,
  })
  reason!: string | null;
}

export class ChangedPagesView {
  @CountField() count!: number;

  @ApiProperty({
    type: () => ChangedPageView,
    isArray: true,
    maxItems: 20,
    description: 'Those that changed most first.',
  })
  examples!: ChangedPageView[];
}

export class PageChangesView {
  @ApiProperty({ type: () => ChangedPagesView, description: 'Completed now, but not before.' })
  new!: ChangedPagesView;

  @ApiProperty({ type: () => ChangedPagesView, description: 'Completed before, but not now; each says why.' })
  gone!: ChangedPagesView;

  @ApiProperty({ type: () => ChangedPagesView, description: 'With a higher score.' })
  better!: ChangedPagesView;

  @ApiProperty({ type: () => ChangedPagesView, description: 'With a lower score.' }) worse!: ChangedPagesView;

  @CountField({ description: 'Pages with the same score.', example: 84 }) unchanged!: number;
}

/** What changed from one crawl of a website to another. */
export class CrawlComparisonView {
  @EnumField([OBJECT], { enumName: 'CrawlComparisonObject' }) object!: typeof OBJECT;

  @ApiProperty({ type: () => ComparedCrawlView, description: 'The older crawl.' }) before!: ComparedCrawlView;

  @ApiProperty({ type: () => ComparedCrawlView, description: 'The newer crawl.' }) after!: ComparedCrawlView;

  @BooleanField({
    description: 'Whether only the website can explain the changes: differs_in is empty.',
    example: true,
  })
  comparable!: boolean;

  @ApiProperty({
    type: 'string',
    enum: CRAWL_CONDITIONS,
    isArray: true,
    maxItems: CRAWL_CONDITIONS.length,
    description:
      'What differs beside the website. status: one was cancelled, so it has not visited or counted everything.',
    example: [],
  })
  differs_in!: readonly CrawlCondition[];

  @ApiProperty({ type: () => CrawlScoreChangesView }) score!: CrawlScoreChangesView;

  @ApiProperty({ type: () => FindingChangesView }) findings!: FindingChangesView;

  @ApiProperty({ type: () => PageChangesView }) pages!: PageChangesView;
}

export function crawlComparisonView(comparison: CrawlComparison): CrawlComparisonView {
  const { before, after, differsIn, score, pages } = comparison;
  const changesView = (changed: readonly FindingChange[]) =>
    changed.flatMap((change) => findingChangeView(change, comparison));
  return {
    object: OBJECT,
    before: comparedCrawlView(before),
    after: comparedCrawlView(after),
    comparable: differsIn.length === 0,
    differs_in: differsIn,
    score: { mean: score.mean, p10: score.p10 },
    findings: {
      fixed: changesView(comparison.fixed),
      new: changesView(comparison.broken),
      worse: changesView(comparison.worse),
      better: changesView(comparison.better),
    },
    pages: {
      new: changedPagesView(pages.new),
      gone: changedPagesView(pages.gone),
      better: changedPagesView(pages.better),
      worse: changedPagesView(pages.worse),
      unchanged: pages.unchanged,
    },
  };
}

export function changedPageView({ url, before, after, reason }: ChangedPage): ChangedPageView {
  return { url, before, after, reason };
}

function comparedCrawlView({ crawl, summary, rulesetVersion }: ComparedCrawl): ComparedCrawlView {
  return {
    id: crawl.id,
    url: crawl.url,
    status: crawl.status,
    pages: crawledPagesView(summary),
    score: { mean: summary.score.mean, p10: summary.score.p10 },
    ruleset_version: rulesetVersion,
    started_at: crawl.startedAt?.toISOString() ?? null,
    finished_at: crawl.finishedAt?.toISOString() ?? null,
    created_at: crawl.createdAt.toISOString(),
  };
}

/** None for the finding of a check that this version doesn't have. */
function findingChangeView(
  { id, before, after }: FindingChange,
  crawls: Pick<CrawlComparison, 'before' | 'after'>,
): FindingChangeView[] {
  const { summary } = after > 0 ? crawls.after : crawls.before;
  const finding = siteFindingOf(id, summary.checked);
  return finding ? [{ id, message: finding.message(after > 0 ? after : before), before, after }] : [];
}

function changedPagesView({ count, examples }: ChangedPages): ChangedPagesView {
  return { count, examples: examples.map(changedPageView) };
}
