import { type CrawlView } from '../crawls/crawl.view.js';
import { crawlAs, type CrawlResult } from './crawl-text.js';

const NONE = { robots: 0, nofollow: 0, file: 0, trap: 0, excluded: 0, depth: 0, limit: 0 };

function aResult(crawl: Partial<CrawlView>): CrawlResult {
  const pages = { queued: 0, completed: 0, failed: 0, skipped: NONE };
  const ordinary = {
    url: 'https://example.com/',
    status: 'completed',
    error: null,
    pages,
    unread_sitemaps: [],
  };
  const score = { mean: null, p10: null };
  return {
    crawl: { ...ordinary, score, ...crawl } as CrawlView,
    findings: [],
    startFault: null,
  };
}

function skipping(skipped: Partial<typeof NONE>): CrawlView['pages'] {
  return { queued: 0, completed: 0, failed: 0, skipped: { ...NONE, ...skipped } };
}

describe('crawlAs', () => {
  it('says nothing of pages if all were visited', () => {
    expect(crawlAs('text', aResult({}))).toBe(
      'https://example.com/  no score. 0 pages audited, 0 not loaded, 0 not visited.',
    );
  });

  it('says why pages were not visited', () => {
    const text = crawlAs('text', aResult({ pages: skipping({ robots: 1, file: 7, limit: 12 }) }));
    expect(text.split('\n')).toEqual([
      'https://example.com/  no score. 0 pages audited, 0 not loaded, 20 not visited.',
      '  1 page not visited because of robots.txt.',
      '  7 pages not visited because they are pictures, documents, feeds or other files.',
      '  12 pages not visited because of --max-pages.',
    ]);
  });

  it('tells a crawl that its server ended from one that failed', () => {
    const early = aResult({
      error: 'The server refused one page after another.',
      score: { mean: 80, p10: 80 },
      pages: skipping({ limit: 9 }),
    });
    expect(crawlAs('text', early).split('\n').slice(1)).toEqual([
      '  The crawl ended early. The server refused one page after another.',
      '  9 pages not visited because the crawl ended early.',
    ]);
    expect(crawlAs('github', early)).toBe(
      '::warning file=https%3A//example.com/,title=Crawl ended early::The server refused one page after another.',
    );
    const failed = aResult({ status: 'failed', error: 'It is away.' });
    expect(crawlAs('text', failed)).toContain('The crawl failed. It is away.');
    expect(crawlAs('github', failed)).toContain('::error ');
  });

  it('annotates a website of which no page was audited', () => {
    expect(crawlAs('github', aResult({ pages: skipping({ robots: 1 }) }))).toBe(
      '::error file=https%3A//example.com/,title=Website not audited::No page was audited. 1 page not visited because of robots.txt.',
    );
  });

  it('names sitemaps that could not be read', () => {
    const text = crawlAs('text', aResult({ unread_sitemaps: ['https://example.com/news.xml'] }));
    expect(text).toContain('  The sitemap https://example.com/news.xml could not be read wholly.');
  });

  it('annotates the first page of each finding for GitHub', () => {
    const page = (url: string) => ({ url, urls: [], linked_from: [] });
    const findings = [
      [
        'broken_links',
        'Two pages, 100% broken.',
        [page('https://example.com/a,b'), page('https://example.com/c')],
      ],
      ['orphan_pages', 'One page.', [page('https://example.com/d')]],
      ['check:title', '1 of 2 pages fails.', [page('https://example.com/e')]],
      ['check:doctype', '1 of 2 pages fails.', []],
    ] as const;
    const result = {
      ...aResult({}),
      startFault: 'It is gone.',
      findings: findings.map(([id, message, examples]) => ({
        id,
        message,
        count: 1,
        examples: [...examples],
      })),
    };
    expect(crawlAs('github', result).split('\n')).toEqual([
      '::error file=https%3A//example.com/,title=Website not audited::It is gone.',
      '::error file=https%3A//example.com/a%2Cb,title=Pages that do not load::Two pages, 100%25 broken.',
      '::warning file=https%3A//example.com/d,title=Pages in the sitemap that no page links to::One page.',
      expect.stringMatching(/^::error file=https%3A\/\/example\.com\/e,title=[^:]+::1 of 2 pages fails\.$/),
      expect.stringMatching(/^::\w+ file=https%3A\/\/example\.com\/,title=[^:]+::1 of 2 pages fails\.$/),
    ]);
    expect(crawlAs('github', aResult({ score: { mean: 90, p10: 90 } }))).toBe('');
  });

  it.each(['text', 'markdown'] as const)(
    'says as %s why a crawl failed, without control characters',
    (format) => {
      const result = aResult({ status: 'failed', error: 'The url is not\u001b[2J allowed' });
      expect(crawlAs(format, result)).toContain('The crawl failed');
      expect(crawlAs(format, result)).not.toContain('\u001b');
    },
  );
});
