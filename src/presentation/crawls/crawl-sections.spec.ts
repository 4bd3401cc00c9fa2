import { NOTHING_FOUND } from '../../crawls/crawl-summary.js';
import { Crawl, type CrawlStatus, type CrawlSummary } from '../../crawls/crawl.entity.js';
import { SITE_FINDINGS } from '../../crawls/findings/site-findings.js';
import { type CrawlContent, crawlParts, crawlRows } from './crawl-sections.js';

function aCrawl(fields: Partial<Crawl>): Crawl {
  return Object.assign(new Crawl(), {
    id: 1,
    url: 'https://example.com/',
    createdAt: new Date(0),
    startedAt: new Date(0),
    ...fields,
  });
}

function partsOf(
  crawl: Partial<Crawl>,
  pages: Partial<CrawlSummary['pages']>,
  content: Partial<CrawlContent> = {},
): ReturnType<typeof crawlParts> {
  const summary = { ...NOTHING_FOUND, pages: { ...NOTHING_FOUND.pages, ...pages } };
  const shown = {
    crawl: aCrawl({ status: 'completed', robotsStatus: 200, unreadSitemaps: [], ...crawl }),
    summary,
  };
  return crawlParts({
    domain: 'example.com',
    websitePath: null,
    crawlsPath: '/crawls',
    shown,
    findings: [],
    crawls: [],
    resultOf: () => 'good',
    ...content,
  });
}

function mainOf(...[crawl, pages, content]: Parameters<typeof partsOf>): string {
  return partsOf(crawl, pages, content).main.text;
}

it.each<[CrawlStatus, string]>([
  ['queued', 'Queued'],
  ['running', 'Running'],
  ['completed', 'Completed'],
  ['cancelled', 'Cancelled'],
  ['failed', 'Failed'],
])('a crawl that is %s and has no score is listed as %s', (status, word) => {
  const rows = crawlRows([{ crawl: aCrawl({ status }), summary: NOTHING_FOUND }], {
    path: '/crawls',
    resultOf: () => 'good',
  });
  expect(rows.text).toContain(`<span class="pill none">${word}</span>`);
});

describe('the page of a crawl', () => {
  it('names sitemaps that could not be read', () => {
    expect(mainOf({}, {})).not.toContain('sitemap');
    const one = mainOf({ unreadSitemaps: ['https://example.com/a.xml'] }, {});
    expect(one).toContain('A sitemap could not be read wholly, so pages may be missing that only it lists: ');
    expect(one).toContain('<wbr>/a.xml');
    const two = mainOf({ unreadSitemaps: ['https://example.com/a.xml', 'https://example.com/b.xml'] }, {});
    expect(two).toContain(
      'Some sitemaps could not be read wholly, so pages may be missing that only they list: ',
    );
  });

  const NOTHING = 'Nothing was found';

  it('says that nothing was found only if a page was audited', () => {
    expect(mainOf({}, { completed: 1 })).toContain(NOTHING);
    expect(mainOf({}, { failed: 1 })).not.toContain(NOTHING);
  });

  it.each([
    ['running', 0],
    ['completed', 1],
  ] as const)('that is %s counts its pages in the heading: %i', (status, times) => {
    const { hero } = partsOf({ status }, { completed: 2 });
    expect(hero.text.split('2 pages audited')).toHaveLength(times + 1);
  });

  it('names each finding for people', () => {
    const findings = SITE_FINDINGS.map(({ id }) => ({ id, message: '', count: 1, examples: [] }));
    const headings = [...mainOf({}, { completed: 1 }, { findings }).matchAll(/<h3>(.+)<\/h3>/g)];
    expect(headings).toHaveLength(SITE_FINDINGS.length);
    for (const [, name] of headings) expect(name).toMatch(/^Pages /);
  });

  it('gives no two elements the same id', () => {
    const finding = { message: 'A message.', count: 1, examples: [] };
    const findings = ['broken_links', 'check:broken_links'].map((id) => ({ ...finding, id }));
    const ids = [...mainOf({}, { completed: 1 }, { findings }).matchAll(/ id="([^"]+)"/g)].map(
      ([, id]) => id,
    );
    expect(ids).toEqual(['site', 'broken_links', 'checks', 'check-broken_links']);
  });

  it.each([
    [200, 'robots.txt keeps programs away'],
    [503, 'robots.txt could not be loaded'],
    [null, 'robots.txt could not be loaded'],
  ])('says why robots.txt, with status %p, kept pages from being visited', (robotsStatus, reason) => {
    const skipped = { ...NOTHING_FOUND.pages.skipped, robots: 1 };
    expect(mainOf({ robotsStatus }, { skipped })).toContain(reason);
  });
});
