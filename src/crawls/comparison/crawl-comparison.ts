import { isDeepStrictEqual } from 'node:util';
import { type Crawl } from '../crawl.entity.js';
import { type SummedCrawl } from '../crawl.view.js';

/** How a page can change from one crawl to another. */
export const PAGE_CHANGES = ['new', 'gone', 'better', 'worse'] as const;

export type PageChange = (typeof PAGE_CHANGES)[number];

/** What can differ between two crawls beside the website itself. */
export const CRAWL_CONDITIONS = [
  'status',
  'url',
  'max_pages',
  'max_depth',
  'include',
  'exclude',
  'sources',
  'unread_sitemaps',
  'render',
  'ruleset_version',
] as const;

export type CrawlCondition = (typeof CRAWL_CONDITIONS)[number];

/** A page as one of the crawls found it. */
export interface PageThen {
  /** Of its report; null: that was deleted. */
  readonly id: number | null;
  readonly score: number | null;
}

/** A page that changed. */
export interface ChangedPage {
  readonly url: string;
  /** null: it is new. */
  readonly before: PageThen | null;
  /** null: it is gone. */
  readonly after: PageThen | null;
  /** Why it is gone; null: it is not. */
  readonly reason: string | null;
}

export interface ChangedPages {
  readonly count: number;
  /** Those that changed most first. */
  readonly examples: readonly ChangedPage[];
}

export type PageChanges = Readonly<Record<PageChange, ChangedPages>> & { readonly unchanged: number };

/** One of the two crawls, as far as it is compared. */
export interface ComparedCrawl extends SummedCrawl {
  /** Of its first report that is still there; null: none is, or it has no pages. */
  readonly rulesetVersion: string | null;
  /** Numbers of pages by the finding's id; null: unknown. */
  readonly findings: ReadonlyMap<string, number | null>;
}

/** A finding whose number of pages differs. */
export interface FindingChange {
  readonly id: string;
  readonly before: number;
  readonly after: number;
}

/** Null: that crawl has no such score, so there is no difference either. */
export interface CrawlScoreChange {
  readonly before: number | null;
  readonly after: number | null;
  readonly difference: number | null;
}

export interface CrawlComparison {
  readonly before: ComparedCrawl;
  readonly after: ComparedCrawl;
  readonly differsIn: readonly CrawlCondition[];
  readonly score: Readonly<Record<'mean' | 'p10', CrawlScoreChange>>;
  /** Had pages, has none now. Without a page that was checked in both crawls, nothing is known of findings. */
  readonly fixed: readonly FindingChange[];
  /** Had no pages, has some now. */
  readonly broken: readonly FindingChange[];
  readonly worse: readonly FindingChange[];
  readonly better: readonly FindingChange[];
  readonly pages: PageChanges;
}

/** Whether a crawl is over, and has begun at all. */
export function isComparable({ status }: Crawl): boolean {
  return status === 'completed' || status === 'cancelled';
}

/** Compares two crawls that are over. */
export function crawlComparisonOf(
  before: ComparedCrawl,
  after: ComparedCrawl,
  pages: PageChanges,
): CrawlComparison {
  const areKnown = before.summary.checked > 0 && after.summary.checked > 0;
  const changes = areKnown ? findingChanges(before.findings, after.findings) : [];
  const [earlier, later] = [before.summary.score, after.summary.score];
  return {
    before,
    after,
    differsIn: CRAWL_CONDITIONS.filter((condition) => DIFFERS[condition](before, after)),
    score: {
      mean: scoreChange(earlier.mean, later.mean),
      p10: scoreChange(earlier.p10, later.p10),
    },
    fixed: changes.filter((change) => change.after === 0),
    broken: changes.filter((change) => change.before === 0),
    worse: changes.filter((change) => change.before > 0 && change.after > change.before),
    better: changes.filter((change) => change.after > 0 && change.after < change.before),
    pages,
  };
}

/** Those of the largest difference first, without those that one of the crawls could not count. */
function findingChanges(
  before: ComparedCrawl['findings'],
  after: ComparedCrawl['findings'],
): FindingChange[] {
  return [...new Set([...before.keys(), ...after.keys()])]
    .filter((id) => before.get(id) !== null && after.get(id) !== null)
    .map((id) => ({ id, before: before.get(id) ?? 0, after: after.get(id) ?? 0 }))
    .filter((change) => change.before !== change.after)
    .sort((one, other) => differenceOf(other) - differenceOf(one) || (one.id < other.id ? -1 : 1));
}

function differenceOf({ before, after }: FindingChange): number {
  return Math.abs(after - before);
}

/** To two decimals, as means are. */
function scoreChange(before: number | null, after: number | null): CrawlScoreChange {
  const difference = before === null || after === null ? null : Math.round((after - before) * 100) / 100;
  return { before, after, difference };
}

type Differs = (before: ComparedCrawl, after: ComparedCrawl) => boolean;

const differsIn =
  (field: keyof Crawl): Differs =>
  (before, after) =>
    !isDeepStrictEqual(before.crawl[field], after.crawl[field]);

/** The order of a list has no effect on what is visited. */
const differsInAnyOf =
  (field: 'include' | 'exclude' | 'sources' | 'unreadSitemaps'): Differs =>
  (before, after) =>
    !isDeepStrictEqual(new Set<string>(before.crawl[field]), new Set<string>(after.crawl[field]));

const DIFFERS: Readonly<Record<CrawlCondition, Differs>> = {
  status: differsIn('status'),
  url: differsIn('url'),
  max_pages: differsIn('maxPages'),
  max_depth: differsIn('maxDepth'),
  include: differsInAnyOf('include'),
  exclude: differsInAnyOf('exclude'),
  sources: differsInAnyOf('sources'),
  unread_sitemaps: differsInAnyOf('unreadSitemaps'),
  render: differsIn('render'),
  ruleset_version: ({ rulesetVersion: before }, { rulesetVersion: after }) =>
    before !== null && after !== null && before !== after,
};
