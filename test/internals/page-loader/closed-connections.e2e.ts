import { type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { PageLoader } from '../../../src/engine/page-loader/page-loader.js';
import { type Visit } from '../../../src/engine/page-loader/visit.js';
import { closeServers, pageOf, rawServer } from '../../support/page-loads.js';

afterEach(closeServers);

const KIB = 1024;

/** Answers each request with a body that ends with its connection. */
async function server(answer: (socket: Socket) => Promise<void>, fields = ''): Promise<string> {
  return rawServer((socket) => {
    socket.once('data', () => {
      socket.write(`HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nConnection: close\r\n${fields}\r\n`);
      void answer(socket).then(() => socket.end());
    });
  });
}

async function visiting<T>(host: string, work: (visit: Visit) => Promise<T>): Promise<T> {
  const policy = { allowedTargets: new Set([host]), allowedPorts: new Set([80, 443]) };
  const loader = new PageLoader({ policy, userAgent: 'Pagegrade/test' });
  return loader.visit(async (visit) => {
    visit.limitTo(new URL(`http://${host}/`));
    return work(visit);
  });
}

/** In pieces: what comes at once is read at once. */
async function trickle(socket: Socket, kib: number): Promise<void> {
  for (let sent = 0; sent < kib; sent++) {
    socket.write('a'.repeat(KIB));
    await sleep(2);
  }
}

describe('a server that closes the connection', () => {
  it.each([
    ['an unknown coding', 'Content-Encoding: zstd\r\n', 65],
    ['too many codings', 'Content-Encoding: gzip, gzip, gzip\r\n', 64],
  ])('after a response of %s ends nothing else', async (_name, fields, kib) => {
    const host = await server((socket) => trickle(socket, kib), fields);
    const read = await visiting(host, async ({ site }) => {
      const response = await site.read(
        { url: `http://${host}/robots.txt` },
        { maxBytes: 500 * KIB, take: () => undefined },
      );
      await sleep(600);
      return response;
    });
    expect(read).toMatchObject({ status: null, error: 'invalid_encoding' });
  });

  it('that was kept is asked on another one', async () => {
    let connections = 0;
    const host = await rawServer((socket) => {
      connections += 1;
      const isFirst = connections === 1;
      socket.on('error', () => undefined);
      socket.once('data', () => {
        if (!isFirst) return socket.end('HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>Page');
        socket.once('data', () => socket.destroy());
        return socket.write('HTTP/1.1 301 Moved\r\nLocation: /en/\r\nContent-Length: 0\r\n\r\n');
      });
    });
    const result = await visiting(host, (visit) => visit.load(new URL(`http://${host}/`)));
    expect(Buffer.from(pageOf(result).body).toString()).toBe('<p>Page');
  });

  it.each([64, 65, 80, 200])('loses nothing of a body of %s KiB that waits to be read', async (kib) => {
    const host = await server((socket) => trickle(socket, kib));
    let length = 0;
    const read = await visiting(host, ({ site }) =>
      site.read(
        { url: `http://${host}/` },
        {
          maxBytes: 500 * KIB,
          take: async (chunk) => {
            length += chunk.length;
            if (length === chunk.length) await sleep(1000);
          },
        },
      ),
    );
    expect([read.error, length]).toEqual([null, kib * KIB]);
  });
});
