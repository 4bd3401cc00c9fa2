import { startApp, type TestApp } from '../../support/app.js';
import { crawled, CRAWLS, siteFindings } from '../../support/crawls.js';
import { strangerSite } from '../../support/website.js';
import { createdWebhook, WEBHOOKS } from '../../support/webhooks.js';
import {
  type PlantedPage,
  plantedSite,
  type PlantedSite,
  sitemapOf,
  textOf,
} from '../../../bench/support/planted-site.js';

/** Two regions have the same text. */
const REGIONS = { 'en-us': '/us/shoes', 'en-gb': '/gb/shoes', de: '/de/shoes', 'x-default': '/shoes' };
const SHOES = {
  title: 'Shoes',
  description: 'All of our shoes.',
  text: textOf('shoes'),
  alternates: REGIONS,
};
const LANGUAGES = { en: '/english', de: '/german', 'x-default': '/choose' };

/** What sound websites have, and programs easily take for faults. */
const PAGES: Readonly<Record<string, PlantedPage>> = {
  '/': {
    links: [
      '#content',
      '/',
      '/first',
      '/shoes',
      '/english',
      '/english?color=blue',
      '/files',
      '/members',
      '/%e4%bc%9a',
    ],
  },
  '/first': { links: ['/second', '/cdn-cgi/l/email-protection#a1b2c3', '/会'] },
  '/second': { links: ['/third'] },
  '/third': { links: ['/old-home'] },
  '/old-home': { redirectTo: '/' },
  '/english': { alternates: LANGUAGES, links: ['/german'] },
  '/german': { alternates: LANGUAGES },
  '/choose': { redirectTo: '/english' },
  '/english?color=blue': { alternates: LANGUAGES, canonical: '/english' },
  '/files': { links: ['/feed', '/shoe.jpg', '/terms.pdf', '/wiki/File:Shoe.jpg', '/docs/node.js'] },
  '/feed': { headers: { 'content-type': 'application/rss+xml' } },
  '/wiki/File:Shoe.jpg': {},
  '/docs/node.js': {},
  '/members': { status: 403 },
  '/%E4%BC%9A': {},
  '/shoes': { ...SHOES, links: ['/us/shoes', '/gb/shoes', '/de/shoes', '/collections/red/shoe'] },
  '/us/shoes': SHOES,
  '/gb/shoes': SHOES,
  '/de/shoes': { alternates: REGIONS },
  '/collections/red/shoe': { canonical: '/shoe', links: ['/noted'] },
  '/shoe': {},
  '/noted': { links: ['/noted-too'], isNoindex: true },
  '/noted-too': { links: ['/noted-three'], isNoindex: true },
  '/noted-three': { isNoindex: true },
  '/old-first': { redirectTo: '/older-first' },
  '/older-first': { redirectTo: '/first' },
  '/lonely': { links: ['#content', '/lonely'] },
};

let test: TestApp;
let site: PlantedSite;

beforeAll(async () => {
  site = await plantedSite((path) => PAGES[path] ?? null, {
    '/sitemap.xml': sitemapOf(['/', '/first', '/old-first', '/lonely', '/shoe']),
  });
  test = await startApp({ ALLOWED_TARGETS: site.target });
});

afterAll(async () => {
  await test.close();
  site.close();
});

it('a crawl takes nothing for a fault that is none', async () => {
  const crawl = await crawled(test.owner, { url: site.urlOf('/') });
  const found = await siteFindings(test.owner, crawl.id);
  const faults = Object.entries(found).map(([id, { examples }]) => [
    id,
    examples.map(({ url }: { url: string }) => url.replace(site.origin, '')),
  ]);
  expect(Object.fromEntries(faults)).toEqual({
    orphan_pages: ['/lonely'],
    sitemap_not_indexable: ['/old-first'],
  });
  expect(crawl.pages).toMatchObject({ failed: 1, skipped: { file: 3, robots: 0, trap: 0, limit: 0 } });
  for (const path of ['/%E4%BC%9A', '/wiki/File:Shoe.jpg', '/docs/node.js'])
    expect([path, site.gets(path).length]).toEqual([path, 1]);
  expect(site.requests.filter(({ path }) => path.includes('cdn-cgi'))).toEqual([]);
});

it('a feed is no page of the website, unless it is where a crawl starts', async () => {
  const { id: webhookId } = await createdWebhook(test.owner, {
    events: ['report.completed'],
  });
  const crawl = await crawled(test.owner, { url: site.urlOf('/files') });
  const { website_id: id } = crawl;
  const pages = async () =>
    (await test.owner.call('get', `/api/v1/websites/${String(id)}/pages?search=feed`).expect(200)).body.data;
  expect(await pages()).toEqual([]);
  const { body: deliveries } = await test.owner
    .call('get', `${WEBHOOKS}/${String(webhookId)}/deliveries?per_page=100`)
    .expect(200);
  expect(deliveries.data).toHaveLength(Number(crawl.pages.completed) + Number(crawl.pages.failed));
  const { pages: few } = await crawled(test.owner, {
    url: site.urlOf('/files'),
    sources: ['links'],
    max_pages: 3,
  });
  expect(few).toMatchObject({ completed: 3, failed: 0 });
  const { pages: counts } = await crawled(test.owner, { url: site.urlOf('/feed'), sources: ['links'] });
  expect(counts).toMatchObject({ completed: 0, failed: 1, skipped: { file: 0 } });
  expect(await pages()).toHaveLength(1);
});

it('says nothing of orphans if pages were left out', async () => {
  const crawl = await crawled(test.owner, { url: site.urlOf('/'), max_pages: 4 });
  expect(crawl.pages.skipped.limit).toBeGreaterThan(0);
  expect(await siteFindings(test.owner, crawl.id)).not.toHaveProperty('orphan_pages');
});

it('what is excluded is not requested to try links either', async () => {
  const before = site.requests.length;
  const crawl = await crawled(test.owner, { url: site.urlOf('/first'), exclude: ['/second*'] });
  expect(crawl.pages).toMatchObject({ skipped: { excluded: 1 } });
  const requests = site.requests.slice(before).map(({ path }) => path);
  expect(requests).toContain('/first');
  expect(requests).not.toContain('/second');
});

it('pages whose scripts no browser ran have nothing in common, and are not said to lack what scripts add', async () => {
  const shell =
    '<!doctype html><html lang="en"><title>App</title><div id="root"></div><script src="/app.js"></script>';
  const shells = await strangerSite((request, response) => {
    const { pathname } = new URL(request.url ?? '', shells.origin);
    if (pathname === '/sitemap.xml') response.end(sitemapOf(['/', '/one', '/two'])(shells.origin));
    else if (pathname === '/app.js') response.writeHead(200, { 'content-type': 'text/javascript' }).end('1');
    else if (!/^\/(one|two)?$/.test(pathname)) response.writeHead(404).end();
    else response.writeHead(200, { 'content-type': 'text/html' }).end(shell);
  });
  const app = await startApp({ ALLOWED_TARGETS: shells.target });
  const crawl = await crawled(app.owner, { url: `${shells.origin}/` });
  expect(crawl.pages).toMatchObject({ completed: 3 });
  expect(await siteFindings(app.owner, crawl.id)).toEqual({});
  const { body } = await app.owner.call('get', `${CRAWLS}/${String(crawl.id)}/findings`).expect(200);
  const ids = body.data.map(({ id }: { id: string }) => id);
  expect(ids).toContain('check:script_rendered');
  expect(ids).not.toContain('check:headings');
  await app.close();
  await shells.close();
});

it('no page is called an orphan if pages that may link to it were not read', async () => {
  const crawl = await crawled(test.owner, { url: site.urlOf('/'), max_depth: 1 });
  expect(crawl.pages.skipped.depth).toBeGreaterThan(0);
  expect(Object.keys(await siteFindings(test.owner, crawl.id))).toEqual(['sitemap_not_indexable']);
});
