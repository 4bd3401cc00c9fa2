import { type Answer, type AnswerBody, noAnswer } from './answer.js';
import { streamBody } from './body.js';
import { loadErrorFrom } from './load-error.js';
import { contentEncodingOf, headerOf, type OpenResponse } from './open-response.js';
import { locationOf, MAX_REDIRECTS, redirectTarget } from './redirect.js';
import { type Request, type Requests, rounded } from './requests.js';

export interface Question extends Pick<Request, 'method' | 'headers'> {
  readonly url: string;
}

/** With milliseconds from sending the request to the response headers. */
export type TimedAnswer = Answer & { readonly ttfbMs: number };

/** For each answer. */
const ANSWER_MS = 5000;
/** Statuses by which servers refuse HEAD where they would answer GET. */
const HEAD_REFUSED = new Set<number | null>([403, 405, 501]);
/** What a request ends in on a connection that an answer to HEAD has spoiled with a body. */
const SPOILED = new Set<string>(['invalid_response', 'connection_reset']);

/** Asks what lies around a page, within one visit. Nothing in it rejects for what a site does. */
export class Questions {
  constructor(private readonly requests: Requests) {}

  /** Asks for one address, by HEAD with GET where that is refused, without following redirects. */
  async ask({ url, method = 'HEAD', headers = {} }: Question): Promise<TimedAnswer> {
    const answer = await this.askOnce({ url, method, headers });
    return method === 'HEAD' && HEAD_REFUSED.has(answer.status)
      ? this.askOnce({ url, method: 'GET', headers })
      : answer;
  }

  /** Asks for an address and for where it redirects, at most 5 times.
   *  @returns every answer, the last one without a redirect or without an answer */
  async askAlong(first: string): Promise<Answer[]> {
    const answers: Answer[] = [];
    for (let url = first; answers.length <= MAX_REDIRECTS;) {
      try {
        const response = await this.open(url);
        await this.requests.drain(response);
        answers.push({ url, status: response.status, error: null, headers: response.headers });
        const location = locationOf(response);
        if (location === undefined) return answers;
        url = redirectTarget(location, new URL(url), this.requests.options.policy).href;
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
    { url, redirects = 0, headers = {} }: Omit<Question, 'method'> & { readonly redirects?: number },
    {
      maxBytes,
      take,
    }: {
      readonly maxBytes: number;
      readonly take: (chunk: Uint8Array, answer: Answer) => void | Promise<void>;
    },
  ): Promise<AnswerBody> {
    try {
      const response = await this.open(url, { headers });
      const location = redirects > 0 ? locationOf(response) : undefined;
      if (location !== undefined) {
        await this.requests.drain(response);
        const next = redirectTarget(location, new URL(url), this.requests.options.policy).href;
        return await this.read({ url: next, redirects: redirects - 1, headers }, { maxBytes, take });
      }
      const answer = { url, status: response.status, error: null, headers: response.headers };
      const limit = { bytes: maxBytes, wanted: 'beginning' } as const;
      const { decodedBytes } = await streamBody(
        response.body,
        {
          contentEncoding: contentEncodingOf(response) || codingOfType(response),
          limit,
          signal: this.requests.signal,
          traffic: this.requests.traffic,
        },
        (chunk) => take(chunk, answer),
      );
      return { ...answer, decodedBytes };
    } catch (error) {
      return { ...noAnswer(url, error), decodedBytes: 0 };
    }
  }

  private async askOnce({ url, ...request }: Question): Promise<TimedAnswer> {
    const sentAt = performance.now();
    try {
      const response = await this.open(url, request);
      const ttfbMs = rounded(performance.now() - sentAt);
      await this.requests.drain(response);
      return { url, status: response.status, error: null, headers: response.headers, ttfbMs };
    } catch (error) {
      return { ...noAnswer(url, error), ttfbMs: 0 };
    }
  }

  private async open(address: string, request: Request = {}): Promise<OpenResponse> {
    const url = this.requests.judged(address);
    const limited = { ...request, timeoutMs: ANSWER_MS };
    try {
      return await this.requests.open(url, limited);
    } catch (error) {
      if (!SPOILED.has(loadErrorFrom(error).code)) throw error;
      this.requests.startAfresh();
      return this.requests.open(url, limited);
    }
  }
}

/** A file that is compressed itself, like sitemap.xml.gz, is read like one that was compressed for the way. */
function codingOfType(response: OpenResponse): string {
  return /^application\/(x-)?gzip\b/i.test(headerOf(response, 'content-type') ?? '') ? 'gzip' : '';
}
