import { Agent } from 'undici';
import { readBody } from './body.js';
import { type ConnectionFacts, type Resolver, safeConnector, systemResolver } from './connector.js';
import { LoadError, loadErrorFrom } from './load-error.js';
import { contentEncodingOf, type Header, headerOf, headerPairs, type OpenResponse } from './open-response.js';
import { fetchRobotsTxt, type RobotsTxt } from './robots-txt.js';
import { judgeTarget, type TargetPolicy } from './target.js';
import { type TlsFacts } from './tls-facts.js';

/** What was measured while loading; null where it did not come to that. Durations in milliseconds. */
export interface LoadFacts {
  http_status: number | null;
  content_type: string | null;
  redirects: { url: string; status: number; location: string }[];
  timings: {
    dns_ms: number | null;
    connect_ms: number | null;
    tls_ms: number | null;
    /** From sending the last request to its response headers. */
    ttfb_ms: number | null;
    total_ms: number;
  };
  sizes: { encoded_bytes: number | null; decoded_bytes: number | null };
  tls: TlsFacts | null;
  robots_txt: { status: number | null } | null;
}

/** A page that was loaded. */
export interface LoadedPage {
  readonly url: string;
  readonly headers: readonly Header[];
  readonly body: Uint8Array;
  readonly isTlsVerified: boolean | null;
  readonly robotsTxt: RobotsTxt;
  readonly loadedAtMs: number;
}

export type LoadResult = { readonly facts: LoadFacts; readonly finalUrl: string } & (
  { readonly page: LoadedPage } | { readonly error: LoadError }
);

export interface PageLoaderOptions {
  readonly policy: TargetPolicy;
  readonly userAgent: string;
  readonly resolve?: Resolver;
  /** For everything that one page takes; 20 000 ms unless told. */
  readonly deadlineMs?: number;
}

const DEADLINE_MS = 20_000;
const MAX_REDIRECTS = 5;
const MAX_ADDRESS_CHARACTERS = 8000;
const MAX_DOCUMENT_BYTES = 10 * 1024 * 1024;
const MAX_HEADER_BYTES = 64 * 1024;
const CONNECTIONS_PER_HOST = 6;
const REDIRECT_STATUSES = new Set([301, 302, 303, 307, 308]);

/** Loads strangers' pages; the only code that connects to them. */
export class PageLoader {
  constructor(private readonly options: PageLoaderOptions) {}

  /** Loads one page, following at most 5 redirects, with at most 10 MiB decoded; and its origin's robots.txt.
   *  Never rejects for what a site does: that is the result's `error`.
   *  @param target as {@link judgeTarget} accepted it */
  async load(target: URL): Promise<LoadResult> {
    const visit = new Visit(this.options);
    try {
      return await visit.load(target);
    } finally {
      await visit.close();
    }
  }
}

class Visit {
  private readonly startedAt = performance.now();
  private readonly abort = new AbortController();
  private readonly deadline: NodeJS.Timeout;
  private readonly connections = new Map<string, ConnectionFacts>();
  private readonly agent: Agent;
  private finalUrl = '';
  private readonly facts: LoadFacts = {
    http_status: null,
    content_type: null,
    redirects: [],
    timings: { dns_ms: null, connect_ms: null, tls_ms: null, ttfb_ms: null, total_ms: 0 },
    sizes: { encoded_bytes: null, decoded_bytes: null },
    tls: null,
    robots_txt: null,
  };

  constructor(private readonly options: PageLoaderOptions) {
    const deadlineMs = options.deadlineMs ?? DEADLINE_MS;
    this.deadline = setTimeout(() => {
      this.abort.abort(new LoadError('too_slow', `The page was not there after ${String(deadlineMs)} ms.`));
    }, deadlineMs);
    this.agent = new Agent({
      connections: CONNECTIONS_PER_HOST,
      pipelining: 1,
      headersTimeout: deadlineMs,
      bodyTimeout: deadlineMs,
      maxHeaderSize: MAX_HEADER_BYTES,
      connect: safeConnector({
        policy: options.policy,
        resolve: options.resolve ?? systemResolver,
        signal: this.abort.signal,
        onConnected: (origin, facts) => this.connections.set(origin, facts),
      }),
    });
  }

  async load(target: URL): Promise<LoadResult> {
    try {
      const { url, response } = await this.follow(target);
      const body = await this.readDocument(response);
      const robotsTxt = await fetchRobotsTxt(url, (robotsUrl) => this.open(robotsUrl), this.options.policy);
      this.facts.robots_txt = { status: robotsTxt.status };
      const isTlsVerified = this.facts.tls?.verified ?? null;
      const page = {
        url: url.href,
        headers: response.headers,
        body,
        isTlsVerified,
        robotsTxt,
        loadedAtMs: Date.now(),
      };
      return { page, ...this.measured() };
    } catch (error) {
      const reason: unknown = this.abort.signal.aborted ? this.abort.signal.reason : error;
      return { error: loadErrorFrom(reason), ...this.measured() };
    }
  }

  async close(): Promise<void> {
    clearTimeout(this.deadline);
    await this.agent.destroy();
  }

  private measured(): { facts: LoadFacts; finalUrl: string } {
    this.facts.timings.total_ms = rounded(performance.now() - this.startedAt);
    return { facts: this.facts, finalUrl: this.finalUrl };
  }

  /** Follows redirects by hand: every hop is judged like the first address. */
  private async follow(target: URL): Promise<{ url: URL; response: OpenResponse }> {
    for (let url = target; ;) {
      url.hash = '';
      this.finalUrl = url.href;
      const response = await this.openMeasured(url);
      const location = REDIRECT_STATUSES.has(response.status) ? headerOf(response, 'location') : undefined;
      if (location === undefined) return { url, response };
      await response.body.dump({ limit: 65_536, signal: this.abort.signal }).catch(() => undefined);
      this.facts.redirects.push({
        url: url.href,
        status: response.status,
        location: location.slice(0, 2048),
      });
      if (this.facts.redirects.length > MAX_REDIRECTS) {
        throw new LoadError('too_many_redirects', `There are more than ${String(MAX_REDIRECTS)} redirects.`);
      }
      url = redirectTarget(location, url, this.options.policy);
    }
  }

  private async openMeasured(url: URL): Promise<OpenResponse> {
    const sentAt = performance.now();
    try {
      const response = await this.open(url);
      this.facts.timings.ttfb_ms = rounded(performance.now() - sentAt);
      this.facts.http_status = response.status;
      this.facts.content_type = headerOf(response, 'content-type')?.slice(0, 200) ?? null;
      return response;
    } finally {
      const connection = this.connections.get(url.origin);
      this.facts.tls = connection?.tls ?? null;
      this.facts.timings.dns_ms = roundedOrNull(connection?.dnsMs);
      this.facts.timings.connect_ms = roundedOrNull(connection?.connectMs);
      this.facts.timings.tls_ms = roundedOrNull(connection?.tlsMs);
    }
  }

  private async open(url: URL): Promise<OpenResponse> {
    const { statusCode, headers, body } = await this.agent.request({
      origin: url.origin,
      path: url.pathname + url.search,
      method: 'GET',
      signal: this.abort.signal,
      responseHeaders: 'raw',
      headers: {
        'user-agent': this.options.userAgent,
        accept: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.5',
        'accept-encoding': 'gzip, deflate, br',
        'accept-language': 'en',
      },
    });
    body.on('error', () => undefined);
    return { status: statusCode, headers: headerPairs(headers as unknown as string[]), body };
  }

  private async readDocument(response: OpenResponse): Promise<Uint8Array> {
    if (response.status >= 300 || response.status < 200) {
      throw new LoadError('http_error', `The server answers with status ${String(response.status)}.`);
    }
    const type = headerOf(response, 'content-type');
    if (type !== undefined && !/^\s*(text\/html|application\/xhtml\+xml)\s*(;|$)/i.test(type)) {
      throw new LoadError(
        'not_html',
        `The document is ${type.split(';')[0]?.slice(0, 100) ?? ''}, not HTML.`,
      );
    }
    const limit = { bytes: MAX_DOCUMENT_BYTES, whenOver: 'fail' } as const;
    const { bytes, encodedBytes } = await readBody(response.body, contentEncodingOf(response), limit);
    this.facts.sizes = { encoded_bytes: encodedBytes, decoded_bytes: bytes.length };
    return bytes;
  }
}

function redirectTarget(location: string, from: URL, policy: TargetPolicy): URL {
  const text = Buffer.from(location, 'latin1').toString('utf8');
  const resolved = URL.canParse(text, from.href) ? new URL(text, from.href) : null;
  if (!resolved || !/^https?:$/.test(resolved.protocol) || resolved.href.length > MAX_ADDRESS_CHARACTERS) {
    throw new LoadError(
      'invalid_redirect',
      'A redirect leads to no http or https address, or to one of over 8000 characters.',
    );
  }
  resolved.username = '';
  resolved.password = '';
  const judged = judgeTarget(resolved.href, policy);
  if ('fault' in judged) {
    throw new LoadError(
      'blocked_address',
      'A redirect leads to a host, port or address that may not be asked for.',
    );
  }
  return judged.url;
}

function rounded(ms: number): number {
  return Math.round(ms * 10) / 10;
}

function roundedOrNull(ms: number | null | undefined): number | null {
  return ms === null || ms === undefined ? null : rounded(ms);
}
