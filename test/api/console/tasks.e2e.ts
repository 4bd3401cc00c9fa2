import { type Browser, type Page } from 'playwright-core';
import { type SiteApp, startSiteApp } from '../../support/site-app.js';
import { startBrowser } from '../../support/browser.js';
import { signedIn } from '../../support/console.js';
import { eventually } from '../../support/eventually.js';
import { storedReport } from '../../support/reports.js';

/** On links and buttons, from the first screen on. */
const MAX_CLICKS = 3;
const DOMAIN = 'tasks.example';

let test: SiteApp;
let browser: Browser;
let page: Page;
let clicks: number;

beforeAll(async () => {
  test = await startSiteApp();
  browser = await startBrowser();
  const { cookie } = await signedIn(test.url, test.owner.key);
  const [name = '', value = ''] = cookie.split('=');
  const context = await browser.newContext({ javaScriptEnabled: false });
  await context.addCookies([{ name, value, url: `${test.url}/console` }]);
  page = await context.newPage();
  await storedReport(test, test.owner, `https://${DOMAIN}/`, 90);
  await storedReport(test, test.owner, `https://${DOMAIN}/`, 40);
});
afterAll(async () => {
  await (browser as Browser | undefined)?.close();
  await test.close();
});

beforeEach(async () => {
  clicks = 0;
  await page.goto(`${test.url}/console`);
});
afterEach(() => {
  expect(clicks).toBeLessThanOrEqual(MAX_CLICKS);
});

async function click(name: string | RegExp): Promise<void> {
  clicks++;
  const link = page.getByRole('link', { name });
  const button = page.getByRole('button', { name });
  await link.or(button).first().click();
}

async function expectText(part: string | RegExp): Promise<void> {
  await page.locator('main').getByText(part).first().waitFor({ timeout: 30_000 });
}

describe('in three clicks from the first screen', () => {
  it('a page is audited', async () => {
    await page.fill('#url', `${test.site.origin}/shoes`);
    await click('Audit the page');
    await page.locator('.lead').waitFor({ timeout: 30_000 });
    await expectText('Fix first');
  });

  it('it shows why the score of a page fell, and two reports are compared', async () => {
    await click(`https://${DOMAIN}/`);
    await expectText('40 of 100, 50 less than');
    await click('Compare both reports');
    await expectText('−50 points.');
  });

  it('a page is shared under a password', async () => {
    await click(`https://${DOMAIN}/`);
    await click('Share');
    await page.getByLabel('With a password').check();
    await page.getByLabel('Password', { exact: true }).fill('open sesame');
    await click('Save');
    await expectText('The sharing settings were saved.');
    const { body } = await test.owner.call('get', `/api/v1/websites?search=${DOMAIN}`).expect(200);
    expect(body.data[0]).toMatchObject({ privacy: 2, password_set: true });
  });

  it('a whole website is audited', async () => {
    await page.fill('#url', `${test.site.origin}/shoes`);
    await click('Audit the whole website');
    await page.getByText('Checks that pages fail').waitFor({ timeout: 30_000 });
  });

  it('somebody is told when a page falls', async () => {
    await click('Monitors');
    await page.fill('#url', `${test.site.origin}/shoes`);
    await click('Create');
    await expectText('The monitor was created.');
    await page.goto(`${test.url}/console`);
    clicks = 0;
    await click('Webhooks');
    await page.fill('#url', `${test.site.origin}/hook`);
    await click('Create');
    await expectText('whsec_');
  });

  it('a failed event is sent again', async () => {
    const { body } = await test.owner
      .call('post', '/api/v1/webhooks')
      .send({ url: `${test.site.origin}/failing`, description: 'Failing' });
    const path = `/api/v1/webhooks/${String(body.data.id)}`;
    await test.owner.call('post', `${path}/test`).expect(202);
    await eventually(async () => {
      const { body: list } = await test.owner.call('get', `${path}/deliveries`).expect(200);
      return list.data[0].attempts.length > 0;
    });
    await click('Webhooks');
    await click(`${test.site.origin}/failing`);
    await click(/^Send again/);
    await expectText('The event is being sent.');
  });

  it('a key is rotated', async () => {
    await test.owner.call('post', '/api/v1/keys').send({ name: 'rotated' }).expect(201);
    await click('Keys');
    await click('Rotate rotated');
    await click('Rotate');
    await expectText(/pgk_\w{38}/);
  });

  it('the last month is exported', async () => {
    await click('Reports');
    const [download] = await Promise.all([page.waitForEvent('download'), click('the last month')]);
    expect(download.suggestedFilename()).toBe('reports.csv');
  });

  it('a website is deleted', async () => {
    await click('Websites');
    await click(`Delete ${DOMAIN}`);
    await expectText(`Delete ${DOMAIN}?`);
    await click('Delete');
    await expectText('The website was deleted.');
  });
});
