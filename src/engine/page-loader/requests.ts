import { Agent } from 'undici';
import { type ConnectionFacts, type ConnectorOptions, safeConnector } from './connector.js';
import { Deadline } from './deadline.js';
import { LoadError } from './load-error.js';
import { type VisitContext } from './loader-options.js';
import { NameLookups } from './name-lookups.js';
import { headerPairs, type OpenResponse } from './open-response.js';
import { policyFor, resolvedFault, type TargetPolicy } from './target.js';
import { Traffic } from './traffic.js';
import { parsedUrl } from '../../basics/url.js';

/** Options of one request. */
export interface Request {
  readonly method?: 'GET' | 'HEAD' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** For the response headers, and between two chunks of the body. Default: the deadline of the visit. */
  readonly timeoutMs?: number;
  /** Ends the request when aborted. Default: the end of the visit does. */
  readonly signal?: AbortSignal;
}

const DEADLINE_MS = 20_000;
const MAX_HEADER_BYTES = 64 * 1024;
/** A header uses far more memory than its bytes; 64 KiB could hold 65,000 empty ones. */
const MAX_HEADERS = 1000;
const CONNECTIONS_PER_HOST = 6;
const ACCEPTED = 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.5';
const DRAINED_BYTES = 65_536;
/** Some servers send the rest of a body slowly, or never. */
const DRAIN_MS = 1000;

/** Sends the requests of one visit, with one deadline and one set of connections. Every URL is checked. */
export class Requests {
  readonly deadline: Deadline;
  readonly connectorOptions: ConnectorOptions;
  readonly traffic: Traffic;
  private readonly userAgent: string;
  private readonly deadlineMs: number;
  private allowed: TargetPolicy;
  private agent: Agent;
  private spoiledAgent: Agent | null = null;
  private readonly connections = new Map<string, ConnectionFacts>();

  constructor({ options, shares, visitFor: { account, signal: given } }: VisitContext) {
    this.userAgent = options.userAgent;
    this.allowed = options.policy;
    this.deadlineMs = options.deadlineMs ?? DEADLINE_MS;
    this.deadline = new Deadline(this.deadlineMs, given);
    this.traffic = new Traffic((reason) => {
      this.deadline.end(reason);
    });
    const { signal } = this.deadline;
    const policy = () => this.allowed;
    this.connectorOptions = {
      get policy() {
        return policy();
      },
      lookups: new NameLookups(options.resolve, signal, () => shares.lookups.take(account, signal)),
      signal,
      turn: () => shares.connections.take(account, signal),
      onSocket: (socket) => {
        this.traffic.add(socket);
      },
      onConnected: (origin, facts) => this.connections.set(origin, facts),
    };
    this.agent = this.newAgent();
  }

  /** Aborted when the visit is over. */
  get signal(): AbortSignal {
    return this.deadline.signal;
  }

  /** Which URLs may be requested. */
  get policy(): TargetPolicy {
    return this.allowed;
  }

  /** Limits all requests to what the audit of a URL may request. */
  limitTo(audited: URL): void {
    this.allowed = policyFor(audited, this.allowed);
  }

  /** Checks and parses a URL.
   *  @throws LoadError `blocked_address` */
  checked(address: string): URL {
    const url = parsedUrl(address);
    if (url && resolvedFault(url, this.policy) === null) return url;
    throw new LoadError('blocked_address', 'This URL is not allowed.');
  }

  /** Sends one request. Keeps its connection, also after HEAD until a server has sent a body in response to one.
   *  @param url result of {@link checked} */
  async open(
    url: URL,
    { method = 'GET', headers = {}, body, timeoutMs, signal = this.signal }: Request = {},
  ): Promise<OpenResponse> {
    this.traffic.requests += 1;
    const response = await this.agent.request({
      origin: url.origin,
      path: url.pathname + url.search,
      method,
      body,
      reset: method === 'HEAD' && this.spoiledAgent !== null,
      signal,
      responseHeaders: 'raw',
      headers: {
        'user-agent': this.userAgent,
        accept: ACCEPTED,
        'accept-encoding': 'gzip, deflate, br',
        'accept-language': 'en',
        ...headers,
      },
      ...(timeoutMs !== undefined && { headersTimeout: timeoutMs, bodyTimeout: timeoutMs }),
    });
    response.body.on('error', () => undefined);
    const rawHeaders = rawHeadersOf(response);
    if (rawHeaders.length > 2 * MAX_HEADERS) throw this.endedByHeaders();
    return { status: response.statusCode, headers: headerPairs(rawHeaders), body: response.body };
  }

  /** Ends the visit, since the next response could be the same attack. */
  private endedByHeaders(): LoadError {
    const reason = new LoadError(
      'headers_too_large',
      `The response has more than ${String(MAX_HEADERS)} headers.`,
    );
    this.deadline.end(reason);
    return reason;
  }

  /** Discards a body. Reads it if it is short and there soon, so that the connection can be reused. */
  async drain({ body }: OpenResponse): Promise<void> {
    await body.dump({ limit: DRAINED_BYTES, signal: AbortSignal.timeout(DRAIN_MS) }).catch(() => undefined);
  }

  /** Measurements of the last new connection to an origin. */
  connectionTo(origin: string): ConnectionFacts | undefined {
    return this.connections.get(origin);
  }

  elapsedMs(): number {
    return rounded(this.deadline.elapsedMs);
  }

  /** Abandons all connections, because a response to HEAD had a body, and closes connections after HEAD from now on. */
  resetConnections(): void {
    if (this.spoiledAgent) return;
    this.spoiledAgent = this.agent;
    this.agent = this.newAgent();
  }

  /** Aborts all open requests. */
  async close(): Promise<void> {
    this.traffic.stop();
    this.deadline.end();
    await Promise.all([this.agent.destroy(), this.spoiledAgent?.destroy()]);
  }

  private newAgent(): Agent {
    return new Agent({
      connections: CONNECTIONS_PER_HOST,
      pipelining: 1,
      headersTimeout: this.deadlineMs,
      bodyTimeout: this.deadlineMs,
      maxHeaderSize: MAX_HEADER_BYTES,
      connect: safeConnector(this.connectorOptions),
    });
  }
}

/** Rounds milliseconds to a tenth. */
export function rounded(ms: number): number {
  return Math.round(ms * 10) / 10;
}

/** undici's types don't know the option `responseHeaders: 'raw'`. */
function rawHeadersOf({ headers }: { readonly headers: object }): readonly string[] {
  if (Array.isArray(headers)) return headers as string[];
  throw new Error("undici parsed the response headers although responseHeaders is 'raw'.");
}
