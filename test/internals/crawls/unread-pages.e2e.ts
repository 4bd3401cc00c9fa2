import { type PlantedPage, plantedSite, type PlantedSite } from '../../../bench/support/planted-site.js';
import { startApp, type TestApp } from '../../support/app.js';
import { crawled, CRAWLS, siteFindings } from '../../support/crawls.js';

/** More than are kept of one page. */
const MANY = Array.from({ length: 2500 }, (_, n) => `/many/${String(n)}`);
const LISTED = ['/en', '/shop/alone', '/shop/of-list', '/last'];

const PAGES: Readonly<Record<string, PlantedPage>> = {
  '/': { redirectTo: '/en' },
  '/en': { links: ['/shop/linked', '/list'] },
  '/list': { links: ['/shop/of-list'] },
  '/shop/alone': {},
  '/shop/linked': {},
  '/shop/of-list': {},
  '/index': { links: [...MANY, '/shop/alone', '/shop/of-list', '/last'] },
  '/last': {},
  '/faulty': { links: ['/broken'] },
  '/busy': { links: ['/away'] },
  '/broken': { status: 500 },
  '/away': { status: 502 },
  '/chains': { links: ['/hop/1'] },
  ...Object.fromEntries([1, 2, 3, 4, 5, 6].map((n) => [`/hop/${n}`, { redirectTo: `/hop/${n + 1}` }])),
  '/hop/7': { links: ['/behind'] },
  '/behind': {},
};

let test: TestApp;
let site: PlantedSite;

beforeAll(async () => {
  site = await plantedSite((path) => PAGES[path] ?? null, {
    '/sitemap.xml': (origin) =>
      `<urlset>${LISTED.map((path) => `<url><loc>${origin}${path}</loc></url>`).join('')}</urlset>`,
  });
  test = await startApp({ ALLOWED_TARGETS: site.target });
});

afterAll(async () => {
  await test.close();
  site.close();
});

it('a start redirects to a page that the sitemap lists and include leaves out: its links are followed', async () => {
  const crawl = await crawled(test.owner, { url: site.urlOf('/'), include: ['/shop/*'] });
  expect(site.gets('/shop/linked')).toHaveLength(1);
  expect(site.gets('/list')).toHaveLength(0);
  // What is left out may link to the other pages of the sitemap.
  expect(Object.keys(await siteFindings(test.owner, crawl.id))).not.toContain('orphan_pages');
  const whole = await crawled(test.owner, { url: site.urlOf('/') });
  const { orphan_pages: orphans } = await siteFindings(test.owner, whole.id);
  expect(orphans.examples.map(({ url }: { url: string }) => url)).toEqual([
    site.urlOf('/shop/alone'),
    site.urlOf('/last'),
  ]);
});

it('a page that its server can not make links nowhere, but one that is away may', async () => {
  const orphansFrom = async (path: string) => {
    const { id } = await crawled(test.owner, { url: site.urlOf(path) });
    return (await siteFindings(test.owner, id)).orphan_pages?.count;
  };
  expect(await orphansFrom('/faulty')).toBe(LISTED.length - 1);
  expect(await orphansFrom('/busy')).toBeUndefined();
});

it('links of a page beyond the most that are read count as left out, and may lead to what seems to be an orphan', async () => {
  const fields = { url: site.urlOf('/index'), max_pages: 200, exclude: ['/many/*'] };
  const crawl = await crawled(test.owner, fields);
  expect(crawl.pages.skipped).toMatchObject({ limit: 503, excluded: 2000 });
  expect(Object.keys(await siteFindings(test.owner, crawl.id))).not.toContain('orphan_pages');
});

it('the last address of too many redirects is loaded by itself', async () => {
  const crawl = await crawled(test.owner, { url: site.urlOf('/chains'), sources: ['links'] });
  const { body } = await test.owner.call('get', `${CRAWLS}/${String(crawl.id)}/pages`).expect(200);
  const paths = body.data.map(({ url }: { url: string }) => new URL(url).pathname);
  expect(paths.toSorted()).toEqual(['/behind', '/chains', '/hop/1', '/hop/6']);
});
