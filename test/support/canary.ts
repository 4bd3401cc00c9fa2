import { createSocket } from 'node:dgram';
import { createServer } from 'node:http';
import { type AddressInfo } from 'node:net';

/** Servers on this machine that nobody may reach: TCP on one port of IPv4 and IPv6, and UDP. */
export interface Canary {
  readonly port: number;
  readonly udpPort: number;
  /** First segments of the paths that were asked for; `bytes` for what is no HTTP, `datagram` for UDP. */
  readonly heard: Set<string>;
  readonly connections: () => number;
  close(): Promise<void>;
}

export async function canary(): Promise<Canary> {
  const heard = new Set<string>();
  let connections = 0;
  const hear = (url = '') => heard.add(url.split(/[/?]/)[1] ?? '');
  const servers = [createServer(), createServer()].map((server) =>
    server
      .on('connection', () => (connections += 1))
      .on('request', (request, response) => {
        hear(request.url);
        response
          .writeHead(200, { 'content-type': typeOf(request.url), 'access-control-allow-origin': '*' })
          .end();
      })
      .on('upgrade', (request, socket) => {
        hear(request.url);
        socket.destroy();
      })
      .on('clientError', (_error, socket) => {
        heard.add('bytes');
        socket.destroy();
      }),
  );
  const [ipv4, ipv6] = servers;
  await new Promise<void>((resolve) => ipv4?.listen(0, '127.0.0.1', resolve));
  const { port } = ipv4?.address() as AddressInfo;
  // Not every machine has IPv6.
  await new Promise<void>((resolve) => ipv6?.once('error', () => resolve()).listen(port, '::1', resolve));
  const udp = createSocket('udp4', () => heard.add('datagram'));
  await new Promise<void>((resolve) => udp.bind(0, resolve));
  return {
    port,
    udpPort: udp.address().port,
    heard,
    connections: () => connections,
    close: async () => {
      udp.close();
      for (const server of servers) server.closeAllConnections();
      await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
    },
  };
}

function typeOf(url = ''): string {
  if (/css-import|style/.test(url)) return 'text/css';
  if (/frame|prerender/.test(url)) return 'text/html';
  return /script|module|worklet|import/.test(url) ? 'text/javascript' : 'image/svg+xml';
}
