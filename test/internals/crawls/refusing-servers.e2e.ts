import { setTimeout as sleep } from 'node:timers/promises';
import { startApp, type TestApp } from '../../support/app.js';
import { endedCrawl, startedCrawl } from '../../support/crawls.js';
import { sitemapOf } from '../../../bench/support/planted-site.js';
import { type StrangerSite, strangerSite } from '../../support/website.js';

const PATHS = Array.from({ length: 12 }, (_, n) => `/${String(n)}`);

let site: StrangerSite;
let test: TestApp;
let refuses: (path: string) => boolean = () => false;
let sitemap: readonly string[] = [];

beforeAll(async () => {
  site = await strangerSite(({ url = '' }, response) => {
    if (url === '/robots.txt') response.writeHead(404).end();
    else if (url === '/sitemap.xml') response.end(sitemapOf(sitemap)(site.origin));
    else if (url !== '/' && !PATHS.includes(url)) response.writeHead(404).end();
    else if (refuses(url)) response.writeHead(429).end();
    else
      response
        .setHeader('content-type', 'text/html')
        .end(
          `<!doctype html><title>${url}</title>${PATHS.map((path) => `<a href="${path}">x</a>`).join('')}`,
        );
  });
  test = await startApp({ ALLOWED_TARGETS: site.target });
});

afterAll(async () => {
  await test.close();
  await site.close();
});

/** Waits until pages were refused in a row, and makes it look as if it had been almost as many as are tried. */
async function refusedOften(id: number): Promise<void> {
  for (;;) {
    const raised = await test.database.query(
      'UPDATE crawls SET refused_in_row = 19 WHERE id = $1 AND refused_in_row BETWEEN 1 AND 18 RETURNING id',
      [id],
    );
    if (raised.flat().length > 0) return;
    await sleep(50);
  }
}

async function refusedInRow(id: number): Promise<unknown> {
  const [row] = await test.database.query<{ refused_in_row: number }>(
    'SELECT refused_in_row FROM crawls WHERE id = $1',
    [id],
  );
  return row?.refused_in_row;
}

describe('a server that refuses one page after another', () => {
  it('is left alone: the crawl is completed with what it has, and says why', async () => {
    refuses = (path) => path !== '/';
    const id = await startedCrawl(test.owner, { url: `${site.origin}/` });
    await refusedOften(id);
    const crawl = await endedCrawl(test.owner, id);
    expect(crawl).toMatchObject({
      status: 'completed',
      error: expect.stringMatching(/^The server refused one page after another/),
      pages: { completed: 1, queued: 0 },
    });
    expect(crawl.pages.skipped.limit).toBeGreaterThanOrEqual(PATHS.length - 2);
  });

  it('fails a crawl without a page', async () => {
    refuses = () => true;
    sitemap = PATHS;
    const id = await startedCrawl(test.owner, { url: `${site.origin}/` });
    await refusedOften(id);
    expect(await endedCrawl(test.owner, id)).toMatchObject({
      status: 'failed',
      error: expect.stringMatching(/^The server refused/),
    });
  });

  it('is forgiven with the next page that it gives', async () => {
    refuses = (path) => path !== '/';
    sitemap = [];
    const id = await startedCrawl(test.owner, { url: `${site.origin}/`, max_pages: 3 });
    await refusedOften(id);
    refuses = () => false;
    expect(await endedCrawl(test.owner, id)).toMatchObject({ status: 'completed', error: null });
    expect(await refusedInRow(id)).toBe(0);
  });
});
