import { setTimeout as sleep } from 'node:timers/promises';
import { type Browser, type Page, type Request, type Route } from 'playwright-core';
import { startApp, type TestApp } from '../../support/app.js';
import { startBrowser } from '../../support/browser.js';
import { signInAt } from '../../support/console.js';
import { createdKey } from '../../support/keys.js';

let test: TestApp;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  [test, browser] = await Promise.all([startApp(), startBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await test.close();
});
beforeEach(async () => {
  page = await browser.newPage();
  await signInAt(page, test.url, test.owner.key);
});

/** Presses it again while the first form is on its way.
 *  @returns how many were sent */
async function pressTwice(selector: string): Promise<number> {
  const sent: Route[] = [];
  const isForm = (request: Request) => request.method() === 'POST';
  await page.route('**', (route) => (isForm(route.request()) ? void sent.push(route) : route.continue()));
  await page.locator(selector).evaluate((button: { click(): void }) => {
    button.click();
    setTimeout(() => {
      button.click();
    }, 200);
  });
  await sleep(500);
  await Promise.all(sent.map((route) => route.continue()));
  await page.unroute('**');
  return sent.length;
}

describe('a button that is pressed twice', () => {
  it('creates one key, and shows its secret', async () => {
    await page.goto(`${test.url}/console/keys`);
    await page.fill('#name', 'pressed twice');
    expect(await pressTwice('text="Create"')).toBe(1);
    await page.waitForSelector('text="Copy the key now: it is shown only once."');
    await page.goto(`${test.url}/console/keys`);
    expect(await page.locator('th:has-text("pressed twice")').count()).toBe(1);
  });

  it('deletes a key, and does not miss it', async () => {
    const { id } = await createdKey(test.owner, { name: 'deleted once' });
    await page.goto(`${test.url}/console/keys/${String(id)}/delete`);
    expect(await pressTwice('button.danger')).toBe(1);
    await page.waitForSelector('text="The key was deleted."');
  });

  it('can be pressed again on a page that is shown again', async () => {
    await page.goto(`${test.url}/console/keys`);
    await page.fill('#name', 'again');
    expect(await pressTwice('text="Create"')).toBe(1);
    await page.waitForSelector('pre');
    await page.goBack();
    await page.fill('#name', 'again');
    expect(await pressTwice('text="Create"')).toBe(1);
    await page.waitForSelector('pre');
    await page.goto(`${test.url}/console/keys`);
    expect(await page.locator('th:has-text("again")').count()).toBe(2);
  });
});
