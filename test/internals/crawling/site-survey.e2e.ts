import { gzipSync } from 'node:zlib';
import { type SurveyOptions, surveySite } from '../../../src/engine/crawling/site-survey.js';
import { AuditThreads } from '../../../src/engine/grading/audit-threads.js';
import { Grader } from '../../../src/engine/grading/grader.js';
import { type PageLoaderOptions } from '../../../src/engine/page-loader/loader-options.js';
import { PageLoader } from '../../../src/engine/page-loader/page-loader.js';
import { reply, type Routes } from '../../support/graded.js';
import { closeLater, closeServers, site } from '../../support/page-loads.js';
import { isPublic, publicSite, resolvePublic } from '../../support/public-site.js';
import { type StrangerSite } from '../../support/website.js';

const threads = new AuditThreads();

afterEach(closeServers);
afterAll(() => threads.close());

const OPTIONS = { account: 1, readsSitemaps: true, maxAddresses: 1000 };
const urlset = (...urls: string[]) =>
  `<urlset>${urls.map((url) => `<url><loc>${url}</loc></url>`).join('')}</urlset>`;
const index = (...urls: string[]) =>
  `<sitemapindex>${urls.map((url) => `<sitemap><loc>${url}</loc></sitemap>`).join('')}</sitemapindex>`;
const xml = (body: string) => reply(200, 'application/xml', body);
const text = (body: string | Buffer) => reply(200, 'text/plain', body);
/** Sends a byte from time to time, without end. */
const dripping: Routes[string] = (_request, response) => {
  response.writeHead(200, { 'content-type': 'text/plain' });
  const drip = setInterval(() => response.write('x'), 20);
  response.on('close', () => clearInterval(drip));
};

/** Starts a website whose other paths are not found. */
async function siteWith(routesFor: (origin: string) => Routes): Promise<StrangerSite> {
  const started: StrangerSite = await site((request, response) => {
    const route = routesFor(started.origin)[request.url ?? ''];
    if (route) route(request, response);
    else response.writeHead(404).end();
  });
  return started;
}

function loaderFor({ target }: StrangerSite, options: Partial<PageLoaderOptions> = {}): PageLoader {
  const policy = { allowedTargets: new Set([target]), allowedPorts: new Set([80, 443]) };
  return new PageLoader({ policy, userAgent: 'Pagegrade/test', ...options });
}

/** Surveys a website, and returns its addresses without their origin. */
async function surveyed(routesFor: (origin: string) => Routes, options: Partial<SurveyOptions> = {}) {
  const started = await siteWith(routesFor);
  const survey = await surveySite(
    { loader: loaderFor(started), threads },
    new URL(`${started.origin}/start`),
    {
      ...OPTIONS,
      ...options,
    },
  );
  const paths = [...survey.sitemapAddresses.keys()].map((address) => address.replace(started.origin, ''));
  return { ...survey, paths, requests: started.requests };
}

describe('a survey of a website', () => {
  it('reads the sitemaps that robots.txt names, and those that these name, in their order', async () => {
    const robots = 'Sitemap: /index.xml\nSitemap: /last.xml\nUser-agent: *\nCrawl-delay: 1';
    const { robotsTxt, paths, requests, ...survey } = await surveyed((origin) => ({
      '/robots.txt': text(robots),
      '/index.xml': xml(
        index(`${origin}/a.xml.gz`, `${origin}/b.txt`, `${origin}/index.xml`, `${origin}/c.xml`),
      ),
      '/a.xml.gz': reply(200, 'application/octet-stream', gzipSync(urlset(`${origin}/2`, `${origin}/1#top`))),
      '/b.txt': text(`${origin}/3\n${origin}/1\n`),
      '/c.xml': reply(200, 'application/x-gzip', gzipSync(urlset(`${origin}/4`, 'https://other.example/'))),
      '/last.xml': xml(urlset(`${origin}/5`)),
    }));
    expect(robotsTxt).toEqual({ status: 200, body: robots, fault: null });
    expect(paths).toEqual(['/2', '/1', '/3', '/4', '/5']);
    expect(requests).toEqual(['/robots.txt', '/index.xml', '/a.xml.gz', '/b.txt', '/c.xml', '/last.xml']);
    expect(survey).toMatchObject({ sitemapsRead: 5, isComplete: true });
  });

  it('reads /sitemap.xml if robots.txt names none', async () => {
    const { robotsTxt, paths, isComplete } = await surveyed((origin) => ({
      '/sitemap.xml': xml(urlset(`${origin}/1`)),
    }));
    expect(robotsTxt).toEqual({ status: 404, body: '', fault: null });
    expect({ paths, isComplete }).toEqual({ paths: ['/1'], isComplete: true });
  });

  it('is complete without sitemaps', async () => {
    const asPage = () => ({ '/sitemap.xml': reply(200, 'text/html', '<!doctype html><p>Not found') });
    expect(await surveyed(() => ({}))).toMatchObject({ sitemapsRead: 0, isComplete: true });
    expect(await surveyed(asPage)).toMatchObject({ sitemapsRead: 0, isComplete: true });
  });

  it('reads no sitemaps if they are not wanted', async () => {
    const { requests, isComplete } = await surveyed(() => ({}), { readsSitemaps: false });
    expect({ requests, isComplete }).toEqual({ requests: ['/robots.txt'], isComplete: true });
  });

  it('reads a sitemap with an empty line before it', async () => {
    const survey = await surveyed((origin) => ({
      '/sitemap.xml': xml(`\r\n<?xml version="1.0"?>${urlset(`${origin}/1`)}`),
    }));
    expect(survey).toMatchObject({ paths: ['/1'], isComplete: true });
  });

  it.each([429, 500, 503])(
    'requests robots.txt twice, and nothing else, if it has status %i',
    async (status) => {
      const { requests, robotsTxt, isComplete } = await surveyed(() => ({
        '/robots.txt': reply(status, 'text/plain', 'x'),
      }));
      expect(requests).toEqual(['/robots.txt', '/robots.txt']);
      const fault = `The server responded with status ${status}.`;
      expect({ robotsTxt, isComplete }).toEqual({
        robotsTxt: { status, body: '', fault },
        isComplete: false,
      });
    },
  );

  it('waits for a robots.txt that is slow, and asks again for one that had a bad moment', async () => {
    let asked = 0;
    const survey = await surveyed((origin) => ({
      '/robots.txt': (request, response) => {
        asked += 1;
        if (asked === 1) return void response.writeHead(500).end();
        setTimeout(() => text('Sitemap: /a.xml')(request, response), 6000);
      },
      '/a.xml': xml(urlset(`${origin}/1`)),
    }));
    expect(survey).toMatchObject({ robotsTxt: { status: 200, fault: null }, paths: ['/1'] });
  });

  it('requests no sitemap that robots.txt disallows', async () => {
    const { requests, paths, isComplete } = await surveyed((origin) => ({
      '/robots.txt': text('Sitemap: /private/a.xml\nSitemap: /b.xml\nUser-agent: *\nDisallow: /private/'),
      '/b.xml': xml(urlset(`${origin}/1`)),
    }));
    expect(requests).toEqual(['/robots.txt', '/b.xml']);
    expect({ paths, isComplete }).toEqual({ paths: ['/1'], isComplete: false });
  });

  it.each([
    ['is missing', reply(404, 'text/plain')],
    ['has an error', reply(500, 'text/plain')],
    ['is no sitemap', reply(200, 'text/html', '<!doctype html><p>Not found')],
    ['ends too early', xml('<urlset><url>')],
    ['is larger than 50 MiB', reply(200, 'application/gzip', gzipSync('x'.repeat(51 * 1024 * 1024)))],
  ])('is incomplete if a sitemap that robots.txt names %s', async (_what, answer) => {
    const { paths, isComplete, unreadSitemaps } = await surveyed((origin) => ({
      '/robots.txt': text('Sitemap: /a.xml\nSitemap: /b.xml'),
      '/a.xml': answer,
      '/b.xml': xml(urlset(`${origin}/1`)),
    }));
    expect({ paths, isComplete }).toEqual({ paths: ['/1'], isComplete: false });
    expect(unreadSitemaps).toEqual([expect.stringMatching(/\/a\.xml$/)]);
  });

  it('returns as many addresses as wanted, and reads no further', async () => {
    const { paths, requests, isComplete, unreadSitemaps } = await surveyed(
      (origin) => ({
        '/sitemap.xml': xml(index(`${origin}/a.xml`, `${origin}/b.xml`, `${origin}/c.xml`)),
        '/a.xml': xml(urlset(`${origin}/1`, `${origin}/2`)),
        '/b.xml': xml(urlset(`${origin}/2`, `${origin}/1`, `${origin}/3`, `${origin}/4`)),
      }),
      { maxAddresses: 3 },
    );
    expect({ paths, isComplete }).toEqual({ paths: ['/1', '/2', '/3'], isComplete: false });
    expect(unreadSitemaps).toEqual([]);
    expect(requests).toEqual(['/robots.txt', '/sitemap.xml', '/a.xml', '/b.xml']);
  });

  it('reads at most 50 sitemaps, and names the first of the others', async () => {
    const numbers = Array.from({ length: 60 }, (_, n) => n);
    const { requests, isComplete, unreadSitemaps } = await surveyed((origin) => ({
      '/sitemap.xml': xml(index(...numbers.map((n) => `${origin}/${n}.xml`))),
      ...Object.fromEntries(numbers.map((n) => [`/${n}.xml`, xml(urlset(`${origin}/${n}`))])),
    }));
    expect(requests.filter((path) => path.endsWith('.xml'))).toHaveLength(50);
    expect(isComplete).toBe(false);
    expect(unreadSitemaps).toEqual(['sitemap', '49'].map((name) => expect.stringContaining(`/${name}.xml`)));
  });

  it('follows indexes two levels below the first', async () => {
    const { requests, isComplete } = await surveyed((origin) =>
      Object.fromEntries([
        ['/sitemap.xml', xml(index(`${origin}/1`))],
        ...Array.from({ length: 9 }, (_, n) => [`/${n}`, xml(index(`${origin}/${n + 1}`))]),
      ]),
    );
    expect(requests).toEqual(['/robots.txt', '/sitemap.xml', '/1', '/2']);
    expect(isComplete).toBe(false);
  });

  it('returns a robots.txt of at most 500 KiB without NUL', async () => {
    const { robotsTxt } = await surveyed(() => ({
      '/robots.txt': text(`Allow: /\0ab\n#${'ü'.repeat(400_000)}`),
    }));
    expect(robotsTxt.body).toMatch(/^Allow: \/#ab\n#ü+$/);
    expect(Buffer.byteLength(robotsTxt.body)).toBe(500 * 1024 - 1);
  });

  it('is a method of the grader', async () => {
    const started = await siteWith((origin) => ({ '/sitemap.xml': xml(urlset(`${origin}/1`)) }));
    const policy = { allowedTargets: new Set([started.target]), allowedPorts: new Set<number>() };
    const grader = new Grader({
      loader: { policy, userAgent: 'Pagegrade/test' },
      bands: { good: 80, decent: 50 },
    });
    closeLater(() => grader.close());
    const { sitemapAddresses } = await grader.survey(new URL(started.origin), OPTIONS);
    expect([...sitemapAddresses]).toEqual([[`${started.origin}/1`, `${started.origin}/sitemap.xml`]]);
  });
});

describe('a survey of a website that sends without end', () => {
  const endless = (paths: readonly string[]) =>
    Object.fromEntries([
      ['/robots.txt', text(paths.map((path) => `Sitemap: ${path}`).join('\n'))],
      ...paths.map((path) => [path, dripping]),
    ]) as Routes;

  it('gives each file the time of a visit', async () => {
    const started = await siteWith((origin) => ({
      ...endless(['/a', '/b']),
      '/b': xml(urlset(`${origin}/1`)),
    }));
    const loader = loaderFor(started, { deadlineMs: 400 });
    const survey = await surveySite({ loader, threads }, new URL(started.origin), OPTIONS);
    expect([...survey.sitemapAddresses.keys()]).toEqual([`${started.origin}/1`]);
    expect(survey.isComplete).toBe(false);
  });

  it('ends at its own deadline', async () => {
    const started = await siteWith(() => endless(Array.from({ length: 40 }, (_, n) => `/${n}`)));
    const loader = loaderFor(started, { deadlineMs: 400 });
    const survey = await surveySite({ loader, threads, deadlineMs: 1000 }, new URL(started.origin), OPTIONS);
    expect(survey).toMatchObject({ robotsTxt: { status: 200 }, sitemapsRead: 0, isComplete: false });
    expect(started.requests.length).toBeLessThanOrEqual(4);
  });

  it('ends with a robots.txt that never ends', async () => {
    const started = await siteWith(() => ({ '/robots.txt': dripping }));
    const loader = loaderFor(started, { deadlineMs: 400 });
    const survey = await surveySite({ loader, threads }, new URL(started.origin), OPTIONS);
    expect(survey.robotsTxt).toEqual({ status: null, body: '', fault: expect.stringMatching(/0\.4 s\.$/) });
    expect(survey.isComplete).toBe(false);
    expect(started.requests).toEqual(['/robots.txt', '/robots.txt']);
  });

  it('throws the reason if it is aborted', async () => {
    const abort = new AbortController();
    const started = await siteWith(() => ({
      ...endless(['/a']),
      '/a': (request, response) => {
        dripping(request, response);
        setTimeout(() => abort.abort(new Error('ended')), 100);
      },
    }));
    const options = { ...OPTIONS, signal: abort.signal };
    await expect(
      surveySite({ loader: loaderFor(started), threads }, new URL(started.origin), options),
    ).rejects.toThrow('ended');
  });
});

describe('sitemaps on other hosts', () => {
  /** Surveys a public website that may refer to a host at another port. */
  async function surveyedWith(other: { origin: string; port: number }, routes: Routes) {
    const started = await publicSite((request, response) => {
      const route = routes[request.url ?? ''];
      if (route) route(request, response);
      else response.writeHead(404).end();
    });
    closeLater(() => started.close());
    const policy = {
      allowedTargets: new Set([new URL(other.origin).host]),
      allowedPorts: new Set([started.port, other.port]),
      isPublic,
    };
    const loader = new PageLoader({ policy, resolve: resolvePublic, userAgent: 'Test' });
    return surveySite({ loader, threads }, new URL(started.origin), OPTIONS);
  }

  /** A public host with an index and the sitemap in it, which names a page of another website. */
  async function otherHost() {
    const requests: string[] = [];
    const other = await publicSite(({ url = '' }, response) => {
      requests.push(url);
      response.end(url === '/index.xml' ? index(`${other.origin}/a.xml`) : urlset(`${other.origin}/1`));
    });
    closeLater(() => other.close());
    return { ...other, requests };
  }

  it('are not read if a sitemap names them', async () => {
    const other = await otherHost();
    const { isComplete } = await surveyedWith(other, { '/sitemap.xml': xml(index(`${other.origin}/a.xml`)) });
    expect(other.requests).toEqual([]);
    expect(isComplete).toBe(false);
  });

  it('are read if robots.txt names them, for pages of the website alone', async () => {
    const other = await otherHost();
    const robots = text(`Sitemap: ${other.origin}/index.xml`);
    const { sitemapAddresses, sitemapsRead, isComplete } = await surveyedWith(other, {
      '/robots.txt': robots,
    });
    expect(other.requests).toEqual(['/index.xml', '/a.xml']);
    expect({ sitemapAddresses, sitemapsRead, isComplete }).toEqual({
      sitemapAddresses: new Map(),
      sitemapsRead: 2,
      isComplete: true,
    });
  });

  it.each(['127.0.0.1', 'intranet.example'])(
    'are not read at %s, even where the settings allow that',
    async (host) => {
      const intranet = await site();
      const port = Number(new URL(intranet.origin).port);
      const robots = text(`Sitemap: http://${host}:${port}/a.xml\nSitemap: /redirect.xml`);
      const survey = await surveyedWith(
        { origin: `http://${host}:${port}`, port },
        {
          '/robots.txt': robots,
          '/redirect.xml': reply(302, 'text/plain', '', { location: `http://${host}:${port}/b.xml` }),
        },
      );
      expect(survey).toMatchObject({ robotsTxt: { status: 200 }, sitemapsRead: 0, isComplete: false });
      expect(intranet.connections).toBe(0);
    },
  );
});
