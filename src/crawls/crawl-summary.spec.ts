import { NOTHING_FOUND, paceOf, progressOf, withDropped } from './crawl-summary.js';

const summaryOf = ({ done, queued }: { readonly done?: number; readonly queued?: number }) => ({
  ...NOTHING_FOUND,
  pages: { ...NOTHING_FOUND.pages, completed: done ?? 0, queued: queued ?? 0 },
});
const STARTED = new Date('2026-11-20T12:00:00Z');

describe('progressOf', () => {
  it.each([
    [{}, 0],
    [{ queued: 10 }, 0],
    [{ done: 5, queued: 5 }, 0.5],
    [{ done: 5, queued: 1000 }, 0.05],
    [{ done: 101, queued: 1 }, 1],
  ])('of %p is %d', (counts, progress) => {
    expect(progressOf(summaryOf(counts), 100, false)).toBe(progress);
  });

  it('is 1 when it is over', () => {
    expect(progressOf(summaryOf({ queued: 10 }), 100, true)).toBe(1);
  });
});

describe('paceOf', () => {
  it('says how long the known pages will take', () => {
    const crawl = { startedAt: STARTED, finishedAt: new Date(+STARTED + 10_000), maxPages: 100 };
    const summary = summaryOf({ done: 20, queued: 40 });
    expect(paceOf({ crawl, summary })).toEqual({ pages_per_second: 2, seconds_left: null });
    expect(paceOf({ crawl: { ...crawl, startedAt: null }, summary })).toEqual({
      pages_per_second: null,
      seconds_left: null,
    });
    const running = { ...crawl, startedAt: new Date(Date.now() - 10_000), finishedAt: null };
    expect(paceOf({ crawl: running, summary }).seconds_left).toBeGreaterThanOrEqual(20);
    const atLimit = summaryOf({ done: 101, queued: 40 });
    expect(paceOf({ crawl: running, summary: atLimit }).seconds_left).toBe(0);
  });
});

describe('withDropped', () => {
  it('counts addresses without room as over the limit', () => {
    expect(withDropped(NOTHING_FOUND, 7).pages.skipped.limit).toBe(7);
  });
});
