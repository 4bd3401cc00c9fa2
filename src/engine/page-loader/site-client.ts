import { streamBody } from './body.js';
import { loadErrorFrom } from './load-error.js';
import { contentCodingsOf, type OpenResponse } from './open-response.js';
import { locationOf, MAX_REDIRECTS, redirectTarget } from './redirect.js';
import { type Request, type Requests, rounded } from './requests.js';
import { lastingOf, type VisitAnswers } from './visit-answers.js';
import { noResponse, type ReadResponse, type SiteResponse } from './site-response.js';

/** One request to the site of a visit. */
export interface SiteRequest extends Pick<Request, 'method' | 'headers'> {
  readonly url: string;
}

/** With the milliseconds from the request to its response headers. */
export type TimedResponse = SiteResponse & { readonly ttfbMs: number };

/** Timeout of each response. */
const RESPONSE_TIMEOUT_MS = 5000;
/** Statuses with which some servers refuse HEAD but not GET. */
const HEAD_REFUSED = new Set<number | null>([403, 405, 501]);
/** Statuses that mean us, or the server as a whole, whatever the method. */
const KEPT_OUT = new Set<number | null>([401, 429, 503]);
/** Errors on a connection on which a server has sent a body after HEAD. */
export const SPOILED = new Set<string>(['invalid_response', 'connection_reset']);

/** A file to read. */
export interface FileRequest extends Omit<SiteRequest, 'method'> {
  readonly redirects?: number;
  /** How long each response may take to begin, and to go on; default: 5000. */
  readonly timeoutMs?: number | undefined;
}

/** Sends the other requests of a visit, beyond the page. Errors of the site are results; nothing rejects because of
 *  them. */
export class SiteClient {
  /** Hosts that have failed HEAD, and whether GET failed in the same way. */
  private readonly headTests = new Map<string, Promise<boolean>>();

  constructor(
    private readonly requests: Requests,
    private readonly answers: VisitAnswers,
  ) {}

  /** The response of {@link ask}, possibly to another visit. */
  async askOnce(request: SiteRequest): Promise<SiteResponse> {
    return this.answers.once<SiteResponse>(keyOf(request), () => this.ask(request), lastingOf);
  }

  /** Requests one URL without following redirects. Uses HEAD, and GET if HEAD is refused, or fails on a host that fails it
   *  where GET succeeds: one failure per host is tested. */
  async ask({ url, method = 'HEAD', headers = {} }: SiteRequest): Promise<TimedResponse> {
    const response = await this.requestOnce({ url, method, headers });
    const { status } = response;
    if (method !== 'HEAD' || status === null || status < 400 || KEPT_OUT.has(status)) return response;
    const { host } = new URL(url);
    const test = HEAD_REFUSED.has(status) ? undefined : this.headTests.get(host);
    if (await test) return response;
    const confirmed = this.requestOnce({ url, method: 'GET', headers });
    if (!test)
      this.headTests.set(
        host,
        confirmed.then(
          (again) => again.status === status,
          () => false,
        ),
      );
    return confirmed;
  }

  /** Requests a URL and follows at most 5 redirects.
   *  @returns every response; the last one is no redirect, or is a missing response */
  async followRedirects(first: string): Promise<SiteResponse[]> {
    const responses: SiteResponse[] = [];
    for (let url = first; responses.length <= MAX_REDIRECTS;) {
      try {
        const response = await this.open(url);
        await this.requests.drain(response);
        responses.push({ url, status: response.status, error: null, headers: response.headers });
        const location = locationOf(response);
        if (location === undefined) return responses;
        url = redirectTarget(location, new URL(url), this.requests.policy).href;
      } catch (error) {
        responses.push(noResponse(url, error));
        return responses;
      }
    }
    return responses;
  }

  /** Reads the decoded body of a URL, up to `maxBytes`. Follows at most `redirects` redirects.
   *  @param take receives the body in chunks; an error that it throws stops the reading and becomes the result's error
   *  @param unpacksGzip whether a gzip file is decoded, whatever type the server gives it */
  async read(
    { url, redirects = 0, headers = {}, timeoutMs }: FileRequest,
    {
      maxBytes,
      unpacksGzip = false,
      take,
    }: {
      readonly maxBytes: number;
      readonly unpacksGzip?: boolean;
      readonly take: (chunk: Uint8Array, response: SiteResponse) => void | Promise<void>;
    },
  ): Promise<ReadResponse> {
    try {
      const response = await this.open(url, { headers, ...(timeoutMs !== undefined && { timeoutMs }) });
      const location = redirects > 0 ? locationOf(response) : undefined;
      if (location !== undefined) {
        await this.requests.drain(response);
        const next = redirectTarget(location, new URL(url), this.requests.policy).href;
        return await this.read(
          { url: next, redirects: redirects - 1, headers, timeoutMs },
          { maxBytes, unpacksGzip, take },
        );
      }
      const head = { url, status: response.status, error: null, headers: response.headers };
      const limit = { bytes: maxBytes, wanted: 'beginning' } as const;
      const { decodedBytes } = await streamBody(
        response.body,
        {
          codings: contentCodingsOf(response),
          limit,
          unpacksGzip,
          signal: this.requests.signal,
          traffic: this.requests.traffic,
        },
        (chunk) => take(chunk, head),
      );
      return { ...head, errorDetail: null, decodedBytes };
    } catch (error) {
      return { ...noResponse(url, error), errorDetail: loadErrorFrom(error).message, decodedBytes: 0 };
    }
  }

  private async requestOnce({ url, ...request }: SiteRequest): Promise<TimedResponse> {
    const sentAt = performance.now();
    try {
      const response = await this.open(url, request);
      const ttfbMs = rounded(performance.now() - sentAt);
      await this.requests.drain(response);
      return { url, status: response.status, error: null, headers: response.headers, ttfbMs };
    } catch (error) {
      return { ...noResponse(url, error), ttfbMs: 0 };
    }
  }

  private async open(address: string, request: Request = {}): Promise<OpenResponse> {
    const url = this.requests.checked(address);
    const limited = { timeoutMs: RESPONSE_TIMEOUT_MS, ...request };
    try {
      return await this.requests.open(url, limited);
    } catch (error) {
      if (!SPOILED.has(loadErrorFrom(error).code)) throw error;
      this.requests.resetConnections();
      return this.requests.open(url, limited);
    }
  }
}

/** Key of the shared answer to a request without its body. */
export function keyOf({ url, method = 'HEAD', headers = {} }: SiteRequest): string {
  return [method, url, ...Object.entries(headers).flat()].join(' ');
}
