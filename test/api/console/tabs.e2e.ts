import { type Browser, type BrowserContext, type Page } from 'playwright-core';
import { type Account } from '../../support/app.js';
import { type SiteApp, startSiteApp } from '../../support/site-app.js';
import { startBrowser } from '../../support/browser.js';
import { submitKey, visit } from '../../support/console.js';
import { type ConsoleRecords, consoleRecords, stateOf } from '../../support/console-records.js';

let test: SiteApp;
let records: ConsoleRecords;
let browser: Browser;
let context: BrowserContext;

beforeAll(async () => {
  test = await startSiteApp();
  records = await consoleRecords(test);
  browser = await startBrowser();
});
afterAll(async () => {
  await (browser as Browser | undefined)?.close();
  await test.close();
});

beforeEach(async () => {
  context = await browser.newContext();
});
afterEach(() => context.close());

/** Two tabs that show the sign-in: the second one keeps it when the first one is signed in. */
async function signInTabs(): Promise<[Page, Page]> {
  const tabs: [Page, Page] = [await context.newPage(), await context.newPage()];
  for (const tab of tabs) await tab.goto(`${test.url}/console/sign-in`);
  return tabs;
}

async function cookie(): Promise<string> {
  const [session] = await context.cookies(`${test.url}/console`);
  return session ? `${session.name}=${session.value}` : '';
}

const statusOf = async (session: string) =>
  (await visit(`${test.url}/console`, { headers: { cookie: session } })).status;

/** Sends the form that a tab shows. */
async function click(tab: Page, name: string): Promise<number> {
  const [response] = await Promise.all([
    tab.waitForResponse((one) => one.request().method() === 'POST'),
    tab.getByRole('button', { name, exact: true }).click(),
  ]);
  return response.status();
}

const second: Readonly<Record<string, () => Promise<Account>>> = {
  'the same account': () => test.keyFor(test.owner),
  'another account': () => Promise.resolve(test.stranger),
};

describe.each(Object.keys(second))('signing in with a key of %s in another tab', (whose) => {
  it('ends the first session, and a form that the first tab still shows changes nothing', async () => {
    const { key } = (await second[whose]?.()) ?? test.stranger;
    const [first, other] = await signInTabs();
    await submitKey(first, test.owner.key);
    const session = await cookie();
    await first.goto(`${test.url}/console/keys`);
    await first.fill('#name', 'planted');
    await submitKey(other, key);
    expect(await statusOf(session)).toBe(303);
    const before = await stateOf(test);
    expect(await click(first, 'Create')).toBe(403);
    expect(await first.locator('main').innerText()).toContain('belongs to another session');
    expect(await stateOf(test)).toEqual(before);
    await other.reload();
    expect(await other.locator('h1').innerText()).toBe('Console');
  });

  it('lets the first tab delete nothing, and sign nobody out', async () => {
    const { key } = (await second[whose]?.()) ?? test.stranger;
    for (const [path, button] of [
      [`websites/${records.websiteId}/delete`, 'Delete'],
      ['', 'Sign out'],
    ] as const) {
      await context.clearCookies();
      const [first, other] = await signInTabs();
      await submitKey(first, test.owner.key);
      await first.goto(`${test.url}/console/${path}`);
      await submitKey(other, key);
      const before = await stateOf(test);
      expect([path, await click(first, button)]).toEqual([path, 403]);
      expect(await stateOf(test)).toEqual(before);
      expect(await statusOf(await cookie())).toBe(200);
    }
  });
});

describe('a link on another site', () => {
  const follow = async (tab: Page, screen: string) => {
    const address = `${test.url}${screen}`;
    await tab.goto(test.site.origin.replace('127.0.0.1', 'localhost'));
    await tab.setContent(`<a href="${address}">Look</a>`);
    await tab.getByText('Look').click();
  };

  it('opens the screen, and leaves other tabs signed in', async () => {
    const [first, other] = await signInTabs();
    await submitKey(first, test.owner.key);
    const session = await cookie();
    await follow(other, '/console/reports?sort=asc');
    await other.getByRole('heading', { name: 'Reports', exact: true }).waitFor();
    expect(other.url()).toBe(`${test.url}/console/reports?sort=asc`);
    expect(await cookie()).toBe(session);
  });

  it('leads to the sign-in without a session, and from there to the screen', async () => {
    const tab = await context.newPage();
    await follow(tab, '/console/reports?sort=asc');
    await tab.waitForURL('**/console/sign-in?next=**');
    expect(new URL(tab.url()).searchParams.get('next')).toBe('/console/reports?sort=asc');
  });
});
