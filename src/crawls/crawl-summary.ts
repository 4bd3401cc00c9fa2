import { type Crawl, type CrawlSummary } from './crawl.entity.js';

export const NOTHING_FOUND: CrawlSummary = {
  pages: {
    queued: 0,
    completed: 0,
    failed: 0,
    skipped: { robots: 0, nofollow: 0, trap: 0, excluded: 0, depth: 0, limit: 0 },
  },
  score: { mean: null, p10: null },
};

/** Counts the addresses that found no room. */
export function withDropped({ pages, score }: CrawlSummary, dropped: number): CrawlSummary {
  const skipped = { ...pages.skipped, limit: pages.skipped.limit + dropped };
  return { pages: { ...pages, skipped }, score };
}

/** How far a crawl is, from 0 to 1. */
export function progressOf({ pages }: CrawlSummary, maxPages: number, isOver: boolean): number {
  if (isOver) return 1;
  const done = pages.completed + pages.failed;
  const all = Math.min(maxPages, done + pages.queued);
  return all === 0 ? 0 : Math.round((done / all) * 1000) / 1000;
}

/** How fast a crawl is, and how long it will take. */
export function paceOf({
  crawl: { startedAt, finishedAt, maxPages },
  summary: { pages },
}: {
  readonly crawl: Pick<Crawl, 'startedAt' | 'finishedAt' | 'maxPages'>;
  readonly summary: CrawlSummary;
}): { pages_per_second: number | null; seconds_left: number | null } {
  if (startedAt === null) return { pages_per_second: null, seconds_left: null };
  const done = pages.completed + pages.failed;
  const seconds = Math.max(0.001, (Number(finishedAt ?? new Date()) - Number(startedAt)) / 1000);
  const left = Math.min(maxPages - done, pages.queued);
  return {
    pages_per_second: Math.round((done / seconds) * 100) / 100,
    seconds_left: finishedAt !== null || done === 0 ? null : Math.ceil((left * seconds) / done),
  };
}
