import { type SiteApp, startSiteApp } from '../../support/site-app.js';
import { type ConsoleRecords, consoleRecords } from '../../support/console-records.js';
import { type ConsoleSession, signedIn } from '../../support/console.js';
import { storedReport } from '../../support/reports.js';

/** Of one website; a page has ten. */
const REPORTS = 23;

let test: SiteApp;
let session: ConsoleSession;
let records: ConsoleRecords;

beforeAll(async () => {
  test = await startSiteApp();
  session = await signedIn(test.url, test.owner.key);
  records = await consoleRecords(test);
  for (let n = 0; n < REPORTS; n++)
    await storedReport(test, test.owner, `https://listed.example/${String(n)}`);
});
afterAll(() => test.close());

const lists = () => [
  '/console/reports',
  '/console/websites',
  `/console/websites/${records.websiteId}`,
  '/console/crawls',
  `/console/crawls/${records.ids.crawl}`,
  '/console/monitors',
  '/console/webhooks',
  `/console/webhooks/${records.ids.webhook}`,
  '/console/keys',
  '/console/audit-log',
];

async function pageAt(path: string): Promise<string> {
  const response = await session.get(path);
  expect([path, response.status]).toEqual([path, 200]);
  return response.text();
}

/** The links to other pages, by their words. */
function pagesIn(page: string): Record<string, string> {
  const [nav = ''] = /<nav class="pages".*?<\/nav>/s.exec(page) ?? [];
  const links = [...nav.matchAll(/<a href="([^"]*)"[^>]*>([^<]*)</g)];
  return Object.fromEntries(links.map(([, href = '', words = '']) => [words, href.replaceAll('&amp;', '&')]));
}

const urlsIn = (page: string) =>
  [...page.replaceAll('<wbr>', '').matchAll(/https:\/\/listed\.example\/(\d+)/g)].map(([, n]) => Number(n));

describe('every list', () => {
  it('begins anew, and says so, where its cursor is none of it', async () => {
    for (const path of lists()) {
      const page = await pageAt(`${path}?cursor=x`);
      expect(page).toContain('cursor must come from a response with the same filters and order.');
      expect(page).not.toContain('This page of the list is empty.');
      const both = await pageAt(`${path}?cursor=x&page=7`);
      expect(both).toContain('cursor must not be sent together with page.');
      expect(both).not.toContain('This page of the list is empty.');
    }
  });

  it('says that a page past its end is empty, and leads to its last one', async () => {
    for (const path of lists()) {
      const page = await pageAt(`${path}?page=999&per_page=25`);
      expect([path, page]).toEqual([path, expect.stringContaining('This page of the list is empty.')]);
      expect(page).not.toMatch(/Nothing is here yet|Page 999/);
      const [, last = ''] = /href="([^"]*)">Go to the last page</.exec(page) ?? [];
      expect(last).toContain('per_page=25');
      expect(await pageAt(last.replaceAll('&amp;', '&'))).not.toContain('This page of the list is empty.');
    }
  });
});

describe('a list of the console', () => {
  const filter = 'search=listed.example';

  it('leads from page to page by their numbers', async () => {
    const page = await pageAt(`/console/reports?${filter}&page=2`);
    expect(page).toContain('Page 2 of 3');
    expect(page).toContain('>Reports with &quot;listed.example&quot;, page 2 – Pagegrade</title>');
    const { Previous = '', Next = '', ...others } = pagesIn(page);
    expect(others).toEqual({});
    expect(urlsIn(await pageAt(Previous))).toEqual([22, 21, 20, 19, 18, 17, 16, 15, 14, 13]);
    expect(urlsIn(await pageAt(Next))).toEqual([2, 1, 0]);
  });

  it('leads from page to page by cursors, with its filters', async () => {
    const { body } = await test.owner.call('get', `/api/v1/reports?${filter}`).expect(200);
    const cursor = encodeURIComponent(String(body.meta.next_cursor));
    const second = await pageAt(`/console/reports?${filter}&cursor=${cursor}`);
    expect(second).not.toMatch(/<p[^>]*>(?:Found )?\./);
    const { First = '', Previous = '', Next = '', ...others } = pagesIn(second);
    expect(others).toEqual({});
    expect(urlsIn(second)).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3]);
    expect(urlsIn(await pageAt(Next))).toEqual([2, 1, 0]);
    expect(urlsIn(await pageAt(Previous))).toEqual(urlsIn(await pageAt(First)));
    expect(Object.keys(pagesIn(await pageAt(Next)))).toEqual(['First', 'Previous']);
  });
});

const hrefIn = (page: string, pattern: RegExp) => pattern.exec(page)?.[1]?.replaceAll('&amp;', '&') ?? '';

/** A screen as a link on another one leads to it. */
async function reached(path: string, from: string): Promise<string> {
  const headers = { cookie: session.cookie, referer: test.url + from };
  return (await fetch(test.url + path, { headers })).text();
}

describe('a deletion', () => {
  it('leads back to the page of the list that it began at', async () => {
    const list = '/console/reports?search=listed.example&per_page=10&page=2';
    const record = hrefIn(await pageAt(list), /href="(\/console\/reports\/\d+)"/);
    const question = hrefIn(await reached(record, list), /href="([^"]*\/delete[^"]*)"/);
    const next = hrefIn(await reached(question, record), /name="next" value="([^"]*)"/);
    const deleted = await session.post(`${record}/delete`, { next });
    expect(deleted.headers.get('location')).toBe(`${list}&done=report-deleted`);
    const after = await pageAt(`${list}&done=report-deleted`);
    expect(after).toContain('The report was deleted.');
    expect(after).toContain('Page 2 of 3');
  });

  it.each([
    '//evil.example/console/reports?',
    'https://evil.example/console/reports?x',
    '/console/reports/../keys?x',
    '/console/reports',
    '/console/keys?page=2',
  ])('leads to the first page if the address is %s', async (next) => {
    const id = await storedReport(test, test.owner, 'https://gone.example/');
    const deleted = await session.post(`/console/reports/${String(id)}/delete`, { next });
    expect(deleted.headers.get('location')).toBe('/console/reports?done=report-deleted');
  });
});

describe('a key that was changed', () => {
  it('leads back to the page of the list, also after a refusal', async () => {
    const list = '/console/keys?per_page=10&page=1';
    const path = hrefIn(await pageAt(list), /href="(\/console\/keys\/\d+\/edit)"/);
    const form = await reached(path, list);
    const next = hrefIn(form, /name="next" value="([^"]*)"/);
    expect(hrefIn(form, /<a href="([^"]*)">Leave it as it is/)).toBe(list);
    const refused = await session.post(path, { name: '', expires_at: '', 'scopes[]': 'keys:read', next });
    expect(refused.status).toBe(422);
    expect(hrefIn(await refused.text(), /name="next" value="([^"]*)"/)).toBe(list);
    const [name, scope] = ['listed', /name="scopes\[\]"[^>]*value="([^"]*)"/.exec(form)?.[1] ?? ''];
    const saved = await session.post(path, { name, expires_at: '', 'scopes[]': scope, next });
    expect(saved.headers.get('location')).toBe(`${list}&done=key-saved`);
  });
});
