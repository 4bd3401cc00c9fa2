import { setTimeout as sleep } from 'node:timers/promises';
import { type Browser, type Page, type Request, type Route } from 'playwright-core';
import { eventually } from '../../support/eventually.js';
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
  await eventually(() => Promise.resolve(sent.length > 0));
  await sleep(800);
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

describe('an answer that is loaded again', () => {
  const countOf = async (list: string) =>
    (await test.owner.call('get', `/api/v1/${list}?per_page=100`).expect(200)).body.meta.total as number;

  it('creates no second key, and none a third time', async () => {
    await page.goto(`${test.url}/console/keys`);
    await page.fill('#name', 'loaded again');
    await page.click('text="Create"');
    const secret = await page.textContent('pre');
    const count = await countOf('keys');
    await page.reload();
    await page.waitForSelector('text=This key was created before, and shown then.');
    expect(await page.content()).not.toContain(secret);
    await page.click('text="rotate it"');
    await page.click('text="Rotate"');
    await page.waitForSelector('text="Copy the key now: it is shown only once."');
    await page.reload();
    await page.waitForSelector('text=This key was created before, and shown then.');
    expect(await countOf('keys')).toBe(count + 1);
  });

  it('creates no second webhook, and replaces no secret that was just copied', async () => {
    await page.goto(`${test.url}/console/webhooks`);
    await page.fill('#url', 'https://hooks.example/once');
    await page.click('text="Create"');
    await page.waitForSelector('pre');
    const count = await countOf('webhooks');
    await page.reload();
    await page.click('text="make a new one"');
    await page.click('text="Make a new secret"');
    await page.waitForSelector('pre');
    await page.reload();
    await page.waitForSelector('text="make a new one"');
    expect(await countOf('webhooks')).toBe(count);
    const { body } = await test.owner.call('get', '/api/v1/audit-log?per_page=100').expect(200);
    const rotations = body.data.filter(
      ({ action }: { action: string }) => action === 'webhook.secret_rotated',
    );
    expect(rotations).toHaveLength(1);
  });
});
