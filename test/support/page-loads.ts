import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { type LoadFacts } from '../../src/engine/page-loader/load-facts.js';
import { type PageLoaderOptions } from '../../src/engine/page-loader/loader-options.js';
import { PageLoader } from '../../src/engine/page-loader/page-loader.js';
import { type LoadResult } from '../../src/engine/page-loader/visit.js';
import { type NameServer, nameServer } from './dns.js';
import { type StrangerSite, strangerSite } from './website.js';

const closers: (() => void | Promise<void>)[] = [];

/** Stops every server that a test started; for `afterEach`. */
export async function closeServers(): Promise<void> {
  for (const close of closers.splice(0).reverse()) await close();
}

/** Has `closeServers` call `close`, too. */
export function closeLater(close: () => void | Promise<void>): void {
  closers.push(close);
}

export async function site(answer?: Parameters<typeof strangerSite>[0]): Promise<StrangerSite> {
  const started = await strangerSite(answer);
  closers.push(() => started.close());
  return started;
}

export async function dns(answer: Parameters<typeof nameServer>[0]): Promise<NameServer> {
  const started = await nameServer(answer);
  closers.push(() => started.close());
  return started;
}

/** A server that speaks bytes of the test's own instead of HTTP.
 *  @returns its host and port */
export async function rawServer(onConnection: (socket: Socket) => void): Promise<string> {
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

export function load(
  url: string,
  allowed: string[],
  options: Partial<PageLoaderOptions> = {},
): Promise<Loaded> {
  const policy = { allowedTargets: new Set(allowed), allowedPorts: new Set([80, 443]) };
  const loader = new PageLoader({ policy, userAgent: 'Pagegrade/test', ...options });
  return loader.visit(async (visit) => {
    const result = await visit.load(new URL(url));
    return { ...result, facts: visit.facts, finalUrl: visit.finalUrl };
  });
}

export function codeOf(result: LoadResult): string {
  return 'error' in result ? result.error.code : 'loaded';
}

export function pageOf(result: LoadResult) {
  if ('error' in result) throw result.error;
  return result.page;
}

export const html = (body: string) => ({
  'content-type': 'text/html',
  'content-length': Buffer.byteLength(body),
});
