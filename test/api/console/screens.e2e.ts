import { type Browser } from 'playwright-core';
import { asDataUrl, pngFile } from '../../../src/account/brand/png.fixture.js';
import { STYLE } from '../../../src/platform/pages/style.js';
import { startApp, type TestApp } from '../../support/app.js';
import { faultsOf, startBrowser, watch } from '../../support/browser.js';
import { crawled } from '../../support/crawls.js';
import { type ConsoleSession, signedIn, signInAt, visit } from '../../support/console.js';
import { ATTACK, hostileFindings } from '../../support/hostile-findings.js';
import { storedReport } from '../../support/reports.js';
import { type SharedWebsite, sharedWebsite } from '../../support/shared-websites.js';

let test: TestApp;
let browser: Browser;
let session: ConsoleSession;
let website: SharedWebsite;
let screens: string[];

const LONG_WORD = 'w'.repeat(255);
const LONG_DOMAIN = `${'w'.repeat(63)}.${'m'.repeat(63)}.example`;

beforeAll(async () => {
  test = await startApp();
  browser = await startBrowser();
  session = await signedIn(test.url, test.owner.key);
  website = await sharedWebsite(test, { privacy: 0 });
  const [before, after] = website.reports.map(String);
  const stored = async (path: string, fields: object) =>
    String((await test.owner.call('post', path).send(fields)).body.data.id);
  await test.owner
    .call('patch', '/api/v1/account')
    .send({ brand: { name: 'Blue Agency', logo: asDataUrl(pngFile({ width: 300, height: 80 })) } })
    .expect(200);
  // The page of a crawl that ends while it is looked at loads itself again.
  const { id: crawl } = await crawled(test.owner, { url: `http://${LONG_DOMAIN}/` });
  const webhook = await stored('/api/v1/webhooks', {
    url: `https://${website.domain}/hook`,
    description: LONG_WORD,
  });
  await test.owner.call('post', `/api/v1/webhooks/${webhook}/test`);
  const monitor = await stored('/api/v1/monitors', {
    url: `http://${website.domain}/`,
    schedule: '@daily',
  });
  const fullMonitor = await stored('/api/v1/monitors', {
    url: `http://${website.domain}/`,
    schedule: '@weekly',
    kind: 'crawl',
    name: LONG_WORD,
    budgets: Array.from({ length: 20 }, () => ({ metric: 'findings.check:viewport_zoom', max: 3 })),
  });
  const key = await stored('/api/v1/keys', { name: 'ci', expires_at: '2099-01-01T00:00:00Z' });
  screens = [
    '/console',
    '/console/reports',
    '/console/reports?search=nothing',
    `/console/reports/${String(after)}`,
    `/console/reports/${String(after)}/delete`,
    `/console/compare/${String(before)}/${String(after)}`,
    '/console/websites?sort_by=domain&sort=asc',
    `/console${website.api.replace('/api/v1', '')}`,
    `/console${website.api.replace('/api/v1', '')}/delete`,
    '/console/crawls',
    `/console/crawls/${crawl}`,
    '/console/crawls/new',
    `/console/crawls/${crawl}/again`,
    '/console/monitors',
    `/console/monitors/${monitor}`,
    `/console/monitors/${monitor}/edit`,
    `/console/monitors/${fullMonitor}`,
    `/console/monitors/${fullMonitor}/edit`,
    '/console/monitors/new',
    '/console/monitors/new?kind=crawl',
    '/console/webhooks',
    `/console/webhooks/${webhook}`,
    `/console/webhooks/${webhook}/edit`,
    '/console/audit-log',
    '/console/usage',
    '/console/usage?by=key&from=2026-01-01&to=2025-01-01',
    '/console/settings',
    '/console/settings/logo/delete',
    '/console/keys',
    `/console/keys/${key}/edit`,
    '/console/reports/999999',
    '/console/sign-in',
  ];
});
afterAll(async () => {
  await (browser as Browser | undefined)?.close();
  await test.close();
});

/** Runs in the browser: how many elements Tab stops at. Of radio buttons with one name, it is one. */
const focusableCount = `(() => {
  const all = [...document.querySelectorAll('a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex="0"]')];
  const shown = all.filter((element) => element.checkVisibility());
  const radios = shown.filter(({ type }) => type === 'radio');
  return shown.length - radios.length + new Set(radios.map(({ name }) => name)).size;
})()`;
/** Runs in the browser: the element that has the focus; null: it does not look so. */
const focused = `(() => {
  const element = document.activeElement;
  const { outlineStyle, outlineWidth } = getComputedStyle(element);
  const index = [...document.querySelectorAll('*')].indexOf(element);
  return outlineStyle === 'none' || outlineWidth === '0px' ? null : index + element.outerHTML.slice(0, 100);
})()`;
const EXTRA_STEPS = 10;

describe('screens of the console', () => {
  it.each([
    [360, 'light'],
    [360, 'dark'],
    [1350, 'light'],
    [1350, 'dark'],
  ] as const)('have no faults at %i px, %s', async (width, colorScheme) => {
    const context = await browser.newContext({ viewport: { width, height: 800 }, colorScheme });
    const page = await context.newPage();
    const watched = await watch(page);
    await signInAt(page, test.url, test.owner.key);
    for (const path of screens) {
      await page.goto(test.url + path);
      expect([path, await faultsOf(page, watched)]).toEqual([path, []]);
    }
    await context.close();
  });

  it('are small, name themselves, and can’t be kept, framed or run', async () => {
    for (const path of screens) {
      // Within a session, the sign-in leads on.
      const response = path === '/console/sign-in' ? await visit(test.url + path) : await session.get(path);
      const page = await response.text();
      const limit = path.startsWith('/console/reports/') ? 75_000 : 40_000;
      expect([path, Buffer.byteLength(page) + STYLE.length < limit]).toEqual([path, true]);
      const title = /<title[^>]*>(.*?) – Pagegrade<\/title>/.exec(page)?.[1];
      expect(title).toBeTruthy();
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'cache-control': 'no-store',
        'x-robots-tag': 'noindex, nofollow',
        'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
      });
      expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(page).not.toMatch(
        /<script(?! src="\/console\/console-)|style="|(?:src|href)="(?:https?:)?\/\/(?!127\.0\.0\.1|shared-)/,
      );
    }
  });

  it('can be used without a script and by keyboard alone', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await signInAt(page, test.url, test.owner.key);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/console#main');
    await page.keyboard.press('Tab');
    expect(await page.locator(':focus').getAttribute('id')).toBe('url');
    await page.keyboard.type('http://10.0.0.1/');
    await page.keyboard.press('Enter');
    expect(await page.locator('#url-fault').innerText()).toContain('ALLOWED_TARGETS');
    expect(await page.locator('#url').inputValue()).toBe('http://10.0.0.1/');
    await page.keyboard.press('Enter');
    expect(await page.locator(':focus').getAttribute('id')).toBe('url');
    await context.close();
  });

  it('are reached by keyboard alone, everything with a visible focus', async () => {
    const context = await browser.newContext({ viewport: { width: 1350, height: 800 } });
    const page = await context.newPage();
    await signInAt(page, test.url, test.owner.key);
    for (const path of screens) {
      await page.goto(test.url + path);
      const count = await page.evaluate<number>(focusableCount);
      const seen = new Set<string>();
      // A field of a date takes several steps, and its last one shows the focus within it.
      for (let n = 0; n < count + EXTRA_STEPS && seen.size < count; n++) {
        await page.keyboard.press('Tab');
        const place = await page.evaluate<string | null>(focused);
        if (place !== null) seen.add(place);
      }
      expect([path, seen.size]).toEqual([path, count]);
    }
    await context.close();
  }, 180_000);

  it('of lists take the parameters of the API, and say which ones they did not take', async () => {
    const page = await (await session.get('/console/reports?search=shared&per_page=7&sort=up&page=1')).text();
    expect(page).toContain('per_page must be one of 10, 25, 50, 100.');
    expect(page).toContain('sort must be one of desc, asc.');
    expect(page).toContain('value="shared"');
    expect(page).toContain('Found 2 reports.');
  });

  it('of lists keep their filters in the links to other pages and in exports', async () => {
    const filter = 'created_after=2020-01-01T00%3A00%3A00.000Z';
    for (const list of ['reports', 'websites', 'audit-log']) {
      const page = await (await session.get(`/console/${list}?${filter}&page=2`)).text();
      const previous = /href="([^"]*)" rel="prev"/.exec(page)?.[1] ?? '';
      expect([list, previous.split(/[?]|&amp;/)]).toEqual([list, expect.arrayContaining([filter, 'page=1'])]);
      expect(page).toContain(`<a href="/console/${list}">Show all</a>`);
    }
    expect(await (await session.get(`/console/reports?${filter}`)).text()).toContain(
      `reports.csv?${filter}&`,
    );
    const none = await (await session.get('/console/reports?created_before=2020-01-01T00:00:00Z')).text();
    expect(none).toContain('No reports match.');
  });

  it('of reports export what they list, and the last month', async () => {
    const page = await (await session.get('/console/reports?search=shared&sort_by=score&sort=asc')).text();
    const [all = '', month = ''] = [...page.matchAll(/href="([^"]*reports\.csv[^"]*)"/g)].map(
      ([, href = '']) => href.replaceAll('&amp;', '&'),
    );
    const response = await session.get(all);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': expect.stringMatching(/^text\/csv/),
      'content-disposition': 'attachment; filename="reports.csv"',
      'cache-control': 'no-store',
    });
    expect(month).toContain('search=shared');
    const lines = (await response.text()).trim().split('\r\n');
    expect(lines[0]).toMatch(/^\ufeff?"?id/);
    expect(lines.slice(1).map((line) => /,(40|90),/.exec(line)?.[1])).toEqual(['40', '90']);
    await test.database.query(
      `UPDATE reports SET created_at = date_trunc('month', now()) - interval '10 days' WHERE id = $1`,
      [website.reports[0]],
    );
    expect((await (await session.get(month)).text()).trim().split('\r\n')).toHaveLength(2);
  });

  it('show text of strangers as text', async () => {
    const url = `https://${website.domain}/?q=${ATTACK}`;
    const id = await storedReport(test, test.owner, url, 40, { checks: hostileFindings(ATTACK) });
    const context = await browser.newContext();
    const page = await context.newPage();
    const watched = await watch(page);
    await signInAt(page, test.url, test.owner.key);
    for (const path of [
      '/console',
      `/console/reports/${String(id)}`,
      '/console/reports?per_page=100',
      screens[7] ?? '',
    ]) {
      await page.goto(test.url + path);
      expect([path, await faultsOf(page, watched)]).toEqual([path, []]);
    }
    await context.close();
  });
});
