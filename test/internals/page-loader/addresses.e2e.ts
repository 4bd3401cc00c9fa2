import { PageLoader } from '../../../src/engine/page-loader/page-loader.js';
import { closeServers, codeOf, dns, html, load, pageOf, site } from '../../support/page-loads.js';

afterEach(closeServers);

describe('PageLoader: names', () => {
  it('refuses one that points at a private address', async () => {
    const { resolve } = await dns(() => ['192.168.0.1']);
    expect(codeOf(await load('http://inside.example/', [], { resolve }))).toBe('blocked_address');
  });

  it('refuses one that points at a public and a private address', async () => {
    const { resolve } = await dns(() => ['93.184.215.14', '127.0.0.1']);
    expect(codeOf(await load('http://both.example/', [], { resolve }))).toBe('blocked_address');
  });

  it('asks once in a visit, so that every connection is made to what was judged', async () => {
    const { target } = await site((request, response) =>
      response.writeHead(200, { ...html('x'), connection: 'close' }).end('x'),
    );
    const port = target.split(':')[1];
    const { resolve, questions } = await dns((_name, asked) => (asked === 0 ? ['127.0.0.1'] : []));
    const result = await load(`http://name.example:${port}/`, [`name.example:${port}`], { resolve });
    expect(pageOf(result).robotsTxt.status).toBe(200);
    expect(questions).toEqual(['name.example']);
  });

  it('judges a name anew when a redirect leads to it', async () => {
    const stranger = await site((_request, response) =>
      response.writeHead(302, { location: 'http://second.example/' }).end(),
    );
    const port = stranger.target.split(':')[1];
    const { resolve } = await dns(() => ['127.0.0.1']);
    const result = await load(`http://first.example:${port}/`, [`first.example:${port}`], { resolve });
    expect(codeOf(result)).toBe('blocked_address');
  });

  it('tells a name that does not exist from a DNS that does not answer', async () => {
    const unknown = await dns(() => []);
    expect(codeOf(await load('http://nowhere.example/', [], { resolve: unknown.resolve }))).toBe(
      'dns_not_found',
    );
    const silent = await dns(() => null);
    expect(codeOf(await load('http://silent.example/', [], { resolve: silent.resolve }))).toBe('dns_failed');
  });

  it('refuses the address itself, even where the target was not judged before', async () => {
    expect(codeOf(await load('http://127.0.0.1:80/', []))).toBe('blocked_address');
  });

  it('exempts an allowed target on its own port only', async () => {
    const { target } = await site();
    expect(codeOf(await load(`http://${target}/`, ['127.0.0.1:80']))).toBe('blocked_address');
  });
});

describe('a visit to a page that is no allowed target', () => {
  it('reaches no allowed target afterwards', async () => {
    const intranet = await site();
    const policy = { allowedTargets: new Set([intranet.target]), allowedPorts: new Set([80, 443]) };
    const resolve = (host: string) => Promise.resolve([host === '127.0.0.1' ? host : '192.88.98.1']);
    const loader = new PageLoader({ policy, userAgent: 'Test', resolve, deadlineMs: 3000 });
    const ask = { url: `${intranet.origin}/`, method: 'GET' } as const;
    const errors = await loader.visit(async (visit) => {
      const target = new URL('http://public.example/');
      const [, asked, followed] = await Promise.all([
        visit.load(target),
        visit.site.ask(ask),
        visit.site.followRedirects(ask.url),
      ]);
      return [asked.error, followed[0]?.error];
    });
    expect(errors).toEqual(['blocked_address', 'blocked_address']);
    expect(intranet.connections).toBe(0);
    const { status } = await loader.visit(async (visit) => {
      await visit.load(new URL(intranet.origin));
      return visit.site.ask(ask);
    });
    expect(status).toBe(200);
  });
});
