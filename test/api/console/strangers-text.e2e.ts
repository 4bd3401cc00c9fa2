import { type Browser, type BrowserContext, type Page } from 'playwright-core';
import { startApp, type TestApp } from '../../support/app.js';
import { startBrowser, watch } from '../../support/browser.js';
import { signedIn } from '../../support/console.js';
import {
  hostileCrawls,
  hostileRecords,
  type HostileRecords,
  hostileSite,
} from '../../support/hostile-records.js';
import { inAddress, PAYLOADS } from '../../support/payloads.js';
import { type StrangerSite } from '../../support/website.js';

/** Markup that no screen has, or that a payload would add. */
const PLANTED =
  'script:not(head > script[src^="/console/console-"]), style, iframe, object, embed, base, math, template, meta[http-equiv], owned, #owned, [owned], [srcdoc]';
/** Characters that screens show by their code points. */
const HIDDEN = /.{0,100}[\p{Cc}\u202a-\u202e\u2066-\u2069\u2028\u2029]/u;
const LISTS = ['', 'reports', 'websites', 'crawls', 'monitors', 'webhooks', 'keys', 'audit-log'];

let test: TestApp;
let site: StrangerSite;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let watched: string[];
const records: HostileRecords[] = [];
let crawls: number[];

beforeAll(async () => {
  site = await hostileSite();
  test = await startApp({ ALLOWED_TARGETS: site.target });
  browser = await startBrowser();
  context = await browser.newContext();
  page = await context.newPage();
  watched = await watch(page);
  page.on('request', (request) => {
    if (!request.url().startsWith(test.url)) watched.push(`requested ${request.url()}`);
  });
  const crawling = hostileCrawls(test, site);
  for (const payload of PAYLOADS) records.push(await hostileRecords(test, site, payload));
  crawls = await crawling;
  await test.database.query('UPDATE accounts SET name = $2 WHERE id = $1', [
    test.owner.id,
    PAYLOADS.join('').slice(0, 1000),
  ]);
});
afterAll(async () => {
  await (browser as Browser | undefined)?.close();
  await test.close();
  await site.close();
});

async function signIn(key: string): Promise<void> {
  const { cookie } = await signedIn(test.url, key);
  const [name = '', value = ''] = cookie.split('=');
  await context.addCookies([{ name, value, url: `${test.url}/console` }]);
}

/** What is wrong with the screen that the window shows.
 *  @param payload that it has to show as text; empty: none */
async function faultsWith(payload: string): Promise<string[]> {
  const { found, text, refused } = await page.evaluate<{
    found: string[];
    text: string;
    refused: string[];
  }>(`(() => {
    for (const details of document.querySelectorAll('details')) details.open = true;
    const isBad = ({ name, value }) => name.startsWith('on') || name === 'style' ||
      (['href', 'src', 'action', 'formaction'].includes(name) && !['http:', 'https:'].includes(new URL(value, location).protocol));
    const elements = [...document.querySelectorAll('*')];
    const found = elements.filter((one) => one.matches(${JSON.stringify(PLANTED)}) || [...one.attributes].some(isBad));
    return { found: found.map((one) => one.outerHTML.slice(0, 200)), refused: refusedByPolicy,
      text: document.title + document.body.textContent + [...document.querySelectorAll('input:not([type=hidden])')].map(({ value }) => value).join(' ') };
  })()`);
  const shown = text.replaceAll(/\s/g, '');
  return [
    ...watched.splice(0),
    ...found,
    ...refused,
    ...(HIDDEN.exec(text.replaceAll(/[\n\t\r]/g, ' ')) ?? []),
    ...(shown.includes(payload.replaceAll(/\s/g, '')) ? [] : ['the payload is not shown']),
    ...((await page.evaluate<boolean>(`'owned' in window && !(window.owned instanceof Element)`))
      ? ['it ran']
      : []),
  ];
}

async function faultsAt(path: string, payload: string): Promise<[string, string[]]> {
  await page.goto(`${test.url}/console${path}`);
  return [path, await faultsWith(payload)];
}

describe('text of strangers and of people', () => {
  it('is text on the screen of each record, and on the question before it is deleted', async () => {
    for (const { payload, key, screens } of records) {
      await signIn(key);
      for (const path of screens)
        expect([payload, ...(await faultsAt(`/${path}`, payload))]).toEqual([payload, `/${path}`, []]);
    }
  });

  it('is text in lists', async () => {
    for (const list of LISTS) {
      const path = `/${list}?per_page=100`;
      expect(await faultsAt(path, PAYLOADS[0] ?? '')).toEqual([path, []]);
    }
    expect(await faultsAt('/usage?by=key', '')).toEqual(['/usage?by=key', []]);
  });

  it('is text in what crawls found', async () => {
    for (const [at, id] of crawls.entries()) {
      const payload = inAddress(PAYLOADS[at * 5] ?? '');
      for (const path of [`/crawls/${String(id)}`, `/crawls/${String(id)}/delete`])
        expect(await faultsAt(path, payload)).toEqual([path, []]);
    }
  });

  it('is text in the brand, and where it is typed and refused', async () => {
    for (const [at, { payload, key }] of records.entries()) {
      await signIn(key);
      const brand = { name: payload.slice(0, 80), contact: payload };
      await test.owner.call('patch', '/api/v1/account').send({ brand }).expect(200);
      expect([payload, await faultsAt('/settings', payload)]).toEqual([payload, ['/settings', []]]);
      const path = ['/', '/monitors', '/webhooks'][at % 3] ?? '';
      await page.goto(`${test.url}/console${path}`);
      // The browser itself would refuse to send most of them.
      await page.evaluate(`document.querySelector('#url').form.noValidate = true`);
      await page.fill('#url', payload);
      await page.keyboard.press('Enter');
      await page.locator('#fault').waitFor();
      expect([payload, path, await faultsWith(payload)]).toEqual([payload, path, []]);
    }
  });

  it('is text where an address has it', async () => {
    for (const payload of PAYLOADS) {
      const text = encodeURIComponent(payload);
      const search = `/reports?search=${text}`;
      expect(await faultsAt(search, payload)).toEqual([search, []]);
      for (const path of [
        `/reports?sort=${text}&cursor=${text}&${text}=${text}&done=${text}`,
        `/usage?from=${text}&to=${text}&by=${text}`,
        `/${text}`,
        `/sign-in?next=${text}`,
      ])
        expect(await faultsAt(path, '')).toEqual([path, []]);
    }
  });
});
