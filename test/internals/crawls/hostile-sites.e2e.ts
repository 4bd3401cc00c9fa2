import { type RequestListener } from 'node:http';
import { startApp, type TestApp } from '../../support/app.js';
import { crawled, CRAWLS } from '../../support/crawls.js';
import { type NameServer, nameServer } from '../../support/dns.js';
import { sitemapOf } from '../../../bench/support/planted-site.js';
import { type StrangerSite, strangerSite } from '../../support/website.js';

let test: TestApp;
let site: StrangerSite;
/** Another website of the operator's own. */
let other: StrangerSite;
/** A service that nobody may reach over an audit. */
let hidden: StrangerSite;
let names: NameServer;
let answer: RequestListener;

beforeAll(async () => {
  site = await strangerSite((request, response) => answer(request, response));
  other = await strangerSite((_, response) => sendHtml(response, linksTo(['/further'])));
  hidden = await strangerSite();
  names = await nameServer(() => ['127.0.0.1']);
  test = await startApp({
    ALLOWED_TARGETS: `${site.target},${other.target}`,
    DNS_SERVERS: names.address,
    ALLOWED_PORTS: `80,443,${new URL(hidden.origin).port}`,
  });
});

beforeEach(() => [site, other, hidden].forEach(({ requests }) => requests.splice(0)));

afterAll(async () => {
  await test.close();
  names.close();
  for (const one of [site, other, hidden]) await one.close();
});

/** Answers pages by their paths, in HTML or by themselves; 404 for others. */
function serve(pages: Readonly<Record<string, string | RequestListener>>): void {
  answer = (request, response) => {
    const page = pages[request.url ?? ''];
    if (typeof page === 'function') page(request, response);
    else if (page === undefined) response.writeHead(404).end();
    else sendHtml(response, page);
  };
}

function sendHtml(response: Parameters<RequestListener>[1], html: string): void {
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html);
}

function linksTo(addresses: readonly string[]): string {
  const escaped = addresses.map((address) => address.replaceAll('&', '&amp;').replaceAll('"', '&quot;'));
  const links = escaped.map((address) => `<a href="${address}">A page</a>`).join('\n');
  return `<!doctype html><html lang="en"><title>Links</title><h1>Links</h1>${links}`;
}

/** A number in letters, so that no two have one shape. */
function inLetters(number: number): string {
  return [...String(number)].map((digit) => 'abcdefghij'[Number(digit)]).join('');
}

/** Crawls the site to its end and reads all that the API says of it. */
async function crawledAndRead(fields: object = {}) {
  const crawl = await crawled(test.owner, { url: `${site.origin}/`, ...fields });
  const path = `${CRAWLS}/${String(crawl.id)}`;
  const { body: pages } = await test.owner.call('get', `${path}/pages?per_page=100`).expect(200);
  const { body: findings } = await test.owner.call('get', `${path}/findings`).expect(200);
  for (const { id } of findings.data) await test.owner.call('get', `${path}/findings/${id}`).expect(200);
  for (const { id } of pages.data) await test.owner.call('get', `/api/v1/reports/${id}`).expect(200);
  const rows = await test.database.query<{ url: string }>('SELECT url FROM crawl_pages WHERE crawl_id = $1', [
    crawl.id,
  ]);
  expect(crawl.status).toBe('completed');
  expect(rows.length).toBeLessThanOrEqual(10 * crawl.max_pages + 1000);
  return { crawl, pages: pages.data, findings: findings.data, urls: rows.map(({ url }) => url) };
}

describe('a crawl of a site', () => {
  it('that has no end keeps a bounded number of addresses', async () => {
    let next = 0;
    answer = (request, response) => {
      if (/^\/[a-j]*$/.test(request.url ?? ''))
        sendHtml(response, linksTo(Array.from({ length: 300 }, () => `/${inLetters(next++)}`)));
      else response.writeHead(404).end();
    };
    const { crawl, urls } = await crawledAndRead({ max_pages: 10, max_depth: 1000 });
    expect(crawl.pages.completed).toBe(10);
    expect(urls).toHaveLength(1100);
    expect(crawl.pages.skipped.limit).toBeGreaterThan(1000);
  });

  it('with 20,000 links on a page visits as many as it may', async () => {
    serve({ '/': linksTo(Array.from({ length: 20_000 }, (_, at) => `/${inLetters(at)}`)) });
    const { crawl } = await crawledAndRead({ max_pages: 3 });
    expect(crawl.pages).toMatchObject({ completed: 1, failed: 2 });
  });

  it('that names private addresses connects to none of them', async () => {
    const { port } = new URL(hidden.origin);
    const hosts = ['127.0.0.1', '[::1]', '0x7f.1', 'localhost', 'intranet.example'];
    const addresses = hosts.map((host) => `http://${host}:${port}/secret`);
    const alternates = addresses.map(
      (url, at) => `<link rel="alternate" hreflang="d${'aeiou'[at]}" href="${url}">`,
    );
    serve({
      '/': linksTo([...addresses, '/named', '/redirected', '/refreshed']),
      '/named': `<!doctype html><link rel="canonical" href="${addresses[0] ?? ''}">${alternates.join('')}<h1>A</h1>`,
      '/redirected': (_, response) => response.writeHead(302, { location: addresses[4] }).end(),
      '/refreshed': `<!doctype html><meta http-equiv="refresh" content="0; url=${addresses[0] ?? ''}">`,
      '/sitemap.xml': (_, response) =>
        response
          .writeHead(200, { 'content-type': 'application/xml' })
          .end(sitemapOf(['secret'])(`http://intranet.example:${port}/`)),
    });
    const { crawl, urls } = await crawledAndRead();
    expect(crawl.pages).toMatchObject({ completed: 2, failed: 2 });
    expect(urls.filter((url) => !url.startsWith(`${site.origin}/`))).toEqual([]);
    expect(hidden.connections).toBe(0);
  });

  it('that redirects to another site visits no page of that', async () => {
    serve({
      '/': linksTo(['/away', `${other.origin}/linked`]),
      '/away': (_, response) => response.writeHead(301, { location: `${other.origin}/` }).end(),
      '/sitemap.xml': (_, response) =>
        response
          .writeHead(200, { 'content-type': 'application/xml' })
          .end(sitemapOf(['/listed'])(other.origin)),
    });
    const { urls } = await crawledAndRead();
    expect(urls.toSorted()).toEqual([`${site.origin}/`, `${site.origin}/away`]);
    expect(other.requests).not.toContain('/listed');
  });

  it('whose robots.txt hangs fails', async () => {
    serve({ '/': linksTo(['/page']), '/robots.txt': () => undefined });
    const crawl = await crawled(test.owner, { url: `${site.origin}/` });
    expect(crawl).toMatchObject({
      status: 'failed',
      error: expect.stringMatching(/did not respond in time\.$/),
    });
    expect(site.requests).not.toContain('/');
  });

  it('with a page that hangs visits the others', async () => {
    serve({ '/': linksTo(['/hanging', '/page']), '/hanging': () => undefined, '/page': linksTo(['/']) });
    const { crawl, pages } = await crawledAndRead();
    expect(crawl.pages).toMatchObject({ completed: 2, failed: 1 });
    const hanging = pages.find(({ url }: { url: string }) => url === `${site.origin}/hanging`);
    expect(hanging).toMatchObject({ status: 'completed', error: { code: 'too_slow' } });
  });

  it('with addresses of every kind of character visits them', async () => {
    const strange = [
      '/quotes-\'"-`',
      '/nul-%00',
      '/emoji-😀',
      '/half-%ED%A0%BD',
      '/half-\ud83d',
      '/escape-%zz-%',
      '/brackets-[]{}|^<script>',
      '/sql-%27);--_%25',
      '/query?a=1&b=\u202e&%00=%0d%0a',
      `/long-${'x'.repeat(1980)}`,
      `/long-${'ü'.repeat(1000)}`,
      '/\u0000',
    ];
    answer = (request, response) => {
      if (request.url === '/robots.txt' || request.url === '/sitemap.xml') response.writeHead(404).end();
      else sendHtml(response, linksTo(request.url === '/' ? strange : ['/']));
    };
    const { crawl, urls } = await crawledAndRead();
    expect(crawl.pages).toMatchObject({ queued: 0, failed: 0 });
    // The address of many umlauts is too long when it is escaped; the two halves of a character are one address each.
    expect(urls).toHaveLength(strange.length);
    expect(crawl.pages.completed).toBe(strange.length);
  });

  it('with texts that PostgreSQL refuses keeps the rest of them', async () => {
    const body = `<h1>A\u0000B&#0;</h1><p>${'word '.repeat(1_000_000)}`;
    const texts = (title: string, description: string) =>
      `<!doctype html><html lang="\u0000"><title>${title}</title><meta name="description" content="${description}">${body}`;
    const halves = Buffer.from(texts('half \ud83d', 'half \udc00'), 'utf16le');
    serve({
      '/': linksTo(['/references', '/raw', '/utf-16', '/headers', '/endless']),
      '/references': texts('a&#0;b&#xD800;', '&#0;&#xDFFF;'),
      '/raw': texts('a\u0000b', '\u0000\ufffe'),
      '/utf-16': (_, response) =>
        response.writeHead(200, { 'content-type': 'text/html; charset=utf-16le' }).end(halves),
      '/headers': (_, response) =>
        response
          .writeHead(200, {
            'content-type': 'text/html; charset=utf-8',
            'x-robots-tag': 'all\u00ff, caf\u00e9: none',
            link: '<https://\u00e9.example/>; rel="alternate"; hreflang="d\u00ff"',
            'content-language': '\u0080\u00ff',
          })
          .end(linksTo(['/'])),
      '/endless': `<!doctype html><title>${'t'.repeat(5_000_000)}</title><h1>Title</h1>`,
    });
    const { crawl, urls } = await crawledAndRead();
    expect(urls).toHaveLength(6);
    expect(crawl.pages).toMatchObject({ completed: 6, failed: 0 });
  });
});
