import { DEFAULT_LIMITS } from '../../../src/engine/audit/limits.js';
import { CHECKS } from '../../../src/engine/audit/registry.js';
import { type FairShare } from '../../../src/basics/fair-share.js';
import { type PageBytes } from '../../../src/engine/grading/audit-page.js';
import { AuditThreads, type AuditThreadsOptions } from '../../../src/engine/grading/audit-threads.js';

const closers: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

function threadsWith(options: AuditThreadsOptions = {}): AuditThreads {
  const threads = new AuditThreads(options);
  closers.push(() => threads.close());
  return threads;
}

function page(html: string): PageBytes {
  const url = 'https://example.com/';
  return {
    requestedUrl: url,
    url,
    hops: [],
    headers: [['content-type', 'text/html; charset=utf-8']],
    body: new TextEncoder().encode(html),
    tls: null,
    timings: { ttfbMs: 1, documentMs: 1 },
    robotsTxt: { status: 404, body: '' },
    loadedAtMs: 0,
    limits: DEFAULT_LIMITS,
  };
}

const turnsOf = (account: number) => ({ takeTurn: (share: FairShare) => share.take(account) });
const manyElements = (count: number) =>
  `<title>x</title>${'<p class=a><a href=/x>text</a></p>'.repeat(count)}`;

/** Inspects it with the first of several rising budgets that is enough for some of its checks, on a machine of any speed. */
async function partlyChecked(document: PageBytes) {
  for (let cpuBudgetMs = 50; ; cpuBudgetMs *= 1.25) {
    const threads = threadsWith({ cpuBudgetMs });
    const inspection = await threads.inspect(
      { ...document, body: Uint8Array.from(document.body) },
      turnsOf(1),
    );
    if (!inspection || !('findings' in inspection)) continue;
    const unchecked = inspection.findings.filter(({ reason }) => reason === 'out_of_time');
    if (unchecked.length < inspection.findings.length) return { threads, inspection, unchecked };
  }
}

describe('a document that takes more processor time than one audit may', () => {
  it('keeps the findings there are, says what was not checked, and costs its thread alone', async () => {
    const { threads, inspection, unchecked } = await partlyChecked(page(manyElements(30_000)));
    expect(inspection.findings).toHaveLength(CHECKS.filter((check) => 'run' in check).length);
    expect(unchecked.length).toBeGreaterThan(0);
    expect(new Set(unchecked.map(({ outcome }) => outcome))).toEqual(new Set(['error']));
    expect(inspection.parity).toBeNull();
    const next = await threads.inspect(page('<title>x</title>'), turnsOf(1));
    expect(next && 'findings' in next && next.findings.every(({ reason }) => reason !== 'out_of_time')).toBe(
      true,
    );
  });

  it('is too complex where it can not even be parsed in it', async () => {
    const threads = threadsWith({ cpuBudgetMs: 50 });
    expect(await threads.inspect(page(manyElements(60_000)), turnsOf(1))).toBeNull();
  });
});

describe('a sitemap that takes more processor time than one audit may', () => {
  it('costs its thread alone', async () => {
    const threads = threadsWith({ cpuBudgetMs: 300 });
    const sitemap = (count: number) => ({
      body: new TextEncoder().encode(
        `<urlset>${'<url><loc>http://a.example/</loc></url>'.repeat(count)}</urlset>`,
      ),
      site: 'a.example',
      host: 'a.example',
    });
    expect(await threads.readSitemap(sitemap(1_200_000), turnsOf(1))).toBeNull();
    expect(await threads.readSitemap(sitemap(2), turnsOf(1))).toEqual({
      kind: 'urlset',
      locations: 2,
      foreign: [],
    });
  });
});

describe('the addresses in a sitemap', () => {
  const sitemap = (maxPages: number) => {
    const urls = Array.from({ length: 400_000 }, (_, n) => `<url><loc>http://a.example/${n}</loc></url>`);
    const body = new TextEncoder().encode(`<urlset>${urls.join('')}</urlset>`);
    return { body, host: 'a.example', maxPages, maxSitemaps: 1 };
  };

  it('are read no further than wanted', async () => {
    const threads = threadsWith({ cpuBudgetMs: 300 });
    expect(await threads.readLocations(sitemap(500_000), turnsOf(1))).toBeNull();
    expect(await threads.readLocations(sitemap(2), turnsOf(1))).toEqual({
      pages: ['http://a.example/0', 'http://a.example/1'],
      sitemaps: [],
      isSitemap: true,
      isComplete: false,
    });
  });
});

describe('large documents', () => {
  it('hold up no ordinary one', async () => {
    const threads = threadsWith();
    await threads.inspect(page('<title>warm</title>'), turnsOf(1));
    const order: string[] = [];
    const large = [1, 2, 3].map(async (account) => {
      await threads.inspect(page(manyElements(60_000)), turnsOf(account));
      order.push('large');
    });
    await threads.inspect(page('<title>x</title>'), turnsOf(9));
    order.push('ordinary');
    await Promise.all(large);
    expect(order[0]).toBe('ordinary');
  });
});
