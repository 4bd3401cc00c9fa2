import { plantedSite, type PlantedSite } from '../../../bench/support/planted-site.js';
import { startApp, type TestApp } from '../../support/app.js';
import { crawled, CRAWLS, siteFindings } from '../../support/crawls.js';

/** A queued page that no worker has holds up its host for a minute. */
const STALL_MS = 30_000;
const LETTERS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
const ROBOTS_TXT = { '/robots.txt': 'User-agent: *\nDisallow: /private' };

let test: TestApp;
let site: PlantedSite;
/** Another website. */
let other: PlantedSite;
let hasMoved = false;

beforeAll(async () => {
  other = await plantedSite(() => ({ title: '' }));
  const links = ['/old', '/new', '/older', '/other'];
  site = await plantedSite((path) => {
    if (path === '/old' || path === '/older') return { redirectTo: '/new', delayMs: 600 };
    if (path === '/many') return { links: LETTERS.map((letter) => `/old-${letter}`) };
    if (path.startsWith('/old-')) return { redirectTo: path.replace('old', 'new') };
    if (path.startsWith('/new-')) return {};
    if (path === '/list') return { links: ['/moved', '/poor', '/away', '/short'] };
    if (path === '/away') return { redirectTo: other.urlOf('/') };
    if (path === '/short' || (path === '/moved' && hasMoved)) return { redirectTo: '/poor' };
    if (path === '/moved') return {};
    if (path === '/poor') return { title: '', description: '' };
    if (path === '/kept') return { links: ['/first', '/last'] };
    if (path === '/first') return { redirectTo: '/last' };
    if (path === '/last') return { redirectTo: '/private/page' };
    if (path === '/door') return { links: ['/bye', '/new-door'], canonical: '/logout/canonical' };
    if (path === '/bye') return { redirectTo: '/exit' };
    if (path === '/exit') return { redirectTo: '/logout/now' };
    if (path.startsWith('/logout/')) return {};
    if (path === '/home') return { redirectTo: '/home/' };
    if (path === '/home/') return { links: ['/home'] };
    if (path === '/start') return { redirectTo: '/en' };
    if (path === '/en') return { links: ['/blog/a', '/other'] };
    return ['/', '/new', '/other', '/blog/a', '/private/page'].includes(path) ? { links } : null;
  }, ROBOTS_TXT);
  // One audit at a time: the target of the redirect is queued meanwhile.
  test = await startApp({ ALLOWED_TARGETS: `${site.target},${other.target}`, AUDIT_CONCURRENCY: '1' });
});

beforeEach(() => site.requests.splice(0));

afterAll(async () => {
  await test.close();
  site.close();
  other.close();
});

describe('a page that redirects to one whose audit is queued', () => {
  it.each([0, 100])('stands for it, and holds nothing up: delay_ms %i', async (delayMs) => {
    const startedAt = performance.now();
    const crawl = await crawled(test.owner, {
      url: site.urlOf('/'),
      delay_ms: delayMs,
      max_pages: 10,
      exclude: ['/older'],
    });
    expect(performance.now() - startedAt).toBeLessThan(STALL_MS);
    expect(crawl.pages).toMatchObject({ queued: 0, completed: 3, failed: 0 });
    expect(site.gets('/new')).toHaveLength(1);
    const reports = await test.owner.call('get', '/api/v1/reports?per_page=100').expect(200);
    expect(reports.body.data.filter(({ status }: { status: string }) => status !== 'completed')).toEqual([]);
    const { body } = await test.owner.call('get', `${CRAWLS}/${String(crawl.id)}/pages`).expect(200);
    const ids = body.data.map(({ id }: { id: number }) => id);
    expect(ids).toHaveLength(3);
    expect(new Set(ids).size).toBe(3);
    expect(await siteFindings(test.owner, crawl.id)).toEqual({});
    const [row] = await test.database.query('SELECT visited FROM crawls WHERE id = $1', [crawl.id]);
    expect(row).toEqual({ visited: 3 });
  });
});

it('fails if its start redirects to another website, unless a sitemap has other pages', async () => {
  const { status, error, pages, score } = await crawled(test.owner, { url: site.urlOf('/away') });
  expect([status, error]).toEqual([
    'failed',
    `The url redirects to another website, so no page was visited. Crawl that one instead: ${other.urlOf('/')}`,
  ]);
  expect([pages.completed, score.mean]).toEqual([1, null]);
});

it('follows the links of a start that redirects to what include leaves out', async () => {
  const crawl = await crawled(test.owner, { url: site.urlOf('/start'), include: ['/blog/*'] });
  expect(crawl.pages).toMatchObject({ completed: 2, failed: 0 });
  expect(site.gets('/blog/a')).toHaveLength(1);
  expect(site.gets('/other')).toHaveLength(0);
});

it('requests nothing that is excluded, whether a redirect leads there or a page names it as canonical', async () => {
  const crawl = await crawled(test.owner, { url: site.urlOf('/door'), exclude: ['/logout/*'] });
  expect(crawl.pages).toMatchObject({ completed: 2, failed: 0, skipped: { excluded: 2 } });
  expect(site.requests.filter(({ path }) => path.startsWith('/logout'))).toEqual([]);
  const { body } = await test.owner.call('get', `${CRAWLS}/${String(crawl.id)}/pages`).expect(200);
  expect(body.data.map(({ url }: { url: string }) => url).toSorted()).toEqual(
    [site.urlOf('/door'), site.urlOf('/new-door')].toSorted(),
  );
  const reports = await test.owner
    .call('get', `/api/v1/reports?search=${encodeURIComponent('/bye')}`)
    .expect(200);
  expect(reports.body.meta.total).toBe(0);
});

it('follows no redirect to what robots.txt disallows: such pages are left out', async () => {
  const crawl = await crawled(test.owner, { url: site.urlOf('/kept') });
  expect(crawl.pages).toMatchObject({ completed: 1, failed: 0 });
  expect(crawl.pages.skipped).toMatchObject({ robots: 2 });
  expect(site.gets('/last').length).toBeGreaterThan(0);
  expect(site.gets('/private/page')).toEqual([]);
  const { body } = await test.owner.call('get', `${CRAWLS}/${String(crawl.id)}/pages?sort=asc`).expect(200);
  expect(body.data.map(({ url }: { url: string }) => url)).toEqual([site.urlOf('/kept')]);
});

describe('a page that redirects', () => {
  const list = async (id: number, path: string) => {
    const { body } = await test.owner.call('get', `${CRAWLS}/${String(id)}/${path}`).expect(200);
    return body.data;
  };
  const meanOf = (numbers: readonly number[]) =>
    numbers.reduce((sum, number) => sum + number, 0) / numbers.length;

  it('counts neither in scores, nor among the pages that are checked, nor in comparisons', async () => {
    const before = await crawled(test.owner, { url: site.urlOf('/list') });
    expect(before.pages).toMatchObject({ completed: 5, failed: 0 });
    const pages: { url: string; score: number }[] = await list(before.id, 'pages');
    const own = ['/list', '/moved', '/poor'].map(
      (path) => pages.find(({ url }) => url === site.urlOf(path))?.score ?? NaN,
    );
    expect(before.score.mean).toBeCloseTo(meanOf(own), 1);
    const findings: { id: string; message: string }[] = await list(before.id, 'findings');
    const title = findings.find(({ id }) => id === 'check:title');
    expect(title?.message).toContain('1 of 3 pages ');

    hasMoved = true;
    const after = await crawled(test.owner, { url: site.urlOf('/list') });
    const { pages: changes } = await list(after.id, `comparison?with=${String(before.id)}`);
    expect(changes).toMatchObject({ new: { count: 0 }, gone: { count: 1 } });
    expect(changes.gone.examples).toMatchObject([{ url: site.urlOf('/moved'), reason: 'redirects' }]);
  });

  it('and is linked from its target was not found there', async () => {
    const crawl = await crawled(test.owner, { url: site.urlOf('/home') });
    expect(await list(crawl.id, 'pages')).toMatchObject([
      { url: site.urlOf('/home'), depth: 0, found_on: null },
    ]);
  });

  it('and its target take one place of max_pages', async () => {
    const crawl = await crawled(test.owner, { url: site.urlOf('/many'), max_pages: 6 });
    const { body } = await test.owner.call('get', `${CRAWLS}/${String(crawl.id)}/pages`).expect(200);
    const [start, ...targets] = body.data.toReversed();
    expect(start).toMatchObject({ url: site.urlOf('/many'), found_on: null });
    expect(targets).toHaveLength(5);
    for (const target of targets) expect(target).toMatchObject({ depth: 1, found_on: site.urlOf('/many') });
    expect(crawl.pages).toMatchObject({ completed: 6, failed: 0 });
  });
});
