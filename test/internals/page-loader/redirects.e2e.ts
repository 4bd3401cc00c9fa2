import { mayCrawl } from '../../../src/engine/crawling/crawl-rules.js';
import { PageLoader } from '../../../src/engine/page-loader/page-loader.js';
import { type ServerResponse } from 'node:http';
import { closeServers, codeOf, html, load, pageOf, site } from '../../support/page-loads.js';

afterEach(closeServers);

describe('PageLoader: redirects', () => {
  const chain = (length: number) => (request: { url?: string }, response: ServerResponse) => {
    const step = Number(request.url?.slice(1));
    if (step < length) return response.writeHead(301, { location: `/${step + 1}` }).end('moved');
    return response.writeHead(200, html('x')).end('x');
  };

  it('follows five and records them', async () => {
    const { origin, target } = await site(chain(5));
    const result = await load(`${origin}/0`, [target]);
    expect(result.finalUrl).toBe(`${origin}/5`);
    expect(result.facts.redirects).toHaveLength(5);
    expect(result.facts.redirects[0]).toEqual({ url: `${origin}/0`, status: 301, location: '/1' });
  });

  it('sends the cookies that were set when they lead back to an address', async () => {
    const seen: unknown[] = [];
    const { origin, target } = await site((request, response) => {
      seen.push(request.headers.cookie);
      if (request.url === '/a' && request.headers.cookie !== 'a=1')
        return response
          .writeHead(302, { location: '/test', 'set-cookie': ['a=1; Path=/', 'b=2; Path=/b'] })
          .end();
      if (request.url === '/test') return response.writeHead(302, { location: '/a' }).end();
      return response.writeHead(200, { 'content-type': 'text/html' }).end('x');
    });
    expect(codeOf(await load(`${origin}/a`, [target]))).toBe('loaded');
    expect(seen).toEqual([undefined, undefined, 'a=1', undefined]);
  });

  it('sends a cookie of a page whose refresh leads back to it', async () => {
    const { origin, target } = await site((request, response) => {
      if (request.url === '/check') return response.writeHead(302, { location: '/' }).end();
      const isKnown = request.headers.cookie === 'seen=1';
      response.writeHead(200, { 'content-type': 'text/html', ...(!isKnown && { 'set-cookie': 'seen=1' }) });
      return response.end(isKnown ? 'page' : 'gate');
    });
    const policy = { allowedTargets: new Set([target]), allowedPorts: new Set([80, 443]) };
    const loader = new PageLoader({ policy, userAgent: 'Pagegrade/test' });
    const bodies = await loader.visit(async (visit) => {
      const gate = await visit.load(new URL(origin));
      const page = await visit.loadNext(`${origin}/check`);
      return [gate, page].map((result) => Buffer.from(pageOf(result).body).toString());
    });
    expect(bodies).toEqual(['gate', 'page']);
  });

  it('keeps the bytes of an address that is no UTF-8', async () => {
    const { origin, target, requests } = await site((request, response) =>
      request.url === '/'
        ? response.writeHead(301, { location: '/caf\xe9' }).end()
        : response.writeHead(200, html('x')).end('x'),
    );
    expect(codeOf(await load(origin, [target]))).toBe('loaded');
    expect(requests).toEqual(['/', '/caf%E9', '/robots.txt']);
  });

  it('does not wait for the body of one', async () => {
    const { origin, target } = await site((request, response) => {
      if (request.url !== '/') return response.writeHead(200, html('x')).end('x');
      response.writeHead(301, { location: '/next', 'content-length': '178' }).flushHeaders();
      return response;
    });
    expect(codeOf(await load(origin, [target], { deadlineMs: 8000 }))).toBe('loaded');
  });

  it('requests an address with backslashes as it was sent', async () => {
    const { origin, target, requests } = await site((request, response) =>
      request.url === '/'
        ? response.writeHead(302, { location: '/a?q=b\\c#d\\e' }).end()
        : response.writeHead(200, html('x')).end('x'),
    );
    expect(codeOf(await load(origin, [target]))).toBe('loaded');
    expect(requests).toEqual(['/', '/a?q=b\\c', '/robots.txt']);
  });

  it('follows the first address that is not empty, and none if all are', async () => {
    const answers: Readonly<Record<string, string[]>> = { '/both': ['', '/there'], '/none': [''] };
    const { origin, target } = await site((request, response) => {
      const locations = answers[request.url ?? ''];
      if (!locations) return response.writeHead(200, html('x')).end('x');
      const headers = locations.flatMap((location) => ['Location', location]);
      return response.writeHead(302, ['Content-Type', 'text/html', ...headers]).end('moved');
    });
    expect((await load(`${origin}/both`, [target])).finalUrl).toBe(`${origin}/there`);
    const { facts, ...none } = await load(`${origin}/none`, [target]);
    expect([codeOf(none), facts.http_status]).toEqual(['http_error', 302]);
  });

  it('leaves no measurement of the page that led to one that is not there', async () => {
    const { origin, target } = await site((_request, response) =>
      response.writeHead(302, { location: 'http://127.0.0.1:9/', 'retry-after': '9' }).end(),
    );
    const { facts, ...result } = await load(origin, [target, '127.0.0.1:9']);
    expect(codeOf(result)).toBe('connection_refused');
    expect(facts).toMatchObject({ http_status: null, content_type: null, timings: { ttfb_ms: null } });
    expect(facts.redirects).toHaveLength(1);
  });

  it.each([
    ['/plain#asked', '#asked'],
    ['/plain', ''],
    ['/keeps#asked', '#asked'],
    ['/names#asked', '#named'],
  ])('leads from %s to the fragment "%s"', async (path, fragment) => {
    const { origin, target } = await site((request, response) => {
      if (request.url === '/keeps') return response.writeHead(302, { location: '/plain' }).end();
      if (request.url === '/names') return response.writeHead(302, { location: '/plain#named' }).end();
      return response.writeHead(200, html('x')).end('x');
    });
    const policy = { allowedTargets: new Set([target]), allowedPorts: new Set([80, 443]) };
    const loader = new PageLoader({ policy, userAgent: 'Pagegrade/test' });
    await loader.visit(async (visit) => {
      await visit.load(new URL(origin + path));
      expect(visit.fragment).toBe(fragment);
      await visit.loadNext(`${origin}/plain`);
      expect(visit.fragment).toBe('');
      await visit.loadNext(`${origin}/plain#/home`);
      expect(visit.fragment).toBe('#/home');
    });
  });

  it('gives up at the sixth', async () => {
    const { origin, target } = await site(chain(6));
    expect(await load(`${origin}/0`, [target])).toMatchObject({
      error: { code: 'too_many_redirects', message: 'There are more than 5 redirects.' },
    });
  });

  it('says that they lead in a circle', async () => {
    const { origin, target } = await site((request, response) =>
      response.writeHead(302, { location: request.url === '/a' ? '/b' : '/a' }).end(),
    );
    expect(await load(`${origin}/a`, [target])).toMatchObject({
      error: {
        code: 'too_many_redirects',
        message: 'The redirects lead in a circle: 5 were followed.',
      },
    });
  });

  it.each([
    ['another port of this machine', (port: number) => `http://127.0.0.1:${port + 1}/`],
    ['a private address', () => 'http://10.0.0.1/'],
    ['the metadata service', () => 'http://169.254.169.254/latest/meta-data/'],
    ['this machine in octal', () => 'http://0177.0.0.1/'],
    ['localhost', () => 'http://localhost/'],
    ['a mapped address', () => 'http://[::ffff:127.0.0.1]/'],
    ['a port that is not allowed', () => 'http://example.com:22/'],
  ])('does not follow one to %s', async (_where, location) => {
    let port = 0;
    const stranger = await site((_request, response) =>
      response.writeHead(302, { location: location(port) }).end(),
    );
    port = Number(stranger.target.split(':')[1]);
    const result = await load(stranger.origin, [stranger.target]);
    expect(codeOf(result)).toBe('blocked_address');
    expect(result.facts.redirects).toHaveLength(1);
  });

  it.each(['file:///etc/passwd', 'gopher://127.0.0.1:25/', 'data:text/html,x', 'http://'])(
    'calls one to %s invalid',
    async (location) => {
      const { origin, target } = await site((_request, response) =>
        response.writeHead(302, { location }).end(),
      );
      expect(codeOf(await load(origin, [target]))).toBe('invalid_redirect');
    },
  );

  it('judges those of robots.txt too', async () => {
    const { origin, target, requests } = await site((request, response) => {
      if (request.url === '/robots.txt')
        return response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end();
      return response.writeHead(200, html('x')).end('x');
    });
    const result = await load(origin, [target]);
    expect(pageOf(result).robotsTxt).toEqual({
      status: null,
      error: 'blocked_address',
      body: '',
      fault: expect.stringMatching(/redirect/),
    });
    expect(requests).toEqual(['/', '/robots.txt']);
  });

  it('gives a robots.txt up that redirects to itself, as one that is not there', async () => {
    const { origin, target, requests } = await site((request, response) => {
      if (request.url === '/robots.txt') return response.writeHead(302, { location: '/robots.txt' }).end();
      return response.writeHead(200, html('x')).end('x');
    });
    const { robotsTxt } = pageOf(await load(origin, [target]));
    expect(robotsTxt).toEqual({ status: 302, body: '' });
    expect(mayCrawl(robotsTxt, '/')).toBe(true);
    expect(requests).toHaveLength(7);
  });
});
