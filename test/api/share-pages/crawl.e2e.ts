import pg from 'pg';
import { type Browser, type Page } from 'playwright-core';
import { type PlantedPage, plantedSite, type PlantedSite } from '../../../bench/support/planted-site.js';
import { startApp, type TestApp } from '../../support/app.js';
import { faultsInViews, startBrowser } from '../../support/browser.js';
import { CRAWLS, crawled, startedCrawl } from '../../support/crawls.js';
import { eventually } from '../../support/eventually.js';
import { look, sharedWebsite } from '../../support/shared-websites.js';

const ATTACK = `/"'><script>owned=1</script><img src=x onerror="owned=1">`;
const PAGES: Readonly<Record<string, PlantedPage>> = {
  '/': { links: ['/one', '/two', '/gone', encodeURI(ATTACK), '/hop'] },
  '/one': { title: 'A title twice', links: ['/gone'] },
  '/two': { title: 'A title twice' },
  '/hop': { redirectTo: '/hop-again' },
  '/hop-again': { redirectTo: '/one' },
};

let test: TestApp;
let site: PlantedSite;
let browser: Browser;
let isSlow = false;
/** Path of the website's page. */
let path: string;
let id: number;

async function setPrivacy(websiteId: number, privacy: number): Promise<string> {
  const { body } = await test.owner
    .call('patch', `/api/v1/websites/${String(websiteId)}`)
    .send({ privacy })
    .expect(200);
  return new URL(body.data.share_url).pathname;
}

beforeAll(async () => {
  site = await plantedSite((address) => {
    const page = PAGES[address] ?? null;
    return isSlow && page ? { ...page, delayMs: 2000 } : page;
  });
  test = await startApp({ ALLOWED_TARGETS: site.target });
  browser = await startBrowser();
  const crawl = await crawled(test.owner, { url: site.urlOf('/') });
  id = crawl.id;
  path = await setPrivacy(crawl.website_id, 0);
});

afterAll(async () => {
  await (browser as Browser | undefined)?.close();
  await test.close();
  site.close();
});

describe('the page of a crawl', () => {
  it('says what the pages have in common, with examples and who links there', async () => {
    const { text } = await look(test, `${path}/crawls/${String(id)}`).expect(200);
    expect(text).toContain('All pages of 127.0.0.1');
    for (const finding of ['broken_links', 'duplicate_titles', 'redirect_chains'])
      expect(text).toContain(`id="${finding}"`);
    expect(text).toContain('2 pages have a title that another page has as well.');
    expect(text).toMatch(/Linked from: .*\/one/);
    expect(text).not.toContain('<script>owned');
  });

  it('is linked from the page of its website', async () => {
    const { text } = await look(test, path).expect(200);
    expect(text).toContain(`href="${path}/crawls/${String(id)}"`);
    expect(text).toContain('Last crawled');
  });

  it('has no fault that axe or the browser knows', async () => {
    const openDetails = async (page: Page) => {
      for (const summary of await page.locator('summary').all()) await summary.click();
    };
    const url = `${test.url}${path}/crawls/${String(id)}`;
    expect(await faultsInViews(browser, url, openDetails)).toEqual([]);
  });

  it('shows how far a running crawl is, and what became of a cancelled one', async () => {
    isSlow = true;
    const running = await startedCrawl(test.owner, { url: site.urlOf('/') });
    const address = `${path}/crawls/${String(running)}`;
    await eventually(async () =>
      (await look(test, address).expect(200)).text.includes('This crawl is in progress'),
    );
    expect((await look(test, path).expect(200)).text).toContain('<progress');
    await test.owner.call('post', `${CRAWLS}/${String(running)}/cancel`).expect(200);
    isSlow = false;
    const { text } = await look(test, address).expect(200);
    expect(text).toContain('This crawl was cancelled.');
    expect(text).toContain(`href="${path}/crawls/${String(id)}"`);
  });

  it('leaves connections to the others, however many look at it', async () => {
    const client = new pg.Client({ connectionString: test.database.url });
    await client.connect();
    await client.query('BEGIN');
    await client.query('LOCK TABLE crawl_pages IN ACCESS EXCLUSIVE MODE');
    const looks = Array.from({ length: 30 }, () =>
      look(test, `${path}/crawls/${String(id)}`).then(({ status }) => status),
    );
    await eventually(() => test.database.isAnyWaiting());
    await test.owner.call('get', '/api/v1/reports').expect(200);
    await client.query('ROLLBACK');
    await client.end();
    expect(new Set(await Promise.all(looks))).toEqual(new Set([200]));
  });

  it('is as private as its website, and shows no crawl of another one', async () => {
    const other = await sharedWebsite(test, { privacy: 0 });
    await look(test, `${other.path}/crawls/${String(id)}`).expect(404);
    await look(test, `${path}/crawls/999999`).expect(404);
    const { body } = await test.owner.call('get', `${CRAWLS}/${String(id)}`).expect(200);
    await setPrivacy(body.data.website_id, 1);
    await look(test, `${path}/crawls/${String(id)}`).expect(404);
    await test.owner.call('get', `${path}/crawls/${String(id)}`).expect(200);
  });
});
