import { NOTHING_FOUND } from '../crawl-summary.js';
import { Crawl } from '../crawl.entity.js';
import { type ComparedCrawl, crawlComparisonOf, type PageChanges } from './crawl-comparison.js';

const NO_PAGES = { count: 0, examples: [] };
const NOTHING: PageChanges = {
  new: NO_PAGES,
  gone: NO_PAGES,
  better: NO_PAGES,
  worse: NO_PAGES,
  unchanged: 0,
};
const SETTINGS = {
  ...{ status: 'completed', url: 'https://example.com/', maxPages: 100, maxDepth: 10 },
  ...{ include: [], exclude: [], sources: ['sitemap', 'links'], render: 'auto' },
} as const;

function aCrawl(
  {
    mean = null,
    p10 = null,
    ...parts
  }: Partial<ComparedCrawl> & { mean?: number | null; p10?: number | null },
  settings: Partial<Crawl> = {},
): ComparedCrawl {
  return {
    crawl: Object.assign(new Crawl(), SETTINGS, settings),
    summary: { ...NOTHING_FOUND, checked: 1, score: { mean, p10 } },
    rulesetVersion: '1',
    findings: new Map(),
    ...parts,
  };
}

const compared = (before: ComparedCrawl, after: ComparedCrawl) => crawlComparisonOf(before, after, NOTHING);

describe('crawlComparisonOf', () => {
  it.each([
    [2, 0, 'fixed'],
    [0, 2, 'broken'],
    [2, 3, 'worse'],
    [3, 2, 'better'],
    [2, 2, ''],
    [0, 0, ''],
  ])('lists a finding of %i pages, then %i, as: %s', (before, after, list) => {
    const crawls = [before, after].map((count) => aCrawl({ findings: new Map([['orphan_pages', count]]) }));
    const { fixed, broken, worse, better } = compared(...(crawls as [ComparedCrawl, ComparedCrawl]));
    const names = Object.entries({ fixed, broken, worse, better }).flatMap(([name, changes]) =>
      changes.map(() => name),
    );
    expect(names.join()).toBe(list);
  });

  it('lists no finding of which a crawl does not know the pages', () => {
    const crawlWith = (count: number | null) => aCrawl({ findings: new Map([['orphan_pages', count]]) });
    const [known, unknown] = [crawlWith(2), crawlWith(null)];
    for (const { fixed, broken, better } of [compared(known, unknown), compared(unknown, known)])
      expect([...fixed, ...broken, ...better]).toEqual([]);
  });

  it('lists no findings beside a crawl that checked no page', () => {
    const before = aCrawl({ findings: new Map([['orphan_pages', 2]]) });
    const nothing = { ...aCrawl({}), summary: NOTHING_FOUND };
    for (const { fixed, broken } of [compared(before, nothing), compared(nothing, before)])
      expect([...fixed, ...broken]).toEqual([]);
  });

  it('takes a finding that a crawl does not count for one of no pages, and lists the largest difference first', () => {
    const before = aCrawl({
      findings: new Map([
        ['b', 1],
        ['a', 1],
        ['c', 5],
      ]),
    });
    const { fixed } = compared(before, aCrawl({}));
    expect(fixed).toEqual([
      { id: 'c', before: 5, after: 0 },
      { id: 'a', before: 1, after: 0 },
      { id: 'b', before: 1, after: 0 },
    ]);
  });

  it('subtracts scores to two decimals, and nothing from a missing one', () => {
    const { score } = compared(aCrawl({ mean: 70.1, p10: null }), aCrawl({ mean: 70.4, p10: 50 }));
    expect(score).toEqual({
      mean: { before: 70.1, after: 70.4, difference: 0.3 },
      p10: { before: null, after: 50, difference: null },
    });
  });

  it('ignores the order of settings, and a ruleset that is not known', () => {
    const before = aCrawl({ rulesetVersion: null }, { include: ['/a', '/b'], sources: ['links', 'sitemap'] });
    const after = aCrawl({}, { include: ['/b', '/a'] });
    expect(compared(before, after).differsIn).toEqual([]);
    expect(compared(after, before).differsIn).toEqual([]);
  });
});
