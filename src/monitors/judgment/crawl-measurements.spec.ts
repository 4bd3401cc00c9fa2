import { NOTHING_FOUND } from '../../crawls/crawl-summary.js';
import { type Crawl, type CrawlSummary } from '../../crawls/crawl.entity.js';
import { crawlMeasurements, wayIn } from './crawl-measurements.js';
import { type Way } from './measurements.js';
import { type Measured } from './monitor-state.js';

const FINDINGS = { 'findings.broken_links': 0 };

interface Crawled {
  readonly loads?: boolean;
  readonly maxPages?: number;
  readonly way?: Way;
  readonly refusedInRow?: number;
}

function measured(
  summary: Partial<CrawlSummary>,
  { loads = true, maxPages = 100, way = 'static', refusedInRow = 0 }: Crawled = {},
): Measured {
  const crawl = { id: 7, render: 'never', maxPages, refusedInRow } as Crawl;
  const finishedAt = new Date('2026-11-25T05:00:00Z');
  const ended = { crawl, summary: { ...NOTHING_FOUND, ...summary }, finishedAt, failedFor: null };
  return crawlMeasurements(ended, { loads, way, findings: FINDINGS, rulesetVersion: '2026-11-29' });
}

const PAGES = { ...NOTHING_FOUND.pages, completed: 3 };

describe('crawlMeasurements', () => {
  it('reads the scores and the findings of a crawl', () => {
    expect(measured({ pages: PAGES, score: { mean: 83.5, p10: 61 } })).toMatchObject({
      source: { crawlId: 7 },
      at: '2026-11-25T05:00:00.000Z',
      loads: true,
      score: 83.5,
      scores: { 'score.mean': 83.5, 'score.p10': 61, 'pages.loaded': 100 },
      values: FINDINGS,
    });
  });

  it('says nothing of the pages of a server that refused them', () => {
    const summary = { pages: PAGES, score: { mean: 83.5, p10: 61 } };
    const nothing = { loads: true, score: null, scores: {}, values: {} };
    expect(measured(summary, { refusedInRow: 20 })).toMatchObject(nothing);
    expect(measured(summary, { refusedInRow: 19 })).toMatchObject({ score: 83.5 });
  });

  it('says nothing of scores and findings without a completed page', () => {
    expect(measured({}, { loads: false })).toMatchObject({
      loads: false,
      score: null,
      scores: {},
      values: {},
    });
  });

  it('has the percentage of the pages that were tried and loaded, also if none did', () => {
    const percent = (completed: number, failed: number) =>
      measured({ pages: { ...PAGES, completed, failed, queued: 5 } }).scores['pages.loaded'];
    expect([percent(9, 1), percent(2, 1), percent(0, 3), percent(0, 0)]).toEqual([90, 66.67, 0, undefined]);
  });

  it('compares only crawls with the same maximum of pages, and the same way to read them', () => {
    expect(measured({}, { maxPages: 10 }).basis).not.toBe(measured({}).basis);
    const [rendered, unrendered] = (['rendered', 'unrendered'] as const).map((way) => measured({}, { way }));
    expect(rendered?.basis).not.toBe(unrendered?.basis);
    for (const one of [rendered, unrendered])
      expect(wayIn(one?.basis ?? null)).toBe(one === rendered ? 'rendered' : 'unrendered');
    expect(wayIn(null)).toBe('static');
    expect([rendered, unrendered].map((one) => one?.renderingFailed)).toEqual([false, true]);
    expect(measured({}, { loads: false }).basis).toBe(measured({}).basis);
  });
});
