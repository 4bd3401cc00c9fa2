import { randomBytes } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { Agent, type IncomingMessage, request as send, type ServerResponse } from 'node:http';
import { type Socket } from 'node:net';
import { type Duplex, PassThrough, type Readable } from 'node:stream';
import pLimit, { type LimitFunction } from 'p-limit';
import { parsedUrl } from '../url.js';
import { LoadError } from './load-error.js';

/** Limits of one run of a browser. Beyond them all of its connections are closed and no other is opened. */
export interface RunLimits {
  readonly requests: number;
  /** Sent and received, TLS included. */
  readonly bytes: number;
  readonly connectionsPerHost: number;
}

type Connect = (url: URL) => Promise<Socket>;

/** Fields of one connection, which a proxy doesn't pass on.
 *  @see https://www.rfc-editor.org/rfc/rfc9110#section-7.6.1 */
const HOP_BY_HOP = new Set(
  'connection keep-alive proxy-authenticate proxy-authorization proxy-connection te trailer transfer-encoding upgrade'.split(
    ' ',
  ),
);

/** What a browser sends and receives in one run. */
export class ProxiedRun {
  /** Of the proxy's credentials. */
  readonly username = randomBytes(12).toString('hex');
  readonly password = randomBytes(24).toString('hex');
  /** Connections and requests that were refused. */
  refused = 0;
  bytes = 0;
  /** Requests that the browser told of, and connections and requests that arrived here. */
  private readonly requests = { told: 0, arrived: 0 };
  private readonly abort = new AbortController();
  private readonly connect: Connect;
  private readonly agent: Agent;
  private readonly open = new Set<Duplex>();
  private readonly hosts = new Map<string, LimitFunction>();

  constructor(
    connectorFor: (signal: AbortSignal) => Connect,
    private readonly limits: RunLimits,
    private readonly onClose: () => void,
  ) {
    setMaxListeners(0, this.abort.signal);
    this.connect = connectorFor(this.abort.signal);
    this.agent = new RunAgent((url) => this.connection(url), limits.connectionsPerHost);
  }

  /** Counts a request that the browser sends, also over an open connection. */
  countRequest(): void {
    if (++this.requests.told > this.limits.requests) this.shut();
  }

  /** Serves a CONNECT request. */
  async tunnel(authority: string, client: Duplex, head: Buffer): Promise<void> {
    try {
      const url = /^[^/?#@\\]+:\d+$/.test(authority) ? parsedUrl(`https://${authority}/`) : null;
      const server = await this.connection(this.allowed(url));
      this.keep(client);
      client.on('close', () => server.destroy());
      server.on('close', () => client.destroy());
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      server.write(head);
      this.countAll(client, server);
      client.pipe(server).pipe(client);
    } catch (error) {
      client.end(`HTTP/1.1 ${this.refusal(error)}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`);
    }
  }

  /** Serves a request for an absolute http URL. */
  async forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const url = this.allowed(/^http:\/\//i.test(request.url ?? '') ? parsedUrl(request.url ?? '') : null);
      const answer = await this.sent(url, request, response);
      response.writeHead(answer.statusCode ?? 502, answer.statusMessage, passedOn(answer.rawHeaders));
      answer.on('error', () => response.destroy());
      this.countAll(answer);
      answer.pipe(response);
    } catch (error) {
      if (response.headersSent) response.destroy();
      else response.writeHead(Number(this.refusal(error).slice(0, 3)), { connection: 'close' }).end();
    }
  }

  /** Ends the run: closes its connections and withdraws its credentials. */
  close(): void {
    this.shut();
    this.onClose();
  }

  private shut(): void {
    this.abort.abort(new Error('The run of the browser has ended'));
    this.agent.destroy();
    for (const stream of this.open) stream.destroy();
  }

  private countAll(...streams: readonly Readable[]): void {
    for (const stream of streams) {
      stream.on('data', (chunk: Buffer) => {
        this.bytes += chunk.length;
        if (this.bytes > this.limits.bytes) this.shut();
      });
    }
  }

  private allowed(url: URL | null): URL {
    if (++this.requests.arrived > this.limits.requests) this.shut();
    if (url?.username !== '' || url.password !== '')
      throw new LoadError('blocked_address', 'This is no URL that a proxy loads.');
    return url;
  }

  /** @returns the start of a status line */
  private refusal(error: unknown): string {
    const isRefused =
      this.abort.signal.aborted || (error instanceof LoadError && error.code === 'blocked_address');
    if (!isRefused) return '502 Bad Gateway';
    this.refused += 1;
    return '403 Forbidden';
  }

  /** Opens a connection when one of its host's places is free. */
  private async connection(url: URL): Promise<Socket> {
    const limit = this.hosts.get(url.host) ?? pLimit(this.limits.connectionsPerHost);
    this.hosts.set(url.host, limit);
    return new Promise((resolve, reject) => {
      void limit(async () => {
        try {
          this.abort.signal.throwIfAborted();
          const socket = await this.connect(url);
          this.keep(socket);
          resolve(socket);
          await new Promise((free) => socket.once('close', free));
        } catch (error) {
          reject(error instanceof Error ? error : new Error(String(error)));
        }
      });
    });
  }

  private keep(stream: Duplex): void {
    this.open.add(stream);
    stream.on('error', () => stream.destroy());
    stream.once('close', () => this.open.delete(stream));
    if (this.abort.signal.aborted) stream.destroy();
  }

  private async sent(url: URL, request: IncomingMessage, response: ServerResponse): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const outgoing = send(url, {
        method: request.method,
        agent: this.agent,
        headers: passedOn(request.rawHeaders),
        setHost: false,
        signal: this.abort.signal,
      });
      outgoing.on('response', resolve).on('error', reject);
      response.on('close', () => outgoing.destroy());
      this.countAll(request);
      request.pipe(outgoing);
    });
  }
}

/** Beside an error; the types of Node.js want one. */
const NO_STREAM = new PassThrough();

/** Keeps connections of one run for further requests. */
class RunAgent extends Agent {
  constructor(
    private readonly connect: Connect,
    maxSockets: number,
  ) {
    super({ keepAlive: true, maxSockets });
  }

  override createConnection(
    { host, port }: { host?: string | null; port?: number | string | null },
    callback?: (error: Error | null, stream: Duplex) => void,
  ): undefined {
    const name = host?.includes(':') ? `[${host}]` : host;
    this.connect(new URL(`http://${String(name)}:${String(port ?? 80)}/`)).then(
      (socket) => callback?.(null, socket),
      (error: unknown) => callback?.(error instanceof Error ? error : new Error(String(error)), NO_STREAM),
    );
  }
}

/** @param raw names and values in turn */
function passedOn(raw: readonly string[]): string[] {
  const named = new Set(HOP_BY_HOP);
  for (let index = 0; index < raw.length; index += 2)
    if (raw[index]?.toLowerCase() === 'connection')
      for (const name of raw[index + 1]?.split(',') ?? []) named.add(name.trim().toLowerCase());
  return raw.filter((_text, index) => !named.has(raw[index - (index % 2)]?.toLowerCase() ?? ''));
}
