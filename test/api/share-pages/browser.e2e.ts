import { type Browser, type BrowserContext, type Page } from 'playwright-core';
import { type Finding } from '../../../src/engine/audit/audit.js';
import { CHECKS } from '../../../src/engine/audit/registry.js';
import { noFacts } from '../../../src/engine/page-loader/load-facts.js';
import { asDataUrl, pngFile } from '../../../src/account/brand/png.fixture.js';
import { startApp, type TestApp } from '../../support/app.js';
import { faultsInViews, faultsOf, startBrowser, watch } from '../../support/browser.js';
import { ATTACK, hostileFindings } from '../../support/hostile-findings.js';
import { storedReport, websiteOf } from '../../support/reports.js';

let test: TestApp;
let browser: Browser;

beforeAll(async () => {
  test = await startApp();
  browser = await startBrowser();
});

afterAll(async () => {
  await (browser as Browser | undefined)?.close();
  await test.close();
});

const faultsAt = (url: string, act?: (page: Page) => Promise<unknown>) => faultsInViews(browser, url, act);

let domains = 0;

async function sharedWebsite(fields: Record<string, string | number>, reports: number) {
  const domain = `pages-${String(++domains)}.example`;
  const ids: number[] = [];
  for (let n = 0; n < Math.max(1, reports); n++) {
    ids.push(await storedReport(test, test.owner, `https://${domain}/`, 30 + n * 20));
  }
  if (reports === 0) await test.owner.call('delete', `/api/v1/reports/${String(ids[0])}`).expect(200);
  const { id, share_url } = await websiteOf(test.owner, domain);
  const api = `/api/v1/websites/${String(id)}`;
  await test.owner.call('patch', api).type('form').send(fields).expect(200);
  return { api, ids, domain, url: share_url };
}

describe('no page or state has a fault that axe or the browser knows:', () => {
  it('a website with its pages', async () => {
    const { url, ids } = await sharedWebsite({ privacy: 0 }, 3);
    await test.database.query(
      `INSERT INTO website_days (account_id, website_id, day, completed_count, score_sum, pages_count, page_score_sum)
       SELECT account_id, website_id, current_date - n, 2, 100, 1, 50 FROM reports, generate_series(1, 9) n WHERE id = $1`,
      [ids[0]],
    );
    expect(await faultsAt(url, (page) => page.click('summary'))).toEqual([]);
    expect(await faultsAt(`${url}?search=nothing-like-it`)).toEqual([]);
    expect(await faultsAt(`${url}?sort=sideways`)).toEqual([]);
  });

  it('a website without reports', async () => {
    expect(await faultsAt((await sharedWebsite({ privacy: 0 }, 0)).url)).toEqual([]);
  });

  it('a report that waits, failed, or is of a page that is down', async () => {
    const { url, ids } = await sharedWebsite({ privacy: 0 }, 3);
    const [waiting, failed, down] = ids;
    await test.database.query(
      `UPDATE reports SET status = 'queued', score = NULL, result = NULL WHERE id = $1`,
      [waiting],
    );
    await test.database.query(
      `UPDATE reports SET status = 'failed', score = NULL, result = NULL WHERE id = $1`,
      [failed],
    );
    await test.database.query(
      `UPDATE reports SET error_code = 'dns_not_found', error_detail = 'No such host.' WHERE id = $1`,
      [down],
    );
    for (const id of ids) expect(await faultsAt(`${url}/reports/${String(id)}`)).toEqual([]);
  });

  it('a comparison', async () => {
    const { url, ids } = await sharedWebsite({ privacy: 0 }, 2);
    expect(await faultsAt(`${url}/compare/${ids.join('/')}`)).toEqual([]);
  });

  it('the form for a password, and what it says to wrong ones', async () => {
    const { url } = await sharedWebsite({ privacy: 2, password: 'sesame' }, 1);
    const guess = async (page: Page, times: number) => {
      for (let n = 0; n < times; n++) {
        await page.fill('#password', 'wrong');
        await page.click('main button');
      }
    };
    expect(await faultsAt(url)).toEqual([]);
    expect(await faultsAt(url, (page) => guess(page, 1))).toEqual([]);
    // More than may be wrong.
    expect(await faultsAt(url, (page) => guess(page, 11))).toEqual([]);
  });

  it.each([
    ['a logo', { logo: asDataUrl(pngFile({ width: 300, height: 80 })), accent_color: '#767676' }],
    ['a contact alone', { contact: 'hello@agency.example' }],
    ['an icon', { name: 'Blue & Co', logo: asDataUrl(pngFile()), contact: 'hello@agency.example' }],
    ['a name', { name: ATTACK.slice(0, 80), accent_color: '#0000ff', contact: ATTACK.slice(0, 200) }],
    ['words that are too long for a line', { name: 'W'.repeat(80), contact: 'W'.repeat(200) }],
  ])('a brand that has %s', async (_kind, brand) => {
    const { url, ids } = await sharedWebsite({ privacy: 0 }, 2);
    await test.owner.call('patch', '/api/v1/account').send({ brand }).expect(200);
    expect(await faultsAt(url)).toEqual([]);
    expect(await faultsAt(`${url}/reports/${String(ids[1])}`)).toEqual([]);
    await test.owner.call('patch', '/api/v1/account').send({ brand: null }).expect(200);
  });

  it('a website that there is not', async () => {
    expect(await faultsAt(`${test.url}/s/${'a'.repeat(32)}`)).toEqual([]);
  });
});

describe('a report with thirty failed checks', () => {
  const failed = hostileFindings('A text of a page, "quoted" & <marked>').slice(0, 30);
  const passed = CHECKS.slice(30).map(({ id, category, importance, method }): Finding => ({
    ...{ id, category, importance, method, outcome: 'pass', reason: null },
    ...{ value: {}, evidence: [], evidence_count: 0, sample: null },
  }));
  let url: string;

  beforeAll(async () => {
    const shared = await sharedWebsite({ privacy: 0 }, 0);
    const found = { checks: [...failed, ...passed], facts: { ...noFacts(), http_status: 200 } };
    await storedReport(test, test.owner, `https://${shared.domain}/thirty`, 60, found);
    const id = await storedReport(test, test.owner, `https://${shared.domain}/thirty`, 40, found);
    url = `${shared.url}/reports/${String(id)}`;
  });

  it('has a page of at most 60 kB, in which each finding has an address', async () => {
    const markup = await (await fetch(url)).text();
    expect(Buffer.byteLength(markup)).toBeLessThanOrEqual(60_000);
    for (const { id } of CHECKS) expect(markup.split(`id="${id}"`)).toHaveLength(2);
  });

  it('shows score, change and the first fix on the first screen of a phone', async () => {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
    const page = await context.newPage();
    await page.goto(url);
    await expect(page.locator('.lead').innerText()).resolves.toMatch(
      /^40 of 100, 20 less than at \d\d:\d\d UTC\. Five fixes would bring it to \d+\.$/,
    );
    for (const selector of ['.ring', '.lead', '.fixes li:first-child']) {
      const box = await page.locator(selector).boundingBox();
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeGreaterThan(0);
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(844);
    }
    await context.close();
  });

  it('shows fixes that raise nothing by themselves below their names, on narrow phones, too', async () => {
    const context = await browser.newContext({ viewport: { width: 320, height: 700 } });
    const page = await context.newPage();
    await page.goto(url);
    const rows = page.locator('.fixes li');
    await rows.evaluateAll((items: { querySelector(selector: string): { remove(): void } | null }[]) => {
      for (const item of items) item.querySelector('.gain')?.remove();
    });
    for (const row of await rows.all()) {
      const [name, sentence] = [
        await row.locator('a').boundingBox(),
        await row.locator('span').boundingBox(),
      ];
      expect((name?.x ?? 0) + (name?.width ?? Infinity)).toBeLessThanOrEqual(320);
      expect(sentence?.y).toBeGreaterThanOrEqual((name?.y ?? Infinity) + (name?.height ?? 0) - 1);
    }
    await context.close();
  });

  it('shows what fails at once, and the rest where it is opened', async () => {
    const page = await browser.newPage();
    await page.goto(url);
    expect(await page.locator('details.finding.fail[open]').count()).toBe(30);
    expect(await page.locator('details.row[open]').count()).toBe(0);
    await page.locator('.fixes a').first().click();
    expect(new URL(page.url()).hash).toMatch(/^#\w+$/);
    await page.close();
  });
});

describe('an owner and strangers', () => {
  let owner: (fields: Record<string, string | number>) => Promise<unknown>;
  let url: string;
  let stranger: BrowserContext;
  let another: BrowserContext;

  beforeAll(async () => {
    const shared = await sharedWebsite({ privacy: 1 }, 2);
    url = shared.url;
    owner = (fields) => test.owner.call('patch', shared.api).type('form').send(fields).expect(200);
    stranger = await browser.newContext();
    another = await browser.newContext();
  });

  const open = async (context: BrowserContext, path = '') => {
    const page = await context.newPage();
    const response = await page.goto(url + path);
    return { page, status: response?.status(), heading: await page.locator('h1').innerText() };
  };

  it('meet at each privacy as the owner sets it', async () => {
    expect(await open(stranger)).toMatchObject({ status: 404, heading: 'Not found' });
    await owner({ privacy: 0 });
    expect(await open(stranger)).toMatchObject({ status: 200, heading: expect.stringContaining('.example') });
    await owner({ privacy: 2, password: 'first word' });
    expect(await open(stranger)).toMatchObject({ status: 403, heading: 'Password required' });
  });

  it('unlock by the keyboard alone, arrive where they wanted, and share nothing with other browsers', async () => {
    const { page } = await open(stranger, '?search=pages');
    await page.focus('#password');
    await page.keyboard.type('wrong word');
    await page.keyboard.press('Enter');
    await page.waitForSelector('[role=alert]');
    expect(await page.locator('[role=alert]').innerText()).toContain('Wrong password');
    await page.focus('#password');
    await page.keyboard.type('first word');
    await page.keyboard.press('Enter');
    await page.waitForSelector('#pages');
    expect(page.url()).toBe(`${url}?search=pages`);
    await page.locator('.reports a').first().click();
    await page.waitForSelector('#since');
    expect(await open(another)).toMatchObject({ status: 403 });
  });

  it('are locked out again by a new password, and after ten wrong ones refused', async () => {
    await owner({ privacy: 2, password: 'second word' });
    const { page, status } = await open(stranger);
    expect(status).toBe(403);
    for (let n = 0; n < 11; n++) {
      await page.fill('#password', 'first word');
      const answered = page.waitForResponse((response) => response.request().method() === 'POST');
      await page.click('main button');
      expect((await answered).status()).toBe(n < 10 ? 403 : 429);
    }
    expect(await page.locator('[role=alert]').innerText()).toContain('Too many wrong passwords');
  });
});

describe('pages on paper', () => {
  it('have no fault that axe knows, whatever the size of the window', async () => {
    const { url, ids, domain } = await sharedWebsite({ privacy: 0 }, 2);
    const checks = hostileFindings('A text of a page').slice(0, 5);
    ids.push(await storedReport(test, test.owner, `https://${domain}/`, 40, { checks }));
    const page = await browser.newPage();
    const watched = await watch(page);
    await page.emulateMedia({ media: 'print' });
    const faults: string[] = [];
    for (const path of ['', `/reports/${String(ids[2])}`, `/compare/${ids.slice(0, 2).join('/')}`]) {
      await page.goto(url + path);
      for (const width of [360, 768, 1350]) {
        await page.setViewportSize({ width, height: 900 });
        const found = await faultsOf(page, watched);
        faults.push(...found.map((fault) => `${path} ${String(width)}: ${fault}`));
      }
    }
    expect(faults).toEqual([]);
    await page.close();
  });

  it('are a PDF with everything on it and no controls', async () => {
    const { url, ids } = await sharedWebsite({ privacy: 0 }, 2);
    const page = await (await browser.newContext()).newPage();
    await page.goto(`${url}/reports/${String(ids[1])}`);
    await page.emulateMedia({ media: 'print' });
    expect((await page.pdf()).subarray(0, 5).toString()).toBe('%PDF-');
    expect(await page.locator('.bar nav').isVisible()).toBe(false);
    expect(await page.locator('.ring').first().isVisible()).toBe(true);
  });
});
