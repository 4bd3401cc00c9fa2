import { plantedSite, type PlantedSite } from '../../../bench/support/planted-site.js';
import { startApp, type TestApp } from '../../support/app.js';
import { crawled } from '../../support/crawls.js';

let test: TestApp;
let site: PlantedSite;
/** How many pages the list links to. */
let listed: number;

/** Pages of one shape. */
const pagesUpTo = (count: number) => Array.from({ length: count }, (_, at) => `/p/${String(at + 1)}`);

beforeAll(async () => {
  const named = Object.fromEntries(pagesUpTo(30).map((path, at) => [`en-${String(100 + at)}`, path]));
  site = await plantedSite((path) => {
    if (path === '/') return { links: ['/list'], alternates: named };
    if (path === '/list') return { links: pagesUpTo(listed) };
    return path.startsWith('/p/') ? {} : null;
  });
  test = await startApp({ ALLOWED_TARGETS: site.target });
});

afterAll(async () => {
  await test.close();
  site.close();
});

describe('pages of one shape', () => {
  it.each([
    { count: 45, trapped: 0 },
    { count: 55, trapped: 5 },
  ])('count once each, however often they are found: $count, $trapped of them skipped', async (given) => {
    listed = given.count;
    const crawl = await crawled(test.owner, { url: site.urlOf('/') });
    const completed = 2 + given.count - given.trapped;
    expect(crawl.pages).toMatchObject({ completed, failed: 0, skipped: { trap: given.trapped } });
  });
});
