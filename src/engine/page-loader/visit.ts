import { type FairShare, type Release } from '../../basics/fair-share.js';
import { streamBody } from './body.js';
import { chosenProtocol } from './connector.js';
import { assertContent, assertDocument } from './document.js';
import { cookiesFor } from './hop-cookies.js';
import { LoadError, loadErrorFrom } from './load-error.js';
import { type LoadFacts, noFacts } from './load-facts.js';
import { type VisitContext } from './loader-options.js';
import { contentCodingsOf, type Header, headerOf, type OpenResponse } from './open-response.js';
import { Chunks } from './chunks.js';
import { keyOf, SiteClient, SPOILED } from './site-client.js';
import { locationOf, MAX_REDIRECTS, redirectTarget } from './redirect.js';
import { type Request, Requests, rounded } from './requests.js';
import { fetchRobotsTxt, type RobotsTxt } from './robots-txt.js';
import { type TlsFacts } from './tls-facts.js';
import { lastingOf, VisitAnswers } from './visit-answers.js';

/** A loaded page. */
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

const MAX_DOCUMENT_BYTES = 10 * 1024 * 1024;
/** A larger document waits for its turn before the rest of it is read. */
const LARGE_DOCUMENT_BYTES = 1024 * 1024;

/** One visit to a third-party site: loads the page, then sends further requests. Errors of the site are results; nothing
 *  rejects because of them. */
export class Visit {
  /** Sends further requests. */
  readonly site: SiteClient;
  readonly answers: VisitAnswers;
  /** URL of the last requested document. */
  finalUrl = '';
  /** That scripts read, with `#`: of the last redirect that has one, or of what was asked for; empty: none. */
  fragment = '';
  /** Retry-After of its response; null: none. */
  retryAfter: string | null = null;
  /** When the document was first requested; null: it was not yet. */
  requestedAt: Date | null = null;
  /** When the last document had been read; null: none was. */
  loadedAt: Date | null = null;
  private readonly requests: Requests;
  private readonly measured = noFacts();
  private readonly hops: LoadedPage['hops'][number][] = [];

  /** Whether redirects led back to an address: some sites do that until their cookies are sent. */
  private isCircling = false;
  /** Set by the last document. */
  private documentCookies: readonly string[] = [];
  private largeDocument: Release | null = null;

  constructor(private readonly context: VisitContext) {
    this.requests = new Requests(context);
    this.answers = new VisitAnswers(context.visitFor.shared, this.requests.signal);
    this.site = new SiteClient(this.requests, this.answers);
  }

  /** Measurements so far. */
  get facts(): LoadFacts {
    const timings = { ...this.measured.timings, total_ms: this.requests.elapsedMs() };
    const { requests } = this.requests.traffic;
    return { ...this.measured, timings, requests, shared_answers: this.answers.taken };
  }

  /** Loads one page, of at most 10 MiB decoded, and its origin's robots.txt. Follows at most 5 redirects; a second call
   *  continues the count.
   *  @param target what the audit was asked for, as `judgeTarget` returned it: only if the settings exempt it from the
   *  rules, they exempt other targets of the visit, too */
  async load(target: URL): Promise<LoadResult> {
    this.limitTo(target);
    this.fragment = '';
    return this.loadOne(target);
  }

  /** Limits all requests to what an audit of a URL may request, as {@link load} does. For visits that load no page. */
  limitTo(target: URL): void {
    this.requests.limitTo(target);
  }

  /** Loads the target of a loaded page's immediate `meta refresh`, which counts as a redirect. */
  async loadNext(address: string): Promise<LoadResult> {
    const from = new URL(this.finalUrl);
    try {
      const setCookies = this.documentCookies;
      const next = this.redirected(from, { status: null, location: address, setCookies });
      this.fragment = '';
      this.loadedAt = null;
      Object.assign(this.measured, { sizes: noFacts().sizes, robots_txt: null });
      this.measured.timings.document_ms = null;
      return await this.loadOne(next);
    } catch (error) {
      return { error: loadErrorFrom(error) };
    }
  }

  /** Which of `h2` and `http/1.1` the server of an https URL chooses; null if unknown. */
  async chosenProtocol(url: string): Promise<string | null> {
    if (!url.startsWith('https:')) return null;
    const { origin } = new URL(url);
    const ask = () => chosenProtocol(new URL(origin), this.requests.connectorOptions);
    this.measured.alpn = await this.answers.once(`alpn ${origin}`, ask, (protocol) =>
      protocol === null ? 'never' : 'always',
    );
    return this.measured.alpn;
  }

  /** Whether a link of the page may be tried. */
  mayAsk(url: string): boolean {
    return this.context.visitFor.mayAsk?.(url) ?? true;
  }

  /** Aborted when the caller cancels the visit, but not at its deadline. */
  get signal(): AbortSignal | undefined {
    return this.context.visitFor.signal;
  }

  /** Waits for the account's turn. The deadline is paused meanwhile. */
  async takeTurn(share: FairShare): Promise<Release> {
    const { account, signal } = this.context.visitFor;
    await this.letPass();
    return this.requests.deadline.pauseFor(share.take(account, signal));
  }

  /** Waits while more urgent visits are under way. The deadline is paused meanwhile. */
  async letPass(): Promise<void> {
    const { letPass } = this.context.visitFor;
    if (letPass) await this.requests.deadline.pauseFor(letPass());
  }

  /** Pauses the deadline until a promise settles. */
  async pauseFor<T>(promise: Promise<T>): Promise<T> {
    return this.requests.deadline.pauseFor(promise);
  }

  /** Waits until another large sitemap may be in memory. The deadline is paused meanwhile. */
  async takeSitemapTurn(): Promise<Release> {
    return this.takeTurn(this.context.shares.largeSitemaps);
  }

  /** Releases the slot for large documents. To be called when no document of this visit is in memory any more. */
  releaseDocument(): void {
    this.largeDocument?.();
    this.largeDocument = null;
  }

  /** Aborts all open requests. */
  async close(): Promise<void> {
    this.releaseDocument();
    await this.requests.close();
  }

  private loaded(
    url: URL,
    {
      response,
      body,
      robotsTxt,
      loadedAt,
    }: { response: OpenResponse; body: Uint8Array; robotsTxt: RobotsTxt; loadedAt: Date },
  ): LoadedPage {
    return {
      requestedUrl: this.hops[0]?.url ?? url.href,
      url: url.href,
      hops: [...this.hops],
      headers: response.headers,
      body,
      tls: this.measured.tls,
      timings: { ttfbMs: this.measured.timings.ttfb_ms, documentMs: this.measured.timings.document_ms },
      robotsTxt,
      loadedAtMs: loadedAt.getTime(),
    };
  }

  /** Follows redirects one by one, since every URL has to be checked. */
  private async loadOne(target: URL): Promise<LoadResult> {
    this.requestedAt ??= new Date();
    try {
      const { url, response } = await this.follow(target);
      this.documentCookies = cookiesOf(response);
      const body = await this.readDocument(response);
      this.measured.timings.document_ms = this.requests.elapsedMs();
      const loadedAt = (this.loadedAt = new Date());
      const robotsTxt = await fetchRobotsTxt(this, url);
      this.measured.robots_txt = { status: robotsTxt.status };
      return { page: this.loaded(url, { response, body, robotsTxt, loadedAt }) };
    } catch (error) {
      const { signal } = this.requests;
      const reason: unknown = signal.aborted ? signal.reason : error;
      return { error: loadErrorFrom(reason) };
    }
  }

  private async follow(target: URL): Promise<{ url: URL; response: OpenResponse }> {
    for (let url = target; ;) {
      if (url.hash !== '') this.fragment = url.hash;
      url.hash = '';
      this.finalUrl = url.href;
      const response = await this.openMeasured(url);
      await this.shareDocumentResponse(url.href, response);
      const location = locationOf(response);
      if (location === undefined) return { url, response };
      await this.requests.drain(response);
      url = this.redirected(url, { status: response.status, location, setCookies: cookiesOf(response) });
    }
  }

  /** It stands for the responses to links to the page. */
  private async shareDocumentResponse(url: string, { status, headers }: OpenResponse): Promise<void> {
    const answer = { url, status, error: null, headers };
    if (lastingOf(answer) !== 'always') return;
    await this.answers.put(keyOf({ url }), answer);
    if (status !== 200)
      await this.answers.put(this.targetKey(url), { ...answer, isIndexable: null, canonical: null });
  }

  /** Key of the shared answer for pages that name a URL as canonical. */
  targetKey(url: string): string {
    return `canonical target ${url} of ${new URL(this.finalUrl).origin}`;
  }

  /** Counts a redirect.
   *  @returns where it leads
   *  @throws LoadError */
  private redirected(
    from: URL,
    {
      status,
      location,
      setCookies,
    }: { status: number | null; location: string; setCookies: readonly string[] },
  ): URL {
    this.measured.redirects.push({ url: from.href, status, location: location.slice(0, 2048) });
    this.hops.push({ url: from.href, status, setCookies });
    if (this.hops.length > MAX_REDIRECTS) {
      const isCircle = new Set(this.hops.map(({ url }) => url)).size < this.hops.length;
      const most = String(MAX_REDIRECTS);
      throw new LoadError(
        'too_many_redirects',
        isCircle
          ? `The redirects lead in a circle: ${most} were followed.`
          : `There are more than ${most} redirects.`,
      );
    }
    const target = redirectTarget(location, from, this.requests.policy);
    if (this.context.visitFor.mayFollow?.(target.href) === false)
      throw new LoadError('robots_disallowed', 'robots.txt disallows the target of a redirect.');
    return target;
  }

  private async openMeasured(url: URL): Promise<OpenResponse> {
    const sentAt = performance.now();
    this.measured.timings.ttfb_ms = null;
    this.measured.http_status = null;
    this.measured.content_type = null;
    this.retryAfter = null;
    try {
      this.isCircling ||= this.hops.some((hop) => hop.url === url.href);
      const cookie = this.isCircling ? cookiesFor(url, this.hops) : '';
      const response = await this.openAgain(url, cookie === '' ? {} : { headers: { cookie } });
      this.measured.timings.ttfb_ms = rounded(performance.now() - sentAt);
      this.measured.http_status = response.status;
      this.retryAfter = headerOf(response, 'retry-after') ?? null;
      this.measured.content_type = headerOf(response, 'content-type')?.slice(0, 200) ?? null;
      return response;
    } finally {
      const connection = this.requests.connectionTo(url.origin);
      this.measured.tls = connection?.tls ?? null;
      this.measured.timings.dns_ms = roundedOrNull(connection?.dnsMs);
      this.measured.timings.connect_ms = roundedOrNull(connection?.connectMs);
      this.measured.timings.tls_ms = roundedOrNull(connection?.tlsMs);
    }
  }

  /** Opens a URL, once more on a new connection if one that was kept turns out to be closed, as browsers do.
   *  @see https://www.rfc-editor.org/rfc/rfc9112#section-9.3.1 */
  private async openAgain(url: URL, request: Request): Promise<OpenResponse> {
    const mayBeKept = this.requests.connectionTo(url.origin) !== undefined;
    try {
      return await this.requests.open(url, request);
    } catch (error) {
      if (!mayBeKept || !SPOILED.has(loadErrorFrom(error).code)) throw error;
      this.requests.resetConnections();
      return this.requests.open(url, request);
    }
  }

  private async readDocument(response: OpenResponse): Promise<Uint8Array> {
    assertDocument(response);
    const body = new Chunks(MAX_DOCUMENT_BYTES);
    const { encodedBytes } = await streamBody(
      response.body,
      {
        codings: contentCodingsOf(response),
        limit: { bytes: MAX_DOCUMENT_BYTES, wanted: 'all' },
        signal: this.requests.signal,
        traffic: this.requests.traffic,
      },
      async (chunk) => {
        body.add(chunk);
        if (body.length > LARGE_DOCUMENT_BYTES) {
          this.largeDocument ??= await this.takeTurn(this.context.shares.largeDocuments);
        }
      },
    );
    this.measured.sizes = { encoded_bytes: encodedBytes, decoded_bytes: body.length };
    const bytes = body.bytes();
    assertContent(bytes);
    return bytes;
  }
}

function cookiesOf(response: OpenResponse): string[] {
  return response.headers.filter(([name]) => name === 'set-cookie').map(([, value]) => value);
}

function roundedOrNull(ms: number | null | undefined): number | null {
  return ms === null || ms === undefined ? null : rounded(ms);
}
