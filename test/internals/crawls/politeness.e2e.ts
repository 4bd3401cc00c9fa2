import { setTimeout as sleep } from 'node:timers/promises';
import { CrawlPace } from '../../../src/crawls/turns/crawl-pace.service.js';
import { CrawlsRepository } from '../../../src/crawls/crawls.repository.js';
import { Database } from '../../../src/platform/database/database.js';
import { CrawlAnswers } from '../../../src/crawls/answers/crawl-answers.service.js';
import { SweepCrawlsJob } from '../../../src/crawls/ending/sweep-crawls.job.js';
import { startApp, type TestApp } from '../../support/app.js';
import { browserSettings } from '../../support/browser.js';
import { crawled, CRAWLS, endedCrawl, siteFindings, startedCrawl } from '../../support/crawls.js';
import { eventually } from '../../support/eventually.js';
import {
  type PlantedPage,
  plantedSite,
  type PlantedSite,
  sitemapOf,
} from '../../../bench/support/planted-site.js';
import { LoopTicks } from '../../support/loop-ticks.js';
import { strangerSite } from '../../support/website.js';

/** Timers and the way to the server are not exact. */
const TOLERANCE_MS = 20;
/** How long a page that was queued keeps others of its account from being queued. */
const LEASE_MS = 60_000;
/** No request begins later after the end of a crawl. */
const END_MS = 2000;

let ticks: LoopTicks;
let test: TestApp | undefined;
let site: PlantedSite | undefined;

beforeEach(() => {
  ticks = new LoopTicks();
});
afterEach(async () => {
  ticks.stop();
  await test?.close();
  site?.close();
  [test, site] = [undefined, undefined];
});

const WORDS = [
  '',
  'alpha',
  'beta',
  'gamma',
  'delta',
  'epsilon',
  'zeta',
  'eta',
  'theta',
  'iota',
  'kappa',
  'lambda',
];

/** A site of pages that all link to each other.
 *  @param pageOf how a page differs from the others; called for each request */
async function started(
  count: number,
  { pageOf = () => ({}), robotsTxt }: { pageOf?: (path: string) => PlantedPage; robotsTxt?: string } = {},
): Promise<{ test: TestApp; site: PlantedSite }> {
  const links = WORDS.slice(0, count).map((word) => `/${word}`);
  site = await plantedSite(
    (path) => (links.includes(path) ? { links, ...pageOf(path) } : null),
    robotsTxt === undefined ? {} : { '/robots.txt': robotsTxt },
  );
  test = await startApp({ ALLOWED_TARGETS: site.target });
  return { test, site };
}

/** When pages were requested, in order. */
function beginningsOf({ requests }: PlantedSite): number[] {
  return requests
    .filter(({ method, path }) => method === 'GET' && WORDS.includes(path.slice(1)))
    .map(({ atMs }) => atMs);
}

/** The site runs in the process of the test: a request that came while it was busy is seen late, and the gap after it only
 *  looks short. */
function expectPace(times: readonly number[], paceMs: number): void {
  const gaps = times.slice(1).map((time, at) => time - ticks.earliestArrival(times[at] ?? 0));
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(paceMs - TOLERANCE_MS);
}

describe('the pace of a crawl', () => {
  it('is that of delay_ms', async () => {
    const { test, site } = await started(8);
    const { pages } = await crawled(test.owner, { url: site.urlOf('/'), delay_ms: 200 });
    expect(pages.completed).toBe(8);
    expect(beginningsOf(site)).toHaveLength(8);
    expectPace(beginningsOf(site), 200);
  });

  it('lets a page go on at once in a browser', async () => {
    const shell =
      '<!doctype html><title></title><div id="root"></div><script>document.title = "Shown"; document.body.append("Shown. ".repeat(99))</script>';
    const shells = await strangerSite((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end(shell);
    });
    test = await startApp({
      ALLOWED_TARGETS: shells.target,
      ...(await browserSettings()),
    });
    const wishes = { url: `${shells.origin}/`, delay_ms: 8000, render: 'auto', max_pages: 1 };
    const { pages } = await crawled(test.owner, wishes);
    await shells.close();
    expect(pages).toMatchObject({ completed: 1 });
    expect(await test.database.query('SELECT count(*)::int AS count FROM reports')).toEqual([{ count: 1 }]);
  });

  it('recovers step by step after pages that loaded, but not beyond that of the first refusal', async () => {
    const { test, site } = await started(1);
    const id = await startedCrawl(test.owner, { url: site.urlOf('/'), delay_ms: 250 });
    await endedCrawl(test.owner, id);
    await test.database.query('UPDATE crawls SET pace_ms = 4000');
    const paces = [];
    for (let page = 1; page <= 60; page++) {
      const crawl = await test.app.get(CrawlsRepository).find(test.owner.id, id);
      if (!crawl) throw new Error('There is no crawl.');
      paces.push(crawl.paceMs);
      await test.app.get(Database).transaction((tx) => test.app.get(CrawlPace).speedUp(tx, crawl, 250));
    }
    expect(paces).toEqual([4000, 2000, 1000].flatMap((pace) => Array<number>(20).fill(pace)));
  });

  it('is that of a longer Crawl-delay', async () => {
    const { test, site } = await started(4, { robotsTxt: 'User-agent: *\nCrawl-delay: 1\n' });
    const { pages } = await crawled(test.owner, { url: site.urlOf('/'), delay_ms: 0 });
    expect(pages.completed).toBe(4);
    expect(beginningsOf(site)).toHaveLength(4);
    expectPace(beginningsOf(site), 1000);
  });

  it('is that of the host for all accounts together', async () => {
    const { test, site } = await started(5);
    const crawls = await Promise.all(
      [test.owner, test.stranger].map((account) => crawled(account, { url: site.urlOf('/'), delay_ms: 200 })),
    );
    expect(crawls.map(({ pages }) => pages.completed)).toEqual([5, 5]);
    expect(beginningsOf(site)).toHaveLength(10);
    expectPace(beginningsOf(site), 200);
  });

  it('is not that of a slower crawl of another account', async () => {
    const { test, site } = await started(5);
    const slow = await startedCrawl(test.stranger, { url: site.urlOf('/'), delay_ms: 60_000 });
    await eventually(() => Promise.resolve(beginningsOf(site).length === 1));
    const { pages } = await crawled(test.owner, { url: site.urlOf('/'), delay_ms: 200 });
    expect(pages.completed).toBe(5);
    expect(beginningsOf(site)).toHaveLength(6);
    expectPace(beginningsOf(site), 200);
    await test.stranger.call('post', `${CRAWLS}/${String(slow)}/cancel`).expect(200);
  });

  it('does not wait for pages that another account has queued behind its other audits', async () => {
    const held: (() => void)[] = [];
    const slow = await strangerSite((_request, response) => held.push(() => response.end()));
    site = await plantedSite((path) =>
      WORDS.slice(0, 4).includes(path.slice(1)) ? { links: ['/', '/alpha', '/beta', '/gamma'] } : null,
    );
    test = await startApp({ ALLOWED_TARGETS: `${site.target},${slow.target}`, ACCOUNT_CONCURRENCY: '1' });
    const { owner, stranger, database } = test;
    await owner
      .call('post', '/api/v1/reports')
      .set('Prefer', 'respond-async')
      .send({ url: slow.origin, render: 'never' })
      .expect(202);
    await eventually(() => Promise.resolve(held.length > 0));
    const waiting = await startedCrawl(owner, { url: site.urlOf('/'), delay_ms: 100 });
    await eventually(async () => {
      const [lease] = await database.query('SELECT 1 FROM crawls WHERE leased_until > now()');
      return lease !== undefined;
    });
    const startedAt = performance.now();
    const { pages } = await crawled(stranger, { url: site.urlOf('/'), delay_ms: 100 });
    expect(pages).toMatchObject({ completed: 4 });
    expect(performance.now() - startedAt).toBeLessThan(LEASE_MS / 2);
    for (const release of held) release();
    expect((await endedCrawl(owner, waiting)).pages).toMatchObject({ completed: 4 });
    await slow.close();
  });

  it('stays the same where audits wait for longer than usual for their turn', async () => {
    const { test, site } = await started(5);
    const id = await startedCrawl(test.owner, { url: site.urlOf('/'), delay_ms: 200 });
    await eventually(() => Promise.resolve(beginningsOf(site).length > 0));
    // As if no worker had begun the queued page for a minute.
    await test.database.query('UPDATE crawls SET leased_until = NULL');
    const { pages } = await endedCrawl(test.owner, id);
    expect(pages.completed).toBe(5);
    expectPace(beginningsOf(site), 200);
  });
});

async function refusedPages({ database }: TestApp): Promise<number> {
  const sql = 'SELECT count(*)::int AS count FROM crawl_pages WHERE tries > 0';
  const [{ count }] = (await database.query(sql)) as [{ count: number }];
  return count;
}

describe('a server that asks for less', () => {
  it.each([0, 200])(
    'is left alone as long as it asks, then asked less often: delay_ms %i',
    async (delayMs) => {
      const refused = new Map<string, number>();
      const { test, site } = await started(8, {
        pageOf: (path) => {
          if (path !== '/beta' || site.gets(path).length !== 1) return { delayMs: 30 };
          refused.set(path, performance.now());
          return { status: 429, headers: { 'retry-after': '2' } };
        },
      });
      const id = await startedCrawl(test.owner, { url: site.urlOf('/'), delay_ms: delayMs });
      await eventually(async () => (await refusedPages(test)) > 0);
      const storedAt = performance.now();
      const crawl = await endedCrawl(test.owner, id);
      expect(crawl.pages).toMatchObject({ completed: 8, failed: 0 });
      expect(site.gets('/beta')).toHaveLength(2);
      const refusedAt = refused.get('/beta') ?? NaN;
      // What had begun when the answer was stored goes on.
      const after = beginningsOf(site).filter((time) => time > storedAt + 1000);
      expect(Math.min(...after)).toBeGreaterThanOrEqual(refusedAt + 2000);
      expectPace(after, 1000);
    },
  );

  it('is asked less often by all crawls of all accounts', async () => {
    const { test, site } = await started(8, {
      pageOf: (path) => (path === '/beta' && site.gets(path).length === 1 ? { status: 503 } : {}),
    });
    const refused = await startedCrawl(test.owner, { url: site.urlOf('/') });
    await eventually(async () => (await refusedPages(test)) > 0);
    // What had begun by then goes on.
    await sleep(1000);
    const from = performance.now();
    await crawled(test.stranger, { url: site.urlOf('/'), delay_ms: 0, max_pages: 4 });
    expectPace(
      beginningsOf(site).filter((time) => time > from),
      1000,
    );
    await test.owner.call('post', `${CRAWLS}/${String(refused)}/cancel`).expect(200);
  });

  it('is tried again though the greatest number of pages is reached', async () => {
    const { test, site } = await started(2, {
      pageOf: (path) => (site.gets(path).length === 1 ? { status: 503 } : {}),
    });
    const { pages } = await crawled(test.owner, { url: site.urlOf('/'), max_pages: 1 });
    expect(pages).toMatchObject({ completed: 1, failed: 0 });
    // Of its last try alone: a refusal says nothing of the page.
    const { body } = await test.owner.call('get', '/api/v1/reports').expect(200);
    expect(body.data).toHaveLength(1);
    expect(body.data[0].error).toBeNull();
  });

  it('is not the one of the crawl if a page redirects to another website', async () => {
    const shop = await strangerSite(({ url }, response) => {
      if (url === '/gone') response.writeHead(404).end();
      else response.writeHead(503, { 'retry-after': '600' }).end();
    });
    site = await plantedSite((path) => {
      const shopUrl = shop.origin.replace('127.0.0.1', 'localhost');
      if (path === '/go') return { redirectTo: `${shopUrl}/` };
      if (path === '/gone') return { redirectTo: `${shopUrl}/gone` };
      return ['/', '/alpha'].includes(path) ? { links: ['/go', '/gone', '/alpha'] } : null;
    });
    const allowed = [site.target, shop.target, shop.target.replace('127.0.0.1', 'localhost')];
    test = await startApp({ ALLOWED_TARGETS: allowed.join(',') });
    const { id, pages } = await crawled(test.owner, { url: site.urlOf('/') });
    const [row] = await test.database.query('SELECT pace_ms FROM crawls');
    const { broken_links: broken } = await siteFindings(test.owner, id);
    await shop.close();
    expect(pages).toMatchObject({ completed: 2, failed: 2 });
    expect(broken).toMatchObject({ count: 1, examples: [{ url: site.urlOf('/gone') }] });
    expect(site.gets('/go')).toHaveLength(1);
    expect(row).toEqual({ pace_ms: 0 });
  });

  it('slows the crawl down once for all pages that it refuses at the same time', async () => {
    let isBusy = false;
    const { test, site } = await started(8, {
      pageOf: (path) => {
        isBusy ||= path === '/beta';
        return path !== '/' && isBusy && site.gets(path).length === 1 ? { status: 503, delayMs: 1000 } : {};
      },
    });
    const id = await startedCrawl(test.owner, { url: site.urlOf('/') });
    await eventually(async () => (await refusedPages(test)) >= 2);
    await sleep(1000);
    const [row] = await test.database.query('SELECT pace_ms FROM crawls');
    expect(row).toEqual({ pace_ms: 1000 });
    await test.owner.call('post', `${CRAWLS}/${String(id)}/cancel`).expect(200);
  });
});

describe('a crawl that was ended', () => {
  /** Requests that began too late. */
  async function lateRequests(site: PlantedSite, endedAtMs: number): Promise<string[]> {
    await sleep(END_MS + 3000);
    return site.requests.filter(({ atMs }) => atMs > endedAtMs + END_MS).map(({ path }) => path);
  }

  /** A crawl whose pages are slow, when some of them are under way. */
  async function underWay(): Promise<{ test: TestApp; site: PlantedSite; id: number }> {
    const { test, site } = await started(12, { pageOf: (path) => ({ delayMs: path === '/' ? 0 : 700 }) });
    const id = await startedCrawl(test.owner, { url: site.urlOf('/') });
    await eventually(() => Promise.resolve(beginningsOf(site).length >= 3));
    return { test, site, id };
  }

  async function expectNothingLeft(test: TestApp): Promise<void> {
    for (const table of ['crawls', 'crawl_pages', 'crawl_links', 'crawl_answers', 'deleted_crawls'])
      expect({ table, rows: await test.database.query(`SELECT * FROM ${table}`) }).toEqual({
        table,
        rows: [],
      });
  }

  it('by POST /cancel requests nothing more, and keeps what it has found', async () => {
    const { test, site, id } = await underWay();
    const { body } = await test.owner.call('post', `${CRAWLS}/${String(id)}/cancel`).expect(200);
    const endedAtMs = performance.now();
    expect(body.data.status).toBe('cancelled');
    expect(await lateRequests(site, endedAtMs)).toEqual([]);
    expect(beginningsOf(site).length).toBeLessThan(12);
    expect(await test.database.query('SELECT * FROM pending_audits')).toEqual([]);
    const { body: later } = await test.owner.call('get', `${CRAWLS}/${String(id)}`).expect(200);
    expect(later.data).toEqual(body.data);
  });

  it.each(['cancel', 'DELETE'])('by %s does not keep the next one of the host waiting', async (end) => {
    const { test, site, id } = await underWay();
    // As if one of its pages were queued and had not begun.
    await test.database.query(`UPDATE crawls SET leased_until = now() + interval '1 minute'`);
    if (end === 'cancel') await test.owner.call('post', `${CRAWLS}/${String(id)}/cancel`).expect(200);
    else await test.owner.call('delete', `${CRAWLS}/${String(id)}`).expect(200);
    const { pages } = await crawled(test.owner, { url: site.urlOf('/'), delay_ms: 10 });
    expect(pages.completed).toBe(12);
  });

  it('by DELETE requests nothing more, and leaves nothing behind', async () => {
    const { test, site, id } = await underWay();
    await test.owner.call('delete', `${CRAWLS}/${String(id)}`).expect(200);
    const endedAtMs = performance.now();
    await test.app.get(SweepCrawlsJob).run(null, neverEnding());
    // The audits under way go on for half a second.
    await test.app.get(CrawlAnswers).of({ accountId: test.owner.id, id }).put('late', 'answer');
    expect(await lateRequests(site, endedAtMs)).toEqual([]);
    await expectNothingLeft(test);
  });

  it('with its website requests nothing more, and leaves nothing behind', async () => {
    const { test, site, id } = await underWay();
    const { body } = await test.owner.call('get', `${CRAWLS}/${String(id)}`).expect(200);
    await test.owner.call('delete', `/api/v1/websites/${String(body.data.website_id)}`).expect(200);
    const endedAtMs = performance.now();
    await test.app.get(SweepCrawlsJob).run(null, neverEnding());
    expect(await lateRequests(site, endedAtMs)).toEqual([]);
    await expectNothingLeft(test);
    await eventually(async () => (await test.database.query('SELECT 1 FROM pending_audits')).length === 0);
  });

  it('while it reads sitemaps reads no other one', async () => {
    const requests: number[] = [];
    const sitemaps = Array.from({ length: 45 }, (_, at) => `/sitemap-${String(at)}.xml`);
    const slow = await strangerSite((request, response) => {
      requests.push(performance.now());
      const isIndex = request.url === '/sitemap.xml';
      const body = isIndex ? indexOf(slow.origin, sitemaps) : sitemapOf(['/'])(slow.origin);
      setTimeout(
        () => response.writeHead(200, { 'content-type': 'application/xml' }).end(body),
        isIndex ? 0 : 300,
      );
    });
    try {
      test = await startApp({ ALLOWED_TARGETS: slow.target });
      const id = await startedCrawl(test.owner, { url: `${slow.origin}/` });
      await eventually(() => Promise.resolve(slow.requests.includes('/sitemap-2.xml')));
      await test.owner.call('post', `${CRAWLS}/${String(id)}/cancel`).expect(200);
      const endedAtMs = performance.now();
      await sleep(END_MS + 2000);
      expect(requests.filter((time) => time > endedAtMs + END_MS)).toEqual([]);
      expect(slow.requests.length).toBeLessThan(45);
    } finally {
      await slow.close();
    }
  });
});

function indexOf(origin: string, paths: readonly string[]): string {
  const sitemaps = paths.map((path) => `<sitemap><loc>${origin}${path}</loc></sitemap>`).join('');
  return `<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${sitemaps}</sitemapindex>`;
}

function neverEnding() {
  const { signal } = new AbortController();
  return { jobId: 0, workerId: '', stopping: signal, signal };
}
