import pg from 'pg';
import { type Browser, type Page } from 'playwright-core';
import { faultsInViews, startBrowser } from '../../support/browser.js';
import { type ChangedSite, changedSite } from '../../support/changed-site.js';
import { signedIn, signInAt } from '../../support/console.js';
import { CRAWLS, startedCrawl } from '../../support/crawls.js';
import { look, sharedWebsite } from '../../support/shared-websites.js';

let changed: ChangedSite;
let browser: Browser;
/** Path of the website's page. */
let path: string;
let websiteId: number;

beforeAll(async () => {
  changed = await changedSite();
  browser = await startBrowser();
  const { test, after } = changed;
  const { body } = await test.owner.call('get', `${CRAWLS}/${String(after)}`).expect(200);
  websiteId = body.data.website_id;
  path = await setPrivacy(0);
});

afterAll(async () => {
  await (browser as Browser | undefined)?.close();
  await changed.close();
});

async function setPrivacy(privacy: number): Promise<string> {
  const { body } = await changed.test.owner
    .call('patch', `/api/v1/websites/${String(websiteId)}`)
    .send({ privacy })
    .expect(200);
  return new URL(body.data.share_url).pathname;
}

const below = (crawls: string, before = changed.before, after = changed.after) =>
  `${crawls}/compare/${String(before)}/${String(after)}`;

describe('the comparison of two crawls', () => {
  it('says which findings and pages changed, with links to crawls and reports', async () => {
    const { test, site, before, after } = changed;
    const { text } = await look(test, below(`${path}/crawls`)).expect(200);
    expect(text).toContain('What changed on 127.0.0.1');
    expect(text).toMatch(/fixed, \d+ new, .* better, 2 worse, \d as before, 1 new, 3 gone/);
    expect(text).toContain(
      `<a href="${path}/crawls/${String(after)}#broken_links">Pages that do not load</a> <span class="quiet">0 pages before, 1 now</span>`,
    );
    expect(text).toContain(`href="${path}/crawls/${String(before)}#duplicate_titles"`);
    expect(text).toContain('It does not load. Score before: ');
    expect(text).toContain('robots.txt keeps programs away. Score before: ');
    const { body } = await test.owner.call('get', `${CRAWLS}/${String(after)}/comparison`).expect(200);
    const [worst] = body.data.pages.worse.examples;
    expect(worst.url).toBe(site.urlOf('/broken'));
    for (const { id, score } of [worst.before, worst.after])
      expect(text).toContain(
        `<a href="${path}/reports/${String(id)}" aria-label="Report ${String(id)}, score ${String(score)}">${String(score)}</a>`,
      );
  });

  it('is linked from the page of the later crawl and from that of the earlier one', async () => {
    const { test, before, after } = changed;
    for (const id of [before, after])
      expect((await look(test, `${path}/crawls/${String(id)}`).expect(200)).text).toContain(
        `href="${below(`${path}/crawls`)}"`,
      );
  });

  it('is unavailable, and not gone, while the database can not read its pages', async () => {
    const { test } = changed;
    const holder = new pg.Client({ connectionString: test.database.url });
    await holder.connect();
    await holder.query('BEGIN; LOCK TABLE crawl_pages');
    const { headers } = await look(test, below(`${path}/crawls`)).expect(503);
    await holder.end();
    expect(headers['retry-after']).toMatch(/^\d+$/);
    await look(test, below(`${path}/crawls`)).expect(200);
  });

  it('says what else differs between the crawls', async () => {
    const { test, site, before } = changed;
    const id = await startedCrawl(test.owner, { url: site.urlOf('/'), max_pages: 1 });
    await test.owner.call('post', `${CRAWLS}/${String(id)}/cancel`).expect(200);
    const { text } = await look(test, below(`${path}/crawls`, before, id)).expect(200);
    expect(text).toContain(
      'which may explain some of the changes: one of them was cancelled; the limit of pages.',
    );
  });

  it('is a screen of the console, without links to reports for a key that may not see them', async () => {
    const { test } = changed;
    const owner = await signedIn(test.url, test.owner.key);
    const screen = below('/console/crawls');
    expect(await (await owner.get(screen)).text()).toContain('href="/console/reports/');
    const { key } = await test.keyFor(test.owner, { scopes: ['crawls:read'] });
    const reader = await (await signedIn(test.url, key)).get(screen);
    expect(reader.status).toBe(200);
    expect(await reader.text()).not.toContain('href="/console/reports/');
    expect((await owner.get(below('/console/crawls', 999_999))).status).toBe(404);
  });

  it('has no fault that axe or the browser knows', async () => {
    const { test } = changed;
    expect(await faultsInViews(browser, test.url + below(`${path}/crawls`))).toEqual([]);
    const openScreen = async (page: Page) => {
      await signInAt(page, test.url, test.owner.key);
      await page.goto(test.url + below('/console/crawls'));
    };
    expect(await faultsInViews(browser, `${test.url}/console/sign-in`, openScreen)).toEqual([]);
  });

  it('is as private as its website, and shows no crawls of another one', async () => {
    const { test, before } = changed;
    const other = await sharedWebsite(test, { privacy: 0 });
    await look(test, below(`${other.path}/crawls`)).expect(404);
    await look(test, below(`${path}/crawls`, before, 999_999)).expect(404);
    await setPrivacy(1);
    await look(test, below(`${path}/crawls`)).expect(404);
    await test.owner.call('get', below(`${path}/crawls`)).expect(200);
  });
});
