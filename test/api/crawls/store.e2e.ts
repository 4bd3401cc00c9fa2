import { startApp, type TestApp } from '../../support/app.js';
import { crawled, CRAWLS, endedCrawl, startedCrawl } from '../../support/crawls.js';
import { plantedSite, type PlantedSite, sitemapOf } from '../../../bench/support/planted-site.js';
import { type StrangerSite, strangerSite } from '../../support/website.js';

const ROBOTS = 'User-agent: *\nDisallow: /secret\n';

let test: TestApp;
let site: PlantedSite;
/** Where no server listens. */
let closed: StrangerSite;
/** Its first answer is an error. */
let waking: StrangerSite;

beforeAll(async () => {
  site = await plantedSite(
    (path) => {
      if (path === '/')
        return {
          links: ['/alpha', '/secret', '/tail/x', '/calendar?day=1', '/file.pdf', '/download'],
          nofollow: ['/unfollowed'],
        };
      if (path.startsWith('/calendar'))
        return { links: [`/calendar?day=${String(Number(path.split('=')[1]) + 1)}`] };
      if (path === '/download') return { headers: { 'content-type': 'application/pdf' } };
      if (path.startsWith('/tail')) return { links: [`${path}/x`] };
      return path === '/alpha' || path === '/unfollowed' || path === '/listed'
        ? { links: ['/', '/alpha'] }
        : null;
    },
    { '/robots.txt': ROBOTS, '/sitemap.xml': sitemapOf(['/listed', '/secret']) },
  );
  closed = await strangerSite();
  await closed.close();
  waking = await strangerSite((request, response) => {
    if (waking.requests.length === 1) response.writeHead(500).end();
    else if (request.url === '/robots.txt') response.writeHead(404).end();
    else response.setHeader('content-type', 'text/html').end('<!doctype html><title>Awake</title>');
  });
  test = await startApp({ ALLOWED_TARGETS: [site, closed, waking].map(({ target }) => target).join() });
});

beforeEach(() => site.requests.splice(0));

afterAll(async () => {
  await test.close();
  await waking.close();
  site.close();
});

describe('POST /api/v1/crawls', () => {
  it('responds with the queued crawl, to its account alone', async () => {
    const body = { url: site.urlOf('/'), max_pages: 2, render: 'never' };
    const { body: answer, headers } = await test.owner.call('post', CRAWLS).send(body).expect(202);
    expect(answer.data).toMatchObject({
      url: site.urlOf('/'),
      status: 'queued',
      max_pages: 2,
      max_depth: 10,
      delay_ms: 250,
      sources: ['sitemap', 'links'],
      include: [],
      exclude: [],
      progress: 0,
      started_at: null,
    });
    const path = `${CRAWLS}/${String(answer.data.id)}`;
    expect(headers.location).toBe(test.url + path);
    await test.owner.call('get', path).expect(200);
    await test.stranger.call('get', path).expect(404);
    await endedCrawl(test.owner, answer.data.id);
  });

  it('visits each page once, as robots.txt, nofollow and the limits allow', async () => {
    const crawl = await crawled(test.owner, { url: site.urlOf('/'), max_depth: 100, exclude: ['/tail/*'] });
    expect(crawl).toMatchObject({
      status: 'completed',
      progress: 1,
      pages: {
        queued: 0,
        completed: 53,
        failed: 0,
        skipped: { robots: 1, nofollow: 1, file: 2, trap: 1, excluded: 1, depth: 0, limit: 0 },
      },
    });
    expect(site.gets('/secret')).toEqual([]);
    expect(site.gets('/unfollowed')).toEqual([]);
    for (const path of ['/', '/alpha', '/listed', '/calendar?day=1', '/calendar?day=50'])
      expect({ path, gets: site.gets(path).length }).toEqual({ path, gets: 1 });
    expect(site.gets('/calendar?day=51')).toEqual([]);
  });

  it('stops at the greatest depth, and at the greatest number of pages', async () => {
    const shallow = await crawled(test.owner, { url: site.urlOf('/'), max_depth: 1, sources: ['links'] });
    expect(shallow.pages).toMatchObject({ completed: 4, failed: 0, skipped: { depth: 2 } });
    const small = await crawled(test.owner, { url: site.urlOf('/'), max_pages: 3 });
    expect(Number(small.pages.completed) + Number(small.pages.failed)).toBe(3);
    expect(small.pages.skipped.limit).toBeGreaterThan(0);
  });

  it('visits what include names, and the start', async () => {
    const { pages } = await crawled(test.owner, { url: site.urlOf('/'), include: ['/al*'] });
    expect(pages).toMatchObject({ completed: 2, failed: 0 });
  });

  it('fails with the reason if robots.txt could not be loaded', async () => {
    expect(await crawled(test.owner, { url: `${closed.origin}/` })).toMatchObject({
      status: 'failed',
      error:
        'robots.txt could not be loaded, so no page was visited. The server refuses connections on this port.',
      pages: { completed: 0, failed: 0, skipped: { robots: 0 } },
    });
  });

  it('asks for robots.txt once more if its server had an error', async () => {
    const crawl = await crawled(test.owner, { url: `${waking.origin}/` });
    expect(crawl).toMatchObject({ status: 'completed', error: null, pages: { completed: 1 } });
    expect(waking.requests.slice(0, 2)).toEqual(['/robots.txt', '/robots.txt']);
  });

  it('creates one crawl for an Idempotency-Key', async () => {
    const send = () =>
      test.owner
        .call('post', CRAWLS)
        .set('Idempotency-Key', 'crawl')
        .send({ url: site.urlOf('/'), max_pages: 1 })
        .expect(202);
    const [first, second] = [await send(), await send()];
    expect(second.body.data.id).toBe(first.body.data.id);
  });

  it.each([
    ['max_pages', 0],
    ['max_pages', 10_001],
    ['max_depth', -1],
    ['delay_ms', 60_001],
    ['sources', ['feeds']],
    ['include', ['blog']],
    ['exclude', Array(51).fill('/a')],
    ['exclude', [7]],
    ['url', 'ftp://example.com/'],
    ['url', 'http://10.0.0.1/'],
    ['url', `https://example.com/${'ä'.repeat(500)}`],
  ])('refuses %s = %p', async (field, value) => {
    const { body } = await test.owner
      .call('post', CRAWLS)
      .send({ url: site.urlOf('/'), [field]: value })
      .expect(422);
    expect(Object.keys(body.errors)).toEqual([field]);
  });

  it('takes all patterns that are allowed, of the greatest length', async () => {
    const exclude = Array.from({ length: 50 }, (_, at) => `/${String(at).padEnd(499, 'x')}`);
    const include = ['/', ...exclude.slice(1).map((pattern) => pattern.replace('x', 'y'))];
    const body = { url: site.urlOf('/'), max_pages: 1, include, exclude };
    const { body: answer } = await test.owner.call('post', CRAWLS).send(body).expect(202);
    expect(answer.data).toMatchObject({ include, exclude });
    await endedCrawl(test.owner, answer.data.id);
  });

  it('refuses more crawls at a time than ACCOUNT_CRAWLS', async () => {
    const paths = await Promise.all(
      Array.from({ length: 10 }, () =>
        startedCrawl(test.stranger, { url: site.urlOf('/'), delay_ms: 60_000 }),
      ),
    );
    const { body } = await test.stranger
      .call('post', CRAWLS)
      .send({ url: site.urlOf('/') })
      .expect(409);
    expect(body.detail).toContain('ACCOUNT_CRAWLS');
    for (const id of paths) await test.stranger.call('delete', `${CRAWLS}/${String(id)}`).expect(200);
  });

  it('refuses them, too, when they are asked for at once', async () => {
    const api = await startApp({ ROLE: 'api', ACCOUNT_CRAWLS: '2' });
    const urls = Array.from({ length: 6 }, (_, n) => `https://shop-${String(n)}.example/`);
    const items = urls.map((url) => ({ url }));
    await api.owner.call('post', '/api/v1/reports/batch').send({ items }).expect(202);
    const answers = await Promise.all(urls.map((url) => api.owner.call('post', CRAWLS).send({ url })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([202, 202, 409, 409, 409, 409]);
    await api.close();
  });
});
