import { randomUUID } from 'node:crypto';
import {
  isUnknown,
  type SiteResponse,
  type SiteResponses,
  type TextResponse,
} from '../audit/surroundings.js';
import { type LoadedPage, type Visit } from '../page-loader/visit.js';
import { lastingOf, lastingOfAll } from '../page-loader/visit-answers.js';
import { readBytes } from './read-bytes.js';

/** Additional requests, so that the time to first byte is the median of three. */
const MORE_TTFB_SAMPLES = 2;
const LLMS_TXT_BYTES = 65_536;

/** Responses that depend only on the page's URL. */
export type SiteResponsesOfPage = Pick<
  SiteResponses,
  'ttfbSamplesMs' | 'foreignOrigin' | 'plainHttp' | 'missingPage' | 'llmsTxt' | 'alpn'
>;

/** Sends the requests that don't depend on the document. */
export async function requestSite(visit: Visit, page: LoadedPage): Promise<SiteResponsesOfPage> {
  const { url } = page;
  const [samples, foreignOrigin, plainHttp, missingPage, llmsTxt, alpn] = await Promise.all([
    ttfbSamples(visit, url),
    requestFromForeignOrigin(visit, url),
    requestPlainHttp(visit, page),
    requestMissingPage(visit, url),
    readText(visit, new URL('/llms.txt', url).href),
    visit.chosenProtocol(url),
  ]);
  return {
    ttfbSamplesMs: samples,
    foreignOrigin,
    plainHttp,
    missingPage,
    llmsTxt,
    alpn,
  };
}

async function requestFromForeignOrigin(
  visit: Visit,
  url: string,
): Promise<NonNullable<SiteResponses['foreignOrigin']>> {
  const origin = `https://${randomUUID()}.example`;
  const ask = async () => ({ ...(await visit.site.ask({ url, headers: { origin } })), origin });
  return visit.answers.once(keyOfShape(visit, { tried: 'foreign origin', url }), ask, lastingOf);
}

/** Key of what is tried for one page of each shape. */
function keyOfShape({ answers: { shape } }: Visit, { tried, url }: { tried: string; url: string }): string {
  return `${tried} ${new URL(url).origin} ${shape ?? ''}`;
}

async function requestMissingPage(visit: Visit, page: string): Promise<SiteResponse[]> {
  const { origin } = new URL(page);
  const ask = () => visit.site.followRedirects(`${origin}/${randomUUID()}`);
  return visit.answers.once(`missing page, redirected ${origin}`, ask, lastingOfAll);
}

/** Sequential, because parallel requests would slow each other down. None in a crawl, whose number of requests is limited. */
async function ttfbSamples(visit: Visit, url: string): Promise<number[]> {
  const samples: number[] = [];
  if (visit.answers.shape !== null) return samples;
  for (let count = 0; count < MORE_TTFB_SAMPLES; count++) {
    const { status, ttfbMs } = await visit.site.ask({ url });
    if (status !== null) samples.push(ttfbMs);
  }
  return samples;
}

/** Follows the redirects from the plain-http URL; none: no server answers there. A page on plain http has already been
 *  requested, and what redirected to it from https is left out. null for https on a custom port, since the port of plain http is unknown, and where that was not found out. */
async function requestPlainHttp(visit: Visit, page: LoadedPage): Promise<SiteResponses['plainHttp']> {
  const url = new URL(page.url);
  if (url.protocol === 'http:') {
    const loads = [...page.hops, { url: page.url, status: 200 }];
    const plain = loads.slice(loads.findIndex((load) => load.url.startsWith('http:')));
    return plain.map((load) => ({ url: load.url, status: load.status ?? 200, error: null, headers: [] }));
  }
  if (url.port !== '') return null;
  url.protocol = 'http:';
  const key = keyOfShape(visit, { tried: 'plain http', url: page.url });
  const ask = () => visit.site.followRedirects(url.href);
  const responses = await visit.answers.once(key, ask, lastingOfAll);
  const [first] = responses;
  if (first && isUnknown(first)) return null;
  return responses.length > 1 || first?.status !== null ? responses : [];
}

async function readText(visit: Visit, url: string): Promise<TextResponse> {
  const ask = async () => {
    const { response, body } = await readBytes(visit, { url, redirects: 2, maxBytes: LLMS_TXT_BYTES });
    return { ...response, body: response.status === 200 ? new TextDecoder().decode(body) : '' };
  };
  return visit.answers.once(`text ${url}`, ask, lastingOf);
}
