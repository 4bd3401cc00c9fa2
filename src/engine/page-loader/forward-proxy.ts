import { timingSafeEqual } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { type Socket } from 'node:net';
import { type Duplex } from 'node:stream';
import { type PageLoader } from './page-loader.js';
import { MAX_HEADER_BYTES, ProxiedRun, type RunLimits } from './proxied-run.js';

/** How long a refused client may keep its end of the connection open. */
const LINGER_MS = 5000;
const NO_CREDENTIALS =
  'HTTP/1.1 407 Proxy Authentication Required\r\nproxy-authenticate: Basic realm="Pagegrade"\r\n' +
  'content-length: 0\r\nconnection: close\r\n\r\n';

/** The only way out of a browser: a forward proxy on loopback or a Unix socket that checks every host, port and address like the page
 *  loader, because it is one. Each run of the browser has credentials of its own; requests without any, like those that
 *  Chromium sends by itself, are refused. */
export class ForwardProxy {
  private readonly runs = new Map<string, ProxiedRun>();
  private readonly sockets = new Set<Socket>();

  private constructor(
    private readonly server: Server,
    private readonly loader: PageLoader,
  ) {
    server.on('request', (request, response) => {
      const run = this.runOf(request);
      if (run) run.forward(request, response).catch(() => response.destroy());
      else refuse(request.socket);
    });
    server.on('connect', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
      socket.on('error', () => socket.destroy());
      const run = this.runOf(request);
      if (run) run.tunnel(request.url ?? '', socket, head).catch(() => socket.destroy());
      else refuse(socket);
    });
    server.on('connection', (socket: Socket) => {
      this.sockets.add(socket.once('close', () => this.sockets.delete(socket)));
    });
    // Out of descriptors: the client's request fails.
    server.on('error', () => undefined);
    server.on('clientError', (_error, socket) => socket.destroy());
    server.on('upgrade', (_request, socket) => socket.destroy());
  }

  /** @param path of a Unix socket to listen on instead of a port of loopback */
  static async listen(loader: PageLoader, path: string | null = null): Promise<ForwardProxy> {
    const server = createServer({ maxHeaderSize: MAX_HEADER_BYTES });
    // A process that was killed leaves its socket.
    if (path !== null) await rm(path, { force: true });
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen(path === null ? { port: 0, host: '127.0.0.1' } : { path }, resolve);
    });
    return new ForwardProxy(server, loader);
  }

  /** `http://127.0.0.1:port` or `unix:path` */
  get url(): string {
    const address = this.server.address();
    if (typeof address === 'string') return `unix:${address}`;
    return `http://127.0.0.1:${String(address?.port)}`;
  }

  /** Admits a run until it is closed.
   *  @param run its connections count for the account, and reach what the audit of the URL may request */
  open(
    { account, audited }: { readonly account: number; readonly audited: URL },
    limits: RunLimits,
  ): ProxiedRun {
    const run: ProxiedRun = new ProxiedRun(
      (signal) => this.loader.connector({ account, audited }, signal),
      limits,
      () => this.runs.delete(run.username),
    );
    this.runs.set(run.username, run);
    return run;
  }

  async close(): Promise<void> {
    for (const run of this.runs.values()) run.close();
    const closed = new Promise((resolve) => this.server.close(resolve));
    for (const socket of this.sockets) socket.destroy();
    await closed;
  }

  private runOf({ headers }: IncomingMessage): ProxiedRun | null {
    const [, encoded = ''] = /^basic\s+(\S+)$/i.exec(headers['proxy-authorization'] ?? '') ?? [];
    const [username = '', password = ''] = Buffer.from(encoded, 'base64').toString('latin1').split(':');
    const run = this.runs.get(username);
    return run && isSame(password, run.password) ? run : null;
  }
}

function refuse(socket: Duplex): void {
  socket.end(NO_CREDENTIALS);
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}

function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
