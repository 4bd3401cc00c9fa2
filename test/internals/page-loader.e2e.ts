import { type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { generate } from 'selfsigned';
import { type LoadFacts } from '../../src/page-loader/load-facts.js';
import { type PageLoaderOptions } from '../../src/page-loader/loader-options.js';
import { PageLoader } from '../../src/page-loader/page-loader.js';
import { type LoadResult } from '../../src/page-loader/visit.js';
import { type NameServer, nameServer } from '../support/dns.js';
import { type StrangerSite, strangerSite } from '../support/website.js';

const closers: (() => void | Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function site(answer?: Parameters<typeof strangerSite>[0]): Promise<StrangerSite> {
  const started = await strangerSite(answer);
  closers.push(() => started.close());
  return started;
}

async function dns(answer: Parameters<typeof nameServer>[0]): Promise<NameServer> {
  const started = await nameServer(answer);
  closers.push(() => started.close());
  return started;
}

/** A server that speaks whatever it is told instead of HTTP. */
async function rawServer(onConnection: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createTcpServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    onConnection(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

type Loaded = LoadResult & { readonly facts: LoadFacts; readonly finalUrl: string };

function load(url: string, allowed: string[], options: Partial<PageLoaderOptions> = {}): Promise<Loaded> {
  const policy = { allowedTargets: new Set(allowed), allowedPorts: new Set([80, 443]) };
  const loader = new PageLoader({ policy, userAgent: 'Pagegrade/test', ...options });
  return loader.visit(async (visit) => {
    const result = await visit.load(new URL(url));
    return { ...result, facts: visit.facts, finalUrl: visit.finalUrl };
  });
}

function codeOf(result: LoadResult): string {
  return 'error' in result ? result.error.code : 'loaded';
}

function pageOf(result: LoadResult) {
  if ('error' in result) throw result.error;
  return result.page;
}

const html = (body: string) => ({ 'content-type': 'text/html', 'content-length': Buffer.byteLength(body) });

describe('PageLoader', () => {
  it('brings the page with its headers, sizes, timings and robots.txt', async () => {
    const { origin, target } = await site((request, response) => {
      if (request.url === '/robots.txt') return response.end('User-agent: *');
      response.setHeader('Set-Cookie', ['a=1', 'b=2']);
      return response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>hi</h1>');
    });
    const result = await load(`${origin}/page?q=1#part`, [target]);
    const page = pageOf(result);
    expect(Buffer.from(page.body).toString()).toBe('<h1>hi</h1>');
    expect(page.url).toBe(`${origin}/page?q=1`);
    expect(page.headers.filter(([name]) => name === 'set-cookie')).toEqual([
      ['set-cookie', 'a=1'],
      ['set-cookie', 'b=2'],
    ]);
    expect(page.robotsTxt).toEqual({ status: 200, body: 'User-agent: *' });
    expect(result.facts).toMatchObject({
      http_status: 200,
      content_type: 'text/html',
      redirects: [],
      sizes: { encoded_bytes: 11, decoded_bytes: 11 },
      tls: null,
      robots_txt: { status: 200 },
    });
    expect(result.facts.timings.ttfb_ms).toBeGreaterThan(0);
  });

  it('names itself and sends no cookie, on no hop', async () => {
    const seen: Record<string, unknown>[] = [];
    const { origin, target } = await site((request, response) => {
      seen.push(request.headers);
      if (request.url === '/a') return response.writeHead(302, { location: '/b', 'set-cookie': 'a=1' }).end();
      return response.writeHead(200, html('x')).end('x');
    });
    await load(`${origin}/a`, [target]);
    expect(seen).toHaveLength(3);
    for (const headers of seen) {
      expect(headers['user-agent']).toBe('Pagegrade/test');
      expect(headers).not.toHaveProperty('cookie');
      expect(headers).not.toHaveProperty('authorization');
    }
  });

  describe('redirects', () => {
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

    it('gives up at the sixth', async () => {
      const { origin, target } = await site(chain(6));
      expect(codeOf(await load(`${origin}/0`, [target]))).toBe('too_many_redirects');
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
      expect(pageOf(result).robotsTxt).toEqual({ status: null, body: '' });
      expect(requests).toEqual(['/', '/robots.txt']);
    });
  });

  describe('names', () => {
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
      expect(codeOf(await load('http://silent.example/', [], { resolve: silent.resolve }))).toBe(
        'dns_failed',
      );
    });

    it('refuses the address itself, even where the target was not judged before', async () => {
      expect(codeOf(await load('http://127.0.0.1:80/', []))).toBe('blocked_address');
    });

    it('exempts an allowed target on its own port only', async () => {
      const { target } = await site();
      expect(codeOf(await load(`http://${target}/`, ['127.0.0.1:80']))).toBe('blocked_address');
    });
  });

  describe('limits', () => {
    const hurry = { deadlineMs: 400 };

    it('gives up on a server that accepts and says nothing', async () => {
      const target = await rawServer(() => undefined);
      expect(codeOf(await load(`http://${target}/`, [target], hurry))).toBe('too_slow');
    });

    it('gives up on headers that drip', async () => {
      const target = await rawServer((socket) => {
        socket.write('HTTP/1.1 200 OK\r\n');
        const drip = setInterval(() => socket.write('x-a: b\r\n'), 20);
        socket.on('close', () => clearInterval(drip));
      });
      expect(codeOf(await load(`http://${target}/`, [target], hurry))).toBe('too_slow');
    });

    it('gives up on a body that drips', async () => {
      const { origin, target } = await site((_request, response) => {
        response.writeHead(200, { 'content-type': 'text/html' });
        const drip = setInterval(() => response.write('x'), 20);
        response.on('close', () => clearInterval(drip));
      });
      expect(codeOf(await load(origin, [target], hurry))).toBe('too_slow');
    });

    it('gives up on a name server that does not answer', async () => {
      const resolve = () => new Promise<string[]>(() => undefined);
      expect(codeOf(await load('http://slow.example/', [], { ...hurry, resolve }))).toBe('too_slow');
    });

    it('gives up on endless headers', async () => {
      const target = await rawServer((socket) => {
        socket.write(`HTTP/1.1 200 OK\r\n${`x-a: ${'b'.repeat(1000)}\r\n`.repeat(70)}\r\n`);
      });
      expect(codeOf(await load(`http://${target}/`, [target]))).toBe('headers_too_large');
    });

    it.each([
      [1000, 'loaded'],
      [1001, 'headers_too_large'],
    ])('of %i headers: %s', async (count, code) => {
      const target = await rawServer((socket) => {
        const headers = ['content-type: text/html', ...Array<string>(count - 1).fill('a:')].join('\r\n');
        socket.on('data', () => socket.write(`HTTP/1.1 200 OK\r\n${headers}\r\n\r\n<p>text`));
        setTimeout(() => socket.end(), 500);
      });
      expect(codeOf(await load(`http://${target}/`, [target]))).toBe(code);
    });

    it('large documents of two accounts that never end hold up no third account', async () => {
      const large = Buffer.alloc(1_100_000, 'x');
      let stalled = 0;
      const { origin, target } = await site((request, response) => {
        response.writeHead(200, { 'content-type': 'text/html' });
        if (request.url !== '/endless') return response.end(large);
        return response.write(large, () => stalled++);
      });
      const policy = { allowedTargets: new Set([target]), allowedPorts: new Set<number>() };
      const loader = new PageLoader({ policy, userAgent: 'Pagegrade/test', deadlineMs: 5000 });
      const loaded = (account: number, path: string) =>
        loader.visit((visit) => visit.load(new URL(origin + path)), { account });
      const endings: string[] = [];
      const endless = [1, 2, 1, 2].map(async (account) =>
        endings.push(codeOf(await loaded(account, '/endless'))),
      );
      while (stalled < endless.length) await sleep(10);
      endings.push(codeOf(await loaded(3, '/')));
      await Promise.all(endless);
      expect(endings[0]).toBe('loaded');
    });

    it('gives up on an endless body', async () => {
      const { origin, target } = await site((_request, response) => {
        response.writeHead(200, { 'content-type': 'text/html' });
        const chunk = Buffer.alloc(1 << 20, 'x');
        const more = (): void => {
          while (!response.destroyed && response.write(chunk));
          if (!response.destroyed) response.once('drain', more);
        };
        more();
      });
      expect(codeOf(await load(origin, [target]))).toBe('too_large');
    });

    it.each([
      ['a body in chunks of one byte', 'transfer-encoding: chunked\r\n\r\n', '1\r\nx\r\n'],
      ['endless chunk extensions', 'transfer-encoding: chunked\r\n\r\n1', ';a=b'],
    ])('gives up on %s', async (_what, head, piece) => {
      const pieces = piece.repeat(20_000);
      const target = await rawServer((socket) => {
        socket.write(`HTTP/1.1 200 OK\r\ncontent-type: text/html\r\n${head}`);
        const more = () => {
          while (!socket.destroyed && socket.write(pieces));
        };
        socket.on('drain', more);
        more();
      });
      expect(codeOf(await load(`http://${target}/`, [target], { deadlineMs: 10_000 }))).toBe(
        'invalid_response',
      );
    });

    it('counts decoded bytes: a small bomb is a large page', async () => {
      const bomb = gzipSync(Buffer.alloc(200 * 1024 * 1024));
      expect(bomb.length).toBeLessThan(300_000);
      const { origin, target } = await site((_request, response) => {
        response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' }).end(bomb);
      });
      const before = process.memoryUsage().rss;
      expect(codeOf(await load(origin, [target]))).toBe('too_large');
      expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1024 * 1024);
    });

    it('takes a page of exactly 10 MiB and refuses one byte more', async () => {
      const { origin, target } = await site((request, response) => {
        const size = 10 * 1024 * 1024 + (request.url === '/more' ? 1 : 0);
        response.writeHead(200, { 'content-type': 'text/html' }).end(Buffer.alloc(size, 'x'));
      });
      expect(codeOf(await load(`${origin}/`, [target]))).toBe('loaded');
      expect(codeOf(await load(`${origin}/more`, [target]))).toBe('too_large');
    });

    it('keeps the bytes of a robots.txt that is not UTF-8', async () => {
      const bytes = Buffer.from('User-agent: *\nDisallow: /caf\xe9', 'latin1');
      const { origin, target } = await site((request, response) => {
        if (request.url !== '/robots.txt') return response.writeHead(200, html('x')).end('x');
        return response.end(bytes);
      });
      const { robotsTxt } = pageOf(await load(origin, [target]));
      expect(robotsTxt.body).toBe('User-agent: *\nDisallow: /caf\ufffd');
      expect(Buffer.from(robotsTxt.bytes ?? [])).toEqual(bytes);
    });

    it('reads the beginning of an endless robots.txt', async () => {
      const { origin, target } = await site((request, response) => {
        if (request.url !== '/robots.txt') return response.writeHead(200, html('x')).end('x');
        return response.end('a'.repeat(2 * 1024 * 1024));
      });
      expect(pageOf(await load(origin, [target])).robotsTxt.body).toHaveLength(1024 * 1024);
    });
  });

  describe('content codings', () => {
    const text = 'Straße '.repeat(1000);
    const sent = async (codings: string, body: Buffer) => {
      const { origin, target } = await site((_request, response) => {
        response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': codings }).end(body);
      });
      return load(origin, [target]);
    };

    it.each([
      ['gzip', gzipSync(text)],
      ['deflate', deflateSync(text)],
      ['br', brotliCompressSync(text)],
      ['GZIP, br', brotliCompressSync(gzipSync(text))],
      ['identity', Buffer.from(text)],
    ])('undoes %s', async (codings, body) => {
      const result = await sent(codings, body);
      expect(Buffer.from(pageOf(result).body).toString()).toBe(text);
      expect(result.facts.sizes).toEqual({
        encoded_bytes: body.length,
        decoded_bytes: Buffer.byteLength(text),
      });
    });

    it.each([
      ['gzip', gzipSync(text)],
      ['deflate', deflateSync(text)],
      ['br', brotliCompressSync(text)],
      ['gzip, br', brotliCompressSync(gzipSync(text).subarray(0, -8))],
    ])('calls a truncated %s stream incomplete', async (codings, body) => {
      const isNested = codings.includes(',');
      const result = await sent(codings, isNested ? body : body.subarray(0, -8));
      expect(codeOf(result)).toBe('incomplete_body');
      expect(result.facts.http_status).toBe(200);
    });

    it.each(['gzip', 'deflate', 'br'])('calls a %s stream of nothing empty', async (coding) => {
      expect(codeOf(await sent(coding, Buffer.alloc(0)))).toBe('empty_document');
    });

    it('takes what there is of a truncated robots.txt', async () => {
      const rules = gzipSync(`User-agent: *\n${'Disallow: /a\n'.repeat(500)}`).subarray(0, -8);
      const { origin, target } = await site((request, response) => {
        if (request.url !== '/robots.txt') return response.writeHead(200, html('x')).end('x');
        return response.writeHead(200, { 'content-encoding': 'gzip' }).end(rules);
      });
      expect(pageOf(await load(origin, [target])).robotsTxt.body).toMatch(/^User-agent: \*\nDisallow/);
    });

    it.each([
      ['an unknown coding', 'rot13', Buffer.from(text)],
      ['a lie', 'gzip', Buffer.from(text)],
      ['three layers', 'gzip, gzip, gzip', gzipSync(gzipSync(gzipSync(text)))],
      ['what no page expands to', 'br', brotliCompressSync(Buffer.alloc(9 * 1024 * 1024))],
    ])('refuses %s', async (_what, codings, body) => {
      expect(codeOf(await sent(codings, body))).toBe('invalid_encoding');
    });
  });

  describe('nested codings', () => {
    it('are limited in every layer, also where the next one makes nothing of it', async () => {
      const empty = gzipSync('');
      const inner = Buffer.concat(Array.from({ length: (12 * 1024 * 1024) / empty.length }, () => empty));
      const { origin, target } = await site((_request, response) => {
        response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip, gzip' });
        response.end(gzipSync(inner));
      });
      expect(codeOf(await load(origin, [target]))).toBe('too_large');
    });

    it('end with the visit, also inside a decoder that has nothing to give', async () => {
      const emptyBlocks = Buffer.concat(
        Array.from({ length: 1000 }, () => Buffer.from([0, 0, 0, 0xff, 0xff])),
      );
      let isOpen = true;
      const { origin, target } = await site((_request, response) => {
        response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'deflate' });
        response.write(Buffer.from([0x78, 0x9c]));
        response.on('close', () => (isOpen = false));
        const more = () => {
          if (isOpen) response.write(emptyBlocks, () => setTimeout(more, 5));
        };
        more();
      });
      expect(codeOf(await load(origin, [target], { deadlineMs: 400 }))).toBe('too_slow');
      await new Promise((resolve) => setTimeout(resolve, 200));
      expect(isOpen).toBe(false);
    });
  });

  describe('what is no page', () => {
    it.each([
      [404, 'text/html', 'http_error'],
      [500, 'text/html', 'http_error'],
      [304, 'text/html', 'http_error'],
      [204, 'text/html', 'no_content'],
      [205, 'text/html', 'no_content'],
      [200, 'application/pdf', 'not_html'],
      [200, 'text/plain; charset=utf-8', 'not_html'],
      [200, 'text/html', 'loaded'],
      [200, 'TEXT/HTML ;charset=utf-8', 'loaded'],
      [200, 'application/xhtml+xml', 'loaded'],
    ])('calls status %i with %s %s', async (status, type, code) => {
      const { origin, target } = await site((_request, response) => {
        response.writeHead(status, { 'content-type': type }).end('x');
      });
      const result = await load(origin, [target]);
      expect(codeOf(result)).toBe(code);
      expect(result.facts.http_status).toBe(status);
    });

    it.each(['', ' \n\t', '\ufeff'])('calls a body of %j empty', async (body) => {
      const { origin, target } = await site((_request, response) => {
        response.writeHead(200, { 'content-type': 'text/html' }).end(body);
      });
      const result = await load(origin, [target]);
      expect(codeOf(result)).toBe('empty_document');
      expect(result.facts.sizes.decoded_bytes).toBe(Buffer.byteLength(body));
    });

    it.each([
      ['shorter than Content-Length', 'content-length: 100\r\n\r\n<h1>hi</h1>'],
      ['without its last chunk', 'transfer-encoding: chunked\r\n\r\nb\r\n<h1>hi</h1>\r\n'],
      ['that ends within a chunk', 'transfer-encoding: chunked\r\n\r\nff\r\n<h1>hi</h1>'],
    ])('calls a body %s incomplete', async (_what, rest) => {
      const target = await rawServer((socket) =>
        socket.once('data', () => socket.end(`HTTP/1.1 200 OK\r\ncontent-type: text/html\r\n${rest}`)),
      );
      const result = await load(`http://${target}/`, [target]);
      expect(codeOf(result)).toBe('incomplete_body');
      expect(result.facts.http_status).toBe(200);
    });

    it('takes a document without a type for HTML', async () => {
      const { origin, target } = await site((_request, response) => response.end('x'));
      expect(codeOf(await load(origin, [target]))).toBe('loaded');
    });

    it('tells a closed port, a broken connection and nonsense apart', async () => {
      const closed = await site();
      await closed.close();
      expect(codeOf(await load(closed.origin, [closed.target]))).toBe('connection_refused');
      const broken = await rawServer((socket) => socket.once('data', () => socket.destroy()));
      expect(codeOf(await load(`http://${broken}/`, [broken]))).toBe('connection_reset');
      const nonsense = await rawServer((socket) =>
        socket.once('data', () => socket.end('220 smtp ready\r\n\r\n')),
      );
      expect(codeOf(await load(`http://${nonsense}/`, [nonsense]))).toBe('invalid_response');
    });
  });

  describe('https', () => {
    it('says that a certificate is not valid, what it is, and sends nothing', async () => {
      let requests = 0;
      const pair = await generate([{ name: 'commonName', value: '127.0.0.1' }], { keySize: 2048 });
      const server = createTlsServer({ key: pair.private, cert: pair.cert }, (_request, response) => {
        requests++;
        response.end();
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      closers.push(() => void server.close());
      const target = `127.0.0.1:${(server.address() as AddressInfo).port}`;
      const result = await load(`https://${target}/`, [target]);
      expect(codeOf(result)).toBe('tls_invalid');
      expect(result.facts.tls).toMatchObject({
        protocol: 'TLSv1.3',
        verified: false,
        error: 'DEPTH_ZERO_SELF_SIGNED_CERT',
        key: { type: 'rsa', bits: 2048 },
      });
      expect(requests).toBe(0);
    });

    it('says that a server speaks no TLS', async () => {
      const { target } = await site();
      expect(codeOf(await load(`https://${target}/`, [target]))).toBe('tls_failed');
    });
  });
});
