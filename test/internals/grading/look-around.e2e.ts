import { type IncomingMessage, type ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { graded, reply } from '../../support/graded.js';
import { runCli } from '../../support/service.js';
import { ordinaryAnswer, strangerSite } from '../../support/website.js';

describe('looking around a page', () => {
  it('finds broken links, and tries GET where HEAD fails', async () => {
    const { findingOf } = await graded(
      '<a href="/gone">a</a><a href="/refused">b</a><a href="/unknown">b</a><a href="/fine">c</a>',
      {
        '/refused': (request, response) =>
          void response.writeHead(request.method === 'HEAD' ? 405 : 200).end(),
        '/unknown': (request, response) =>
          void response.writeHead(request.method === 'HEAD' ? 404 : 200).end(),
        '/fine': reply(200, 'text/html'),
      },
    );
    expect(findingOf('broken_links')).toMatchObject({
      outcome: 'fail',
      sample: { taken: 4, of: 4 },
      value: { broken: 1, urls: [expect.stringMatching(/\/gone$/)], faults: ['status 404'] },
      evidence: [{ excerpt: '<a href="/gone">', line: 1, column: 1 }],
    });
  });

  it.each([0, 5])('is not misled by a server that sends a body to HEAD, %i ms later', async (delayMs) => {
    const paths = Array.from({ length: 20 }, (_, number) => `/page-${number}`);
    const route = (request: IncomingMessage, response: ServerResponse) => {
      response.writeHead(200, { 'content-type': 'text/html', 'content-length': 5 }).flushHeaders();
      if (request.method !== 'HEAD') return void response.end('HELLO');
      setTimeout(() => {
        request.socket.write('HELLO');
        response.end();
      }, delayMs);
    };
    const { findingOf } = await graded(
      paths.map((path) => `<a href="${path}">Page</a>`).join(''),
      Object.fromEntries(paths.map((path) => [path, route])),
    );
    expect(findingOf('broken_links')).toMatchObject({ outcome: 'pass', sample: { taken: 20, of: 20 } });
  });

  it('keeps its connections after HEAD', async () => {
    const paths = Array.from({ length: 20 }, (_, number) => `/page-${number}`);
    const { site, findingOf } = await graded(
      paths.map((path) => `<a href="${path}">Page</a>`).join(''),
      Object.fromEntries(paths.map((path) => [path, reply(200, 'text/html')])),
    );
    expect(findingOf('broken_links')?.outcome).toBe('pass');
    expect(site.requests.length).toBeGreaterThan(25);
    expect(site.connections).toBeLessThanOrEqual(6);
  });

  it('asks for no link that robots.txt forbids, and for none to a private address', async () => {
    const { findingOf, site } = await graded(
      '<a href="/private/a">a</a><a href="http://10.0.0.1/">b</a><a href="/open">c</a>',
      {
        '/robots.txt': reply(200, 'text/plain', 'User-agent: *\nDisallow: /private/'),
        '/open': reply(200, 'text/html'),
      },
    );
    expect(site.requests).not.toContain('/private/a');
    expect(findingOf('broken_links')).toMatchObject({ outcome: 'pass', sample: { taken: 1, of: 3 } });
  });

  it('samples at most 20 links of the site and 30 files', async () => {
    const many = (make: (n: number) => string) => Array.from({ length: 100 }, (_, n) => make(n)).join('');
    const { site, facts } = await graded(
      many((n) => `<a href="/link-${String(n)}">x</a>`) + many((n) => `<img src="/image-${String(n)}">`),
    );
    const asked = new Set(site.requests);
    const countOf = (prefix: string) => [...asked].filter((path) => path.startsWith(prefix)).length;
    expect([countOf('/link-'), countOf('/image-')]).toEqual([20, 30]);
    expect(facts.requests).toBe(site.requests.length);
    expect(facts.requests).toBeLessThanOrEqual(76);
  });

  it('finds broken files by status, type and first bytes, and asks again for those in doubt alone', async () => {
    const page = reply(200, 'text/html', '<!doctype html><title>Start page</title>');
    const { findingOf, site } = await graded(
      `<!doctype html><link rel=stylesheet href=/gone.css><style>@font-face{font-family:A;src:url(/a.woff2)}</style>
      <img src=/page.png><img src=/untyped.gif><script src=/page.js></script><script src=/odd.js></script>`,
      {
        '/page.png': page,
        '/untyped.gif': reply(200, 'application/octet-stream', Buffer.from('GIF89a')),
        '/page.js': page,
        '/odd.js': reply(200, 'text/html', 'document.title = "x";'),
        '/a.woff2': reply(500, 'text/plain'),
      },
    );
    expect(findingOf('broken_files')).toMatchObject({
      outcome: 'fail',
      reason: 'broken',
      sample: { taken: 6, of: 6 },
      value: {
        not_loaded: 2,
        wrong_type: 2,
        urls: ['/gone.css', '/page.png', '/page.js', '/a.woff2'].map((path) => site.origin + path),
        faults: ['status 404', 'type “text/html”', 'type “text/html”', 'status 500'],
      },
    });
    const timesAsked = (path: string) => site.requests.filter((asked) => asked === path).length;
    // Once more for the first that fails: maybe HEAD alone fails here.
    expect(['/gone.css', '/a.woff2'].map(timesAsked).sort()).toEqual([1, 2]);
    expect(['/page.png', '/untyped.gif', '/page.js', '/odd.js'].map(timesAsked)).toEqual([2, 2, 2, 2]);
  });

  it('reads the beginning of at most ten files', async () => {
    const paths = Array.from({ length: 30 }, (_, number) => `/${String(number)}.png`);
    const { findingOf, site } = await graded(
      paths.map((path) => `<img src=${path}>`).join(''),
      Object.fromEntries(paths.map((path) => [path, reply(200, 'text/html', '<!doctype html>')])),
    );
    expect(findingOf('broken_files')).toMatchObject({ reason: 'wrong_type', evidence_count: 10 });
    expect(site.requests.filter((path) => path.endsWith('.png'))).toHaveLength(40);
  });

  it.each(['application/gzip', 'application/octet-stream', 'application/xml', 'text/xml; charset=utf-8'])(
    'reads the sitemap that robots.txt names, compressed, of type %s',
    async (type) => {
      const xml = `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>https://elsewhere.example/</loc></url></urlset>`;
      const { findingOf } = await graded('', {
        '/robots.txt': reply(200, 'text/plain', 'Sitemap: /maps/all.xml'),
        '/maps/all.xml': reply(200, type, gzipSync(xml)),
      });
      expect(findingOf('sitemap')).toMatchObject({
        reason: 'foreign_locations',
        value: { locations: 1 },
        evidence: [{ excerpt: 'https://elsewhere.example/' }],
      });
    },
  );

  it('reads a compressed sitemap that was compressed again for the way', async () => {
    const xml = '<urlset><url><loc>https://elsewhere.example/</loc></url></urlset>';
    const { findingOf } = await graded('', {
      '/sitemap.xml': (_request, response) => {
        response.writeHead(200, { 'content-type': 'application/xml', 'content-encoding': 'gzip' });
        response.end(gzipSync(gzipSync(xml)));
      },
    });
    expect(findingOf('sitemap')?.reason).toBe('foreign_locations');
  });

  it.each([
    ['a broken sitemap', '<urlset><url>', 'not_a_sitemap'],
    ['a page in its place', '<!doctype html><p>Not found', 'not_a_sitemap'],
    [
      'entities without end',
      `<!DOCTYPE a [<!ENTITY b "bb"><!ENTITY c "&b;&b;">]><urlset><url><loc>&c;</loc></url></urlset>`,
      'not_a_sitemap',
    ],
    ['elements without end', '<a>'.repeat(200_000), 'not_a_sitemap'],
    [
      'text without end',
      `<urlset><url><loc>${'&amp;'.repeat(300_000)}</loc></url></urlset>`,
      'not_a_sitemap',
    ],
  ])('tells %s', async (_name, body, reason) => {
    const { findingOf } = await graded('', { '/sitemap.xml': reply(200, 'application/xml', body) });
    expect(findingOf('sitemap')?.reason).toBe(reason);
  });

  it('survives a sitemap that expands to more than fits into memory', async () => {
    const attributes = Array.from({ length: 1_500_000 }, (_, n) => `a${n}=""`).join(' ');
    const bomb = gzipSync(`<urlset ${attributes}>`);
    const site = await strangerSite((request, response) => {
      const answer = request.url === '/sitemap.xml' ? reply(200, 'application/gzip', bomb) : ordinaryAnswer;
      answer(request, response);
    });
    const env = { ALLOWED_TARGETS: site.target, NODE_OPTIONS: '--max-old-space-size=96' };
    const { stdout } = await runCli(['audit', '--json', site.origin], env);
    await site.close();
    const { checks } = JSON.parse(stdout) as { checks: { id: string; reason: string | null }[] };
    expect(checks.find(({ id }) => id === 'sitemap')?.reason).toBe('not_a_sitemap');
  });

  it('asks no further once an answer has thousands of headers', async () => {
    const headers = Array.from({ length: 3000 }, (_, n) => [`h${n}`, '']).flat();
    const flood = (_request: IncomingMessage, response: ServerResponse) =>
      void response.writeHead(200, headers).end();
    const paths = Array.from({ length: 20 }, (_, number) => `/page-${number}`);
    const { site, error } = await graded(
      paths.map((path) => `<a href="${path}">Page</a>`).join(''),
      Object.fromEntries(paths.map((path) => [path, flood])),
    );
    expect(error).toBeNull();
    expect(site.requests.filter((path) => path.startsWith('/page-')).length).toBeLessThanOrEqual(6);
  });

  it('reads the page that the canonical link names', async () => {
    const { findingOf } = await graded('<head><link rel="canonical" href="ORIGIN/other"></head>', {
      '/other': reply(200, 'text/html', '<head><meta name="robots" content="noindex"></head>'),
    });
    expect(findingOf('canonical_target')?.reason).toBe('not_indexable');
  });

  it('does not judge a canonical page of another site by its own robots.txt', async () => {
    const other = await strangerSite(reply(200, 'text/html', '<title>The same page</title>'));
    const { findingOf } = await graded(
      `<head><link rel="canonical" href="${other.origin}/shoes"></head>`,
      { '/robots.txt': reply(200, 'text/plain', 'User-agent: *\nDisallow: /shoes') },
      [other.target],
    );
    expect(findingOf('canonical_target')?.outcome).toBe('pass');
    await other.close();
  });

  it('follows the redirects of a URL that does not exist', async () => {
    const { findingOf } = await graded('', {
      '*': ({ url = '' }, response) => {
        const isWithSlash = url.endsWith('/');
        response.writeHead(isWithSlash ? 404 : 301, isWithSlash ? {} : { location: `${url}/` }).end();
      },
    });
    expect(findingOf('404_page')).toMatchObject({ outcome: 'pass', value: { status: 404 } });
  });

  it('finds the icon, whatever its type says', async () => {
    const png = Buffer.from('89504e470d0a1a0a', 'hex');
    const { findingOf } = await graded('', { '/favicon.ico': reply(200, 'text/plain', png) });
    expect(findingOf('favicon')?.outcome).toBe('pass');
  });

  it('tells a server that lets every site read with cookies', async () => {
    const { findingOf } = await graded('', {
      '/': (request, response) => {
        const { origin = '' } = request.headers;
        const allowed = { 'access-control-allow-origin': origin, 'access-control-allow-credentials': 'true' };
        response.writeHead(200, { 'content-type': 'text/html', ...(origin !== '' && allowed) }).end('x');
      },
    });
    expect(findingOf('cors')?.reason).toBe('any_origin_with_credentials');
  });

  it('follows an immediate refresh as a redirect', async () => {
    const { finalUrl, facts, findingOf, site } = await graded(
      '<meta http-equiv="refresh" content="0; url=/next">',
      {
        '/next': reply(200, 'text/html', '<title>The next page</title>'),
      },
    );
    expect(finalUrl).toBe(`${site.origin}/next`);
    expect(facts.redirects).toEqual([
      { url: `${site.origin}/`, status: null, location: `${site.origin}/next` },
    ]);
    expect(findingOf('redirects')?.outcome).toBe('fail');
    expect(findingOf('meta_refresh')?.outcome).toBe('warn');
  });

  it('follows an immediate refresh that a header asks for', async () => {
    const { finalUrl, site } = await graded('', {
      '/': reply(200, 'text/html', '<title>Moved</title>', { refresh: '0; url=/next' }),
      '/next': reply(200, 'text/html', '<title>The next page</title>'),
    });
    expect(finalUrl).toBe(`${site.origin}/next`);
  });

  it('ends refreshes that lead in a circle', async () => {
    const { error } = await graded('<meta http-equiv="refresh" content="0; url=/a">', {
      '/a': reply(200, 'text/html', '<meta http-equiv="refresh" content="0; url=/">'),
    });
    expect(error?.code).toBe('too_many_redirects');
  });

  it('follows no refresh to a private address', async () => {
    const { error } = await graded('<meta http-equiv="refresh" content="0; url=http://169.254.169.254/">');
    expect(error?.code).toBe('blocked_address');
  });

  it('reports parity with both engines', async () => {
    const { parity } = await graded('<!doctype html><html lang="en"><title>A page</title>');
    expect(parity).toMatchObject({
      lighthouse: { audits: { 'document-title': 1, 'meta-description': 0, 'structured-data': null } },
      observatory: {
        algorithm: 6,
        hsts_preload: 'not_checked',
        grade: 'F',
        tests: { 'content-security-policy': -25, redirection: -20, 'cross-origin-opener-policy': 0 },
      },
    });
    expect(parity?.lighthouse.seo).toBe(90);
  });
});
