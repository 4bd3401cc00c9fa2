import { setMaxListeners } from 'node:events';
import { Agent } from 'undici';
import { type Answer, type AnswerBody, noAnswer } from './answer.js';
import { readBody, streamBody } from './body.js';
import {
  chosenProtocol,
  type ConnectionFacts,
  type ConnectorOptions,
  safeConnector,
  systemResolver,
} from './connector.js';
import { LoadError, loadErrorFrom } from './load-error.js';
import { type LoadFacts, noFacts } from './load-facts.js';
import { contentEncodingOf, type Header, headerOf, headerPairs, type OpenResponse } from './open-response.js';
import { type PageLoaderOptions } from './loader-options.js';
import { locationOf, redirectTarget } from './redirect.js';
import { fetchRobotsTxt, type RobotsTxt } from './robots-txt.js';
import { judgeTarget } from './target.js';
import { type TlsFacts } from './tls-facts.js';

/** A page that was loaded. */
export interface LoadedPage {
  readonly requestedUrl: string;
  readonly url: string;
  readonly hops: readonly { url: string; status: number | null; setCookies: readonly string[] }[];
  readonly headers: readonly Header[];
  readonly body: Uint8Array;
  readonly tls: TlsFacts | null;
  readonly timings: { readonly ttfbMs: number | null; readonly documentMs: number | null };
  readonly robotsTxt: RobotsTxt;
  readonly loadedAtMs: number;
}

export type LoadResult = { readonly page: LoadedPage } | { readonly error: LoadError };

export interface Question {
  readonly url: string;
  readonly method?: 'GET' | 'HEAD';
  readonly headers?: Readonly<Record<string, string>>;
}

const DEADLINE_MS = 20_000;
/** For each answer beside the document. */
const ANSWER_MS = 5000;
const MAX_REDIRECTS = 5;
const MAX_DOCUMENT_BYTES = 10 * 1024 * 1024;
const MAX_HEADER_BYTES = 64 * 1024;
const CONNECTIONS_PER_HOST = 6;
const ACCEPTED = 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.5';
/** Statuses by which servers refuse HEAD where they would answer GET. */
const HEAD_REFUSED = new Set([403, 405, 501]);
const DRAINED_BYTES = 65_536;

/** One visit to a stranger's site: the page, then questions about what lies around it. Nothing in it rejects for
 *  what a site does. */
export class Visit {
  /** Facts so far. */
  readonly facts: LoadFacts = noFacts();
  /** Address of the last document that was asked for. */
  finalUrl = '';
  private readonly startedAt = performance.now();
  private readonly abort = new AbortController();
  private readonly deadline: NodeJS.Timeout;
  private readonly connections = new Map<string, ConnectionFacts>();
  private readonly connectorOptions: ConnectorOptions;
  private readonly agent: Agent;
  private readonly hops: LoadedPage['hops'][number][] = [];

  constructor(private readonly options: PageLoaderOptions) {
    const deadlineMs = options.deadlineMs ?? DEADLINE_MS;
    this.deadline = setTimeout(() => {
      this.abort.abort(new LoadError('too_slow', `The page was not there after ${String(deadlineMs)} ms.`));
    }, deadlineMs);
    // Every request of the visit listens for its end.
    setMaxListeners(0, this.abort.signal);
    this.connectorOptions = {
      policy: options.policy,
      resolve: options.resolve ?? systemResolver,
      signal: this.abort.signal,
      onConnected: (origin, facts) => this.connections.set(origin, facts),
    };
    this.agent = new Agent({
      connections: CONNECTIONS_PER_HOST,
      pipelining: 1,
      headersTimeout: deadlineMs,
      bodyTimeout: deadlineMs,
      maxHeaderSize: MAX_HEADER_BYTES,
      connect: safeConnector(this.connectorOptions),
    });
  }

  /** Loads one page, following at most 5 redirects, with at most 10 MiB decoded; and its origin's robots.txt. A
   *  second call goes on from the first: a page that leads on by itself is one more redirect.
   *  @param target as {@link judgeTarget} accepted it */
  async load(target: URL): Promise<LoadResult> {
    try {
      const { url, response } = await this.follow(target);
      const body = await this.readDocument(response);
      this.facts.timings.document_ms = this.elapsedMs();
      const robotsTxt = await fetchRobotsTxt(url, (robotsUrl) => this.open(robotsUrl), this.options.policy);
      this.facts.robots_txt = { status: robotsTxt.status };
      return { page: this.loaded(url, { response, body, robotsTxt }) };
    } catch (error) {
      const reason: unknown = this.abort.signal.aborted ? this.abort.signal.reason : error;
      return { error: loadErrorFrom(reason) };
    } finally {
      this.facts.timings.total_ms = this.elapsedMs();
    }
  }

  /** Goes on to where a loaded page leads by itself, as after a redirect. */
  async loadNext(address: string): Promise<LoadResult> {
    const from = new URL(this.finalUrl);
    try {
      this.noteRedirect(from, { status: null, location: address, setCookies: [] });
      return await this.load(redirectTarget(address, from, this.options.policy));
    } catch (error) {
      return { error: loadErrorFrom(error) };
    }
  }

  /** Asks for one address, by HEAD with GET where that is refused, without following redirects.
   *  @returns also what was measured: milliseconds to the response headers */
  async ask({ url, method = 'HEAD', headers = {} }: Question): Promise<Answer & { readonly ttfbMs: number }> {
    const sentAt = performance.now();
    try {
      const response = await this.open(this.judged(url), { method, headers });
      const ttfbMs = rounded(performance.now() - sentAt);
      await this.drain(response);
      if (method === 'HEAD' && HEAD_REFUSED.has(response.status))
        return await this.ask({ url, method: 'GET', headers });
      return { url, status: response.status, error: null, headers: response.headers, ttfbMs };
    } catch (error) {
      return { ...noAnswer(url, error), ttfbMs: 0 };
    }
  }

  /** Asks for an address and for where it redirects, at most 5 times.
   *  @returns every answer, the last one without a redirect or without an answer */
  async askAlong(first: string): Promise<Answer[]> {
    const answers: Answer[] = [];
    for (let url = first; answers.length <= MAX_REDIRECTS;) {
      try {
        const response = await this.open(this.judged(url));
        await this.drain(response);
        answers.push({ url, status: response.status, error: null, headers: response.headers });
        const location = locationOf(response);
        if (location === undefined) return answers;
        url = redirectTarget(location, new URL(url), this.options.policy).href;
      } catch (error) {
        answers.push(noAnswer(url, error));
        return answers;
      }
    }
    return answers;
  }

  /** Reads the body behind an address, decoded and cut at `maxBytes`; redirects are followed where told.
   *  @param take gets the body in chunks; what it throws ends the reading and is the answer's error */
  async read(
    { url, redirects = 0 }: { readonly url: string; readonly redirects?: number },
    {
      maxBytes,
      take,
    }: { readonly maxBytes: number; readonly take: (chunk: Uint8Array, answer: Answer) => void },
  ): Promise<AnswerBody> {
    try {
      const response = await this.open(this.judged(url));
      const location = redirects > 0 ? locationOf(response) : undefined;
      if (location !== undefined) {
        await this.drain(response);
        const next = redirectTarget(location, new URL(url), this.options.policy).href;
        return await this.read({ url: next, redirects: redirects - 1 }, { maxBytes, take });
      }
      const answer = { url, status: response.status, error: null, headers: response.headers };
      const limit = { bytes: maxBytes, whenOver: 'cut' } as const;
      const { decodedBytes } = await streamBody(
        response.body,
        { contentEncoding: contentEncodingOf(response) || codingOfType(response), limit },
        (chunk) => {
          take(chunk, answer);
        },
      );
      return { ...answer, decodedBytes };
    } catch (error) {
      return { ...noAnswer(url, error), decodedBytes: 0 };
    }
  }

  /** Which of `h2` and `http/1.1` the server of an https address chooses; null where it can't be told. */
  async chosenProtocol(url: string): Promise<string | null> {
    const protocol = url.startsWith('https:')
      ? await chosenProtocol(new URL(url), this.connectorOptions)
      : null;
    this.facts.alpn = protocol;
    return protocol;
  }

  /** Ends everything that is still under way. */
  async close(): Promise<void> {
    clearTimeout(this.deadline);
    await this.agent.destroy();
  }

  elapsedMs(): number {
    return rounded(performance.now() - this.startedAt);
  }

  private loaded(
    url: URL,
    { response, body, robotsTxt }: { response: OpenResponse; body: Uint8Array; robotsTxt: RobotsTxt },
  ): LoadedPage {
    return {
      requestedUrl: this.hops[0]?.url ?? url.href,
      url: url.href,
      hops: [...this.hops],
      headers: response.headers,
      body,
      tls: this.facts.tls,
      timings: { ttfbMs: this.facts.timings.ttfb_ms, documentMs: this.facts.timings.document_ms },
      robotsTxt,
      loadedAtMs: Date.now(),
    };
  }

  /** Follows redirects by hand: every hop is judged like the first address. */
  private async follow(target: URL): Promise<{ url: URL; response: OpenResponse }> {
    for (let url = target; ;) {
      url.hash = '';
      this.finalUrl = url.href;
      const response = await this.openMeasured(url);
      const location = locationOf(response);
      if (location === undefined) return { url, response };
      await this.drain(response);
      this.noteRedirect(url, { status: response.status, location, setCookies: cookiesOf(response) });
      url = redirectTarget(location, url, this.options.policy);
    }
  }

  private noteRedirect(
    from: URL,
    {
      status,
      location,
      setCookies,
    }: { status: number | null; location: string; setCookies: readonly string[] },
  ): void {
    this.facts.redirects.push({ url: from.href, status, location: location.slice(0, 2048) });
    this.hops.push({ url: from.href, status, setCookies });
    if (this.hops.length > MAX_REDIRECTS) {
      throw new LoadError('too_many_redirects', `There are more than ${String(MAX_REDIRECTS)} redirects.`);
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

  /** @throws LoadError `blocked_address` */
  private judged(address: string): URL {
    const judged = judgeTarget(address, this.options.policy);
    if ('url' in judged) return judged.url;
    throw new LoadError('blocked_address', 'The address may not be asked for.');
  }

  private async open(
    url: URL,
    { method = 'GET', headers = {} }: Omit<Question, 'url'> = {},
  ): Promise<OpenResponse> {
    this.facts.requests += 1;
    const isDocument = this.facts.timings.document_ms === null;
    const response = await this.agent.request({
      origin: url.origin,
      path: url.pathname + url.search,
      method,
      signal: this.abort.signal,
      responseHeaders: 'raw',
      ...(!isDocument && { headersTimeout: ANSWER_MS, bodyTimeout: ANSWER_MS }),
      headers: {
        'user-agent': this.options.userAgent,
        accept: ACCEPTED,
        'accept-encoding': 'gzip, deflate, br',
        'accept-language': 'en',
        ...headers,
      },
    });
    response.body.on('error', () => undefined);
    return {
      status: response.statusCode,
      headers: headerPairs(response.headers as unknown as string[]),
      body: response.body,
    };
  }

  private async drain(response: OpenResponse): Promise<void> {
    await response.body.dump({ limit: DRAINED_BYTES, signal: this.abort.signal }).catch(() => undefined);
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

/** A file that is compressed itself, like sitemap.xml.gz, is read like one that was compressed for the way. */
function codingOfType(response: OpenResponse): string {
  return /^application\/(x-)?gzip\b/i.test(headerOf(response, 'content-type') ?? '') ? 'gzip' : '';
}

function cookiesOf(response: OpenResponse): string[] {
  return response.headers.filter(([name]) => name === 'set-cookie').map(([, value]) => value);
}

function rounded(ms: number): number {
  return Math.round(ms * 10) / 10;
}

function roundedOrNull(ms: number | null | undefined): number | null {
  return ms === null || ms === undefined ? null : rounded(ms);
}
