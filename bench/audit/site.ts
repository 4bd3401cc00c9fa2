/** A website with the pages of the benchmark, in a process of its own. Sends its port to its parent, then, when asked, the
 *  requests since the last time. */
import { createServer } from 'node:http';
import { type AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { BENCH_PAGES } from './pages.js';

export interface SeenRequest {
  readonly method: string;
  readonly path: string;
}

const bodies = new Map(BENCH_PAGES.map(({ name, html }) => [`/${name}`, gzipSync(html)]));
let seen: SeenRequest[] = [];

const server = createServer((request, response) => {
  const { method = '', url: address = '' } = request;
  const [url = ''] = address.split('?', 1);
  seen.push({ method, path: url });
  const body = bodies.get(url);
  if (body) {
    response.writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      'content-encoding': 'gzip',
      'content-length': body.length,
    });
    return response.end(method === 'HEAD' ? undefined : body);
  }
  const isFile = /^\/(image|script|icon|page)/.test(url);
  if (!isFile) return response.writeHead(404, { 'content-length': 0 }).end();
  response.writeHead(200, {
    'content-type': url.endsWith('.js') ? 'text/javascript' : 'image/webp',
    'content-length': 3,
  });
  return response.end(method === 'HEAD' ? undefined : 'abc');
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }));
process.once('disconnect', () => process.exit());
process.on('message', () => {
  process.send?.({ seen });
  seen = [];
});
