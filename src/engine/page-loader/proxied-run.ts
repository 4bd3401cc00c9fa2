import { randomBytes } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import {
  Agent,
  type ClientRequest,
  type IncomingMessage,
  request as send,
  type ServerResponse,
} from 'node:http';
import { type Socket } from 'node:net';
import { type Duplex, PassThrough } from 'node:stream';
import { parsedUrl } from '../../basics/url.js';
import { HostPlaces } from './host-places.js';
import { LoadError } from './load-error.js';
import { NOT_LOADED, requestHeaders, responseHeaders } from './proxied-headers.js';
import { portOf } from './target.js';

/** Limits of one run of a browser. Beyond them all of its connections are closed and no other is opened. */
export interface RunLimits {
  readonly requests: number;
  /** Sent and received, TLS included. */
  readonly bytes: number;
  readonly connectionsPerHost: number;
}

export const MAX_HEADER_BYTES = 64 * 1024;

type Connect = (url: URL) => Promise<Socket>;

/** What a browser sends and receives in one run. */
export class ProxiedRun {
  /** Part of the proxy's credentials. */
  readonly username = randomBytes(12).toString('hex');
  readonly password = randomBytes(24).toString('hex');
  /** Connections and requests that were refused. */
  refused = 0;
  /** Whether a limit was exceeded. */
  isOverLimit = false;
  /** Requests that the browser told of, and connections and requests that arrived here. */
  private readonly requests = { told: 0, arrived: 0 };
  private readonly abort = new AbortController();
  private readonly connect: Connect;
  private readonly agent: Agent;
  private readonly clients = new Set<Duplex>();
  private readonly servers = new Set<Socket>();
  /** Sent and received by connections that are closed. */
  private closedBytes = 0;
  private readonly hosts = new Map<string, HostPlaces>();

  constructor(
    connectorFor: (signal: AbortSignal) => Connect,
    private readonly limits: RunLimits,
    private readonly onClose: () => void,
  ) {
    setMaxListeners(0, this.abort.signal);
    this.connect = connectorFor(this.abort.signal);
    this.agent = new RunAgent((url) => this.connection(url), limits.connectionsPerHost);
  }

  get bytes(): number {
    return [...this.servers].reduce((sum, socket) => sum + bytesOf(socket), this.closedBytes);
  }

  /** Counts a request that the browser sends, also over an open connection. */
  countRequest(): void {
    if (++this.requests.told > this.limits.requests) this.exceed();
  }

  /** Serves a CONNECT request. */
  async tunnel(authority: string, client: Duplex, head: Buffer): Promise<void> {
    try {
      const url = /^[^/?#@\\]+:\d+$/.test(authority) ? parsedUrl(`https://${authority}/`) : null;
      const server = await this.connection(this.allowed(url));
      this.keep(client);
      client.on('close', () => server.destroy());
      server.on('close', () => client.destroy());
      if (client.destroyed) server.destroy();
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      server.write(head);
      client.on('data', this.checkBytes).pipe(server).pipe(client);
    } catch (error) {
      client.end(`HTTP/1.1 ${this.refusal(error)}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`);
    }
  }

  /** Serves a request for an absolute http URL. */
  async forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const url = this.allowed(/^http:\/\//i.test(request.url ?? '') ? parsedUrl(request.url ?? '') : null);
      const answer = await this.sent(url, request, response);
      // Its reason phrase may be none that Node.js sends, and browsers ignore it.
      response.writeHead(answer.statusCode ?? 502, responseHeaders(answer.rawHeaders));
      answer.on('error', () => response.destroy());
      answer.pipe(response);
    } catch (error) {
      if (response.headersSent) response.destroy();
      else
        response
          .writeHead(Number(this.refusal(error).slice(0, 3)), {
            connection: 'close',
            'server-timing': NOT_LOADED,
          })
          .end();
    }
  }

  /** Ends the run: closes its connections and withdraws its credentials. */
  close(): void {
    this.shut();
    this.onClose();
  }

  private exceed(): void {
    this.isOverLimit = true;
    this.shut();
  }

  private shut(): void {
    this.abort.abort(new Error('The run of the browser has ended'));
    this.agent.destroy();
    for (const stream of [...this.clients, ...this.servers]) stream.destroy();
  }

  private readonly checkBytes = (): void => {
    if (this.bytes > this.limits.bytes) this.exceed();
  };

  private allowed(url: URL | null): URL {
    if (++this.requests.arrived > this.limits.requests) this.exceed();
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
    const place = await this.placesOf(url).take();
    try {
      const socket = await this.connect(url);
      this.keepServer(socket);
      socket.once('close', place.release);
      socket.on('data', place.touch).on('data', this.checkBytes);
      return socket;
    } catch (error) {
      place.release();
      throw error;
    }
  }

  private placesOf(url: URL): HostPlaces {
    const host = `${url.hostname}:${String(portOf(url))}`;
    const places = this.hosts.get(host) ?? new HostPlaces(this.limits.connectionsPerHost, this.abort.signal);
    this.hosts.set(host, places);
    return places;
  }

  private keep(client: Duplex): void {
    this.clients.add(client);
    client.on('error', () => client.destroy());
    client.once('close', () => this.clients.delete(client));
    if (this.abort.signal.aborted) client.destroy();
  }

  private keepServer(socket: Socket): void {
    this.servers.add(socket);
    socket.on('error', () => socket.destroy());
    socket.once('close', () => {
      this.servers.delete(socket);
      this.closedBytes += bytesOf(socket);
    });
    if (this.abort.signal.aborted) socket.destroy();
  }

  private async sent(url: URL, request: IncomingMessage, response: ServerResponse): Promise<IncomingMessage> {
    request.on('data', this.checkBytes);
    for (let isFirst = true; ; isFirst = false) {
      const outgoing = this.outgoing(url, request);
      response.once('close', () => outgoing.destroy());
      if (isFirst) request.pipe(outgoing);
      else outgoing.end();
      try {
        return await responseTo(outgoing);
      } catch (error) {
        // The server had closed the connection that was kept: browsers send the request again then.
        const mayRepeat = outgoing.reusedSocket && isRepeatable(request);
        if (!mayRepeat || response.destroyed || this.abort.signal.aborted) throw error;
      }
    }
  }

  private outgoing(url: URL, { method, rawHeaders }: IncomingMessage): ClientRequest {
    return send(url, {
      method,
      agent: this.agent,
      headers: requestHeaders(url, rawHeaders),
      setHost: false,
      maxHeaderSize: MAX_HEADER_BYTES,
      signal: this.abort.signal,
    });
  }
}

/** Rejects if there is none. */
function responseTo(outgoing: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    outgoing.on('response', resolve).on('error', reject);
    outgoing.on('close', () => {
      reject(new Error('The server sent no response'));
    });
  });
}

/** Whether a request changes nothing, and has no body that was sent already.
 *  @see https://www.rfc-editor.org/rfc/rfc9112#section-9.3.1 */
function isRepeatable({ method, headers }: IncomingMessage): boolean {
  const isSafe = method === 'GET' || method === 'HEAD';
  return isSafe && headers['content-length'] === undefined && headers['transfer-encoding'] === undefined;
}

function bytesOf({ bytesRead, bytesWritten }: Socket): number {
  return bytesRead + bytesWritten;
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
