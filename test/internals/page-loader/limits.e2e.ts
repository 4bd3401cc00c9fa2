import { type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { PageLoader } from '../../../src/engine/page-loader/page-loader.js';
import { closeServers, codeOf, html, load, pageOf, rawServer, site } from '../../support/page-loads.js';

afterEach(closeServers);

describe('PageLoader: limits', () => {
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
    // More than the system keeps of a response that is not read.
    const large = Buffer.alloc(6_000_000, 'x');
    const held: ServerResponse[] = [];
    let read = 0;
    const { origin, target } = await site((request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      if (request.url !== '/endless') return response.end(large);
      held.push(response);
      return response.write(large, () => read++);
    });
    const policy = { allowedTargets: new Set([target]), allowedPorts: new Set<number>() };
    const loader = new PageLoader({ policy, userAgent: 'Pagegrade/test', deadlineMs: 25_000 });
    const loaded = (account: number, path: string) =>
      loader.visit((visit) => visit.load(new URL(origin + path)), { account });
    const outcomes: string[] = [];
    const endless = [1, 2].map(async (account) => outcomes.push(codeOf(await loaded(account, '/endless'))));
    while (read < endless.length) await sleep(10);
    // Another document of each account waits for its turn.
    for (const account of [1, 2])
      endless.push(loaded(account, '/endless').then((load) => outcomes.push(codeOf(load))));
    while (held.length < endless.length) await sleep(10);
    outcomes.push(codeOf(await loaded(3, '/')));
    for (const response of held) response.destroy();
    await Promise.all(endless);
    expect(outcomes[0]).toBe('loaded');
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
