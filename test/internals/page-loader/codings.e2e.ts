import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { closeServers, codeOf, html, load, pageOf, site } from '../../support/page-loads.js';

afterEach(closeServers);

/** A stream with all that its header may hold. */
function gzipWithName(text: string): Buffer {
  const plain = gzipSync(text);
  const extra = Buffer.from([3, 0, 1, 2, 3]);
  const header = Buffer.concat([plain.subarray(0, 10), extra, Buffer.from('name\0comment\0xx')]);
  header[3] = 2 + 4 + 8 + 16;
  return Buffer.concat([header, plain.subarray(10)]);
}

describe('PageLoader: content codings', () => {
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
    ['deflate', deflateRawSync(text)],
    ['deflate', deflateRawSync(text, { level: 0 })],
    ['br', brotliCompressSync(text)],
    ['gzip', Buffer.concat([gzipSync(text), Buffer.from('\n<!-- after -->')])],
    ['x-gzip', Buffer.concat([gzipWithName(text), Buffer.alloc(100)])],
    ['GZIP, br', brotliCompressSync(gzipSync(text))],
    ['identity', Buffer.from(text)],
    ['utf-8', Buffer.from(text)],
    ['gzip, rot13', Buffer.from(text)],
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
    ['deflate', deflateRawSync(text)],
    ['br', brotliCompressSync(text)],
    ['gzip, br', brotliCompressSync(gzipSync(text).subarray(0, -8))],
  ])('calls a truncated %s stream incomplete', async (codings, body) => {
    const isNested = codings.includes(',');
    const result = await sent(codings, isNested ? body : body.subarray(0, -8));
    expect(codeOf(result)).toBe('incomplete_body');
    expect(result.facts.http_status).toBe(200);
  });

  it('uses a connection again after what stands behind a gzip stream', async () => {
    const sockets = new Set<unknown>();
    const { origin, target } = await site((request, response) => {
      sockets.add(request.socket);
      response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' });
      response.write(gzipSync(text));
      setTimeout(() => response.end('after'), 100);
    });
    expect(codeOf(await load(origin, [target]))).toBe('loaded');
    expect(sockets.size).toBe(1);
  });

  it('does not wait for the end of what stands behind a gzip stream', async () => {
    const { origin, target } = await site((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' });
      response.write(Buffer.concat([gzipSync(text), Buffer.from('after')]));
    });
    const result = await load(origin, [target], { deadlineMs: 8000 });
    expect(Buffer.from(pageOf(result).body).toString()).toBe(text);
  });

  it.each([5, 12, 24])('reads a header of gzip that comes in pieces of %s bytes', async (size) => {
    const body = gzipWithName(text);
    const { origin, target } = await site((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' });
      const pieces = [...Array(6).keys()].map((at) => body.subarray(at * size, (at + 1) * size));
      void (async () => {
        for (const piece of pieces) await new Promise((sent) => response.write(piece, sent));
        response.end(body.subarray(6 * size));
      })();
    });
    expect(Buffer.from(pageOf(await load(origin, [target])).body).toString()).toBe(text);
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
    ['a coding that only browsers support', 'zstd', Buffer.from(text)],
    ['a lie', 'gzip', Buffer.from(text)],
    ['three layers', 'gzip, gzip, gzip', gzipSync(gzipSync(gzipSync(text)))],
    [
      'a header of gzip without end',
      'gzip',
      Buffer.concat([Buffer.from([31, 139, 8, 8, 0, 0, 0, 0, 0, 3]), Buffer.alloc(9000, 65)]),
    ],
    ['what is neither format of deflate', 'deflate', Buffer.from(text)],
    ['what no page expands to', 'br', brotliCompressSync(Buffer.alloc(9 * 1024 * 1024))],
  ])('refuses %s', async (_what, codings, body) => {
    expect(codeOf(await sent(codings, body))).toBe('invalid_encoding');
  });
});

/** Of a deflate stream: they hold nothing. */
function emptyBlocks(count: number): Buffer {
  return Buffer.concat(Array.from({ length: count }, () => Buffer.from([0, 0, 0, 0xff, 0xff])));
}

describe('PageLoader: nested codings', () => {
  it('are limited in every layer, also where the next one makes nothing of it', async () => {
    const header = gzipSync('').subarray(0, 10);
    const inner = Buffer.concat([header, emptyBlocks((12 * 1024 * 1024) / 5)]);
    const { origin, target } = await site((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip, gzip' });
      response.end(gzipSync(inner));
    });
    expect(codeOf(await load(origin, [target]))).toBe('too_large');
  });

  it('end with the visit, also inside a decoder that has nothing to give', async () => {
    let isOpen = true;
    const { origin, target } = await site((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'deflate' });
      response.write(Buffer.from([0x78, 0x9c]));
      response.on('close', () => (isOpen = false));
      const more = () => {
        if (isOpen) response.write(emptyBlocks(1000), () => setTimeout(more, 5));
      };
      more();
    });
    expect(codeOf(await load(origin, [target], { deadlineMs: 400 }))).toBe('too_slow');
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(isOpen).toBe(false);
  });
});
