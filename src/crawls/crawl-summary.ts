import { type Crawl, type CrawlSummary } from './crawl.entity.js';

export const NOTHING_FOUND: CrawlSummary = {
  pages: {
    queued: 0,
    completed: 0,
    failed: 0,
    skipped: { robots: 0, nofollow: 0, file: 0, trap: 0, excluded: 0, depth: 0, limit: 0 },
  },
  score: { mean: null, p10: null },
  checked: 0,
};

/** Counts the addresses that found no room. */
export function withDropped({ pages, ...rest }: CrawlSummary, dropped: number): CrawlSummary {
  const skipped = { ...pages.skipped, limit: pages.skipped.limit + dropped };
  return { pages: { ...pages, skipped }, ...rest };
}

/** How far a crawl is, from 0 to 1. */
export function progressOf(summary: CrawlSummary, maxPages: number, isOver: boolean): number {
  if (isOver) return 1;
  const done = visitedOf(summary);
  const all = done + left(summary, maxPages);
  return all === 0 ? 0 : Math.round((done / all) * 1000) / 1000;
}

function visitedOf({ pages }: CrawlSummary): number {
  return pages.completed + pages.failed;
}

function left(summary: CrawlSummary, maxPages: number): number {
  return Math.max(0, Math.min(maxPages - visitedOf(summary), summary.pages.queued));
}

/** How fast a crawl is, and how long it will take. */
export function paceOf({
  crawl: { startedAt, finishedAt, maxPages },
  summary,
}: {
  readonly crawl: Pick<Crawl, 'startedAt' | 'finishedAt' | 'maxPages'>;
  readonly summary: CrawlSummary;
}): { pages_per_second: number | null; seconds_left: number | null } {
  if (startedAt === null) return { pages_per_second: null, seconds_left: null };
  const done = visitedOf(summary);
  const seconds = Math.max(0.001, (Number(finishedAt ?? new Date()) - Number(startedAt)) / 1000);
  return {
    pages_per_second: Math.round((done / seconds) * 100) / 100,
    seconds_left:
      finishedAt !== null || done === 0 ? null : Math.ceil((left(summary, maxPages) * seconds) / done),
  };
}
