import { type Browser } from 'playwright-core';
import { startApp, type TestApp } from './support/app.js';
import { startBrowser } from './support/browser.js';
import { type StrangerSite, strangerSite } from './support/website.js';

let site: StrangerSite;
let test: TestApp;
let browser: Browser;

beforeAll(async () => {
  site = await strangerSite();
  test = await startApp({ ALLOWED_TARGETS: site.target });
  browser = await startBrowser();
}, 60_000);

afterAll(async () => {
  await (browser as Browser | undefined)?.close();
  await test.close();
  await site.close();
});

describe('GET /docs', () => {
  it('lets a person authorize, post a report and see its score', async () => {
    const page = await browser.newPage();
    const faults: string[] = [];
    page.on('pageerror', (error) => faults.push(error.message));
    page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
    await page.goto(`${test.url}/docs`);
    await page.click('button.authorize');
    await page.fill('.auth-container input', test.owner.key);
    await page.click('.auth-btn-wrapper button.authorize');
    await page.click('.auth-btn-wrapper button.btn-done');
    await page.click('#operations-Reports-storeReport .opblock-summary-control');
    await page.fill(
      '#operations-Reports-storeReport .parameters[data-property-name="url"] input',
      `${site.origin}/shoes`,
    );
    await page.click('#operations-Reports-storeReport button.execute');
    const answer = page.locator('#operations-Reports-storeReport .live-responses-table .response').first();
    await answer.waitFor();
    expect(await answer.locator('.response-col_status').innerText()).toMatch(/^201/);
    expect(await answer.locator('.response-col_description').innerText()).toMatch(/"score": \d+/);
    expect(faults).toEqual([]);
  }, 60_000);
});
