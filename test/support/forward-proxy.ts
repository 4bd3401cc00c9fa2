import { connect, createServer, type Server, type Socket } from 'node:net';
import { ForwardProxy } from '../../src/engine/page-loader/forward-proxy.js';
import { PageLoader } from '../../src/engine/page-loader/page-loader.js';
import { type ProxiedRun, type RunLimits } from '../../src/engine/page-loader/proxied-run.js';
import { type Resolver } from '../../src/engine/page-loader/resolver.js';
import { strangerSite } from './website.js';

export const LIMITS = { requests: 200, bytes: 25e6, connectionsPerHost: 6 };

/** A proxy whose allowed ports include those of this machine's servers, so that only addresses keep it from them. */
export async function proxyFor(
  allowed: readonly string[],
  { ports = [], resolve }: { readonly ports?: readonly number[]; readonly resolve?: Resolver } = {},
): Promise<ForwardProxy> {
  const loader = new PageLoader({
    policy: { allowedTargets: new Set(allowed), allowedPorts: new Set([80, 443, ...ports]) },
    userAgent: 'Test',
    ...(resolve && { resolve }),
  });
  const proxy = await ForwardProxy.listen(loader);
  audited.set(proxy, new URL(`http://${allowed[0] ?? 'public.example'}/`));
  return proxy;
}

/** What the runs of a proxy audit: its first allowed target. */
const audited = new WeakMap<ForwardProxy, URL>();

export function openRun(proxy: ForwardProxy, account: number, limits: RunLimits): ProxiedRun {
  return proxy.open({ account, audited: audited.get(proxy) ?? new URL('http://public.example/') }, limits);
}

export function credentialsOf({ username, password }: Pick<ProxiedRun, 'username' | 'password'>): string {
  return `Proxy-Authorization: Basic ${Buffer.from(`${username}:${password}`).toString('base64')}\r\n`;
}

/** A client's connection to a proxy. */
export class ProxyClient {
  received = '';
  isClosed = false;
  readonly socket: Socket;
  private readonly proxy: ForwardProxy;

  constructor(proxy: ForwardProxy) {
    this.proxy = proxy;
    const { hostname, port } = new URL(this.proxy.url);
    this.socket = connect(Number(port), hostname);
    this.socket.on('data', (chunk: Buffer) => (this.received += chunk.toString('latin1')));
    this.socket.on('error', () => undefined);
    this.socket.on('close', () => (this.isClosed = true));
  }

  /** Sends bytes and waits until the answer so far matches. */
  async ask(bytes: string, answer = /\r\n\r\n/): Promise<string> {
    this.socket.write(bytes, 'latin1');
    await until(() => answer.test(this.received) || this.isClosed);
    return this.received;
  }

  /** @returns the status of the proxy's answer; 0 if it closes the connection without one */
  async status(bytes: string): Promise<number> {
    return Number(/^HTTP\/1\.1 (\d+)/.exec(await this.ask(bytes))?.[1] ?? 0);
  }
}

export async function until(isTrue: () => boolean, ms = 10_000): Promise<void> {
  const deadline = performance.now() + ms;
  while (!isTrue()) {
    if (performance.now() > deadline) throw new Error(`It did not happen within ${ms} ms`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** A TCP server that treats each connection as told. */
export async function tcpServer(
  serve: (socket: Socket) => void,
): Promise<{ server: Server; port: number; sockets: Set<Socket>; total: () => number }> {
  const sockets = new Set<Socket>();
  let total = 0;
  const server = createServer((socket) => {
    total += 1;
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    serve(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    server,
    port: typeof address === 'object' ? (address?.port ?? 0) : 0,
    sockets,
    total: () => total,
  };
}

const opened: (() => unknown)[] = [];
const unhandled: unknown[] = [];
const note = (error: unknown) => unhandled.push(error);

export function closeLater(close: () => unknown): void {
  opened.push(close);
}

/** After each test, closes what the functions below have opened; errors that nobody handled fail it. */
export function closeAfterEach(): void {
  beforeAll(() => process.on('uncaughtException', note).on('unhandledRejection', note));
  afterAll(() => process.off('uncaughtException', note).off('unhandledRejection', note));
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((close) => close()));
    expect(unhandled.splice(0)).toEqual([]);
  });
}

export async function listening(...args: Parameters<typeof proxyFor>): Promise<ForwardProxy> {
  const proxy = await proxyFor(...args);
  opened.push(() => proxy.close());
  return proxy;
}

export async function tcp(serve: (socket: Socket) => void = () => undefined) {
  const { server, port, sockets, total } = await tcpServer(serve);
  opened.push(() => closed(server, sockets));
  return { port, target: `127.0.0.1:${port}`, sockets, total };
}

export async function stranger(...args: Parameters<typeof strangerSite>) {
  const site = await strangerSite(...args);
  opened.push(() => site.close());
  return site;
}

export function client(proxy: ForwardProxy): ProxyClient {
  const made = new ProxyClient(proxy);
  opened.push(() => made.socket.destroy());
  return made;
}

const closed = (server: Server, sockets: ReadonlySet<Socket>) => {
  for (const socket of sockets) socket.destroy();
  return new Promise((resolve) => server.close(resolve));
};
export const connecting = (authority: string, fields = '') =>
  `CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n${fields}\r\n`;
export const getting = (url: string, fields = '') =>
  `GET ${url} HTTP/1.1\r\nHost: ignored.example\r\n${fields}\r\n`;
export const echo = (socket: Socket) => socket.pipe(socket);
