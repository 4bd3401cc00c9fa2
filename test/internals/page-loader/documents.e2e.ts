import { closeServers, codeOf, html, load, pageOf, rawServer, site } from '../../support/page-loads.js';

afterEach(closeServers);

describe('PageLoader: a page', () => {
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
});

describe('PageLoader: a response that is not a page', () => {
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
    [200, 'text/html, text/html; charset=utf-8', 'loaded'],
    [200, 'text/plain, text/html', 'loaded'],
    [200, 'text/html, text/plain', 'not_html'],
    [200, '', 'loaded'],
  ])('calls status %i with %s %s', async (status, type, code) => {
    const { origin, target } = await site((_request, response) => {
      response.writeHead(status, { 'content-type': type }).end('x');
    });
    const result = await load(origin, [target]);
    expect(codeOf(result)).toBe(code);
    expect(result.facts.http_status).toBe(status);
  });

  it('knows a test for robots in place of the page', async () => {
    const { origin, target } = await site((_request, response) => {
      response.writeHead(202, { 'content-type': 'text/html', 'x-amzn-waf-action': 'challenge' }).end('x');
    });
    expect(await load(origin, [target])).toMatchObject({
      error: expect.objectContaining({
        code: 'http_error',
        message: expect.stringContaining('a test for robots'),
      }),
    });
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
