import { randomUUID } from 'node:crypto';
import {
  type SiteResponse,
  type SiteResponses,
  type CanonicalResponse,
  type References,
  type SitemapResponse,
  type TextResponse,
} from '../audit/surroundings.js';
import { Chunks } from '../page-loader/chunks.js';
import { type LoadedPage, type Visit } from '../page-loader/visit.js';
import { requestFiles } from './request-files.js';
import { type TargetDescription } from './audit-page.js';
import { isImage } from './first-bytes.js';
import { loadSitemap } from './sitemap-loader.js';
import { type SitemapBytes, type SitemapSummary } from './sitemap-reader.js';

/** Another page of the same site. */
export interface TargetPage {
  readonly url: string;
  readonly headers: LoadedPage['headers'];
  readonly body: Uint8Array;
}

/** Functions that process loaded files in audit threads. */
export interface Readers {
  /** null if the page can't be parsed. */
  readonly describe: (page: TargetPage) => Promise<TargetDescription | null>;
  /** null if it takes too much time or memory. */
  readonly readSitemap: (sitemap: SitemapBytes) => Promise<SitemapSummary | null>;
}

/** Additional requests, so that the time to first byte is the median of three. */
const MORE_TTFB_SAMPLES = 2;
const FAVICON_BYTES = 65_536;
const LLMS_TXT_BYTES = 65_536;
const TARGET_BYTES = 2 * 1024 * 1024;

/** Responses that depend only on the page's URL. */
type SiteResponsesOfPage = Pick<
  SiteResponses,
  'ttfbSamplesMs' | 'foreignOrigin' | 'plainHttp' | 'missingPage' | 'llmsTxt' | 'alpn'
>;
/** Responses for URLs in the document. */
export type ReferenceResponses = Omit<SiteResponses, keyof SiteResponsesOfPage>;

/** Sends the requests that don't depend on the document. */
export async function requestSite(visit: Visit, page: LoadedPage): Promise<SiteResponsesOfPage> {
  const { url } = page;
  const origin = `https://${randomUUID()}.example`;
  const [samples, foreignOrigin, plainHttp, missingPage, llmsTxt, alpn] = await Promise.all([
    ttfbSamples(visit, url),
    visit.site.ask({ url, headers: { origin } }),
    requestPlainHttp(visit, page),
    visit.site.ask({ url: new URL(`/${randomUUID()}`, url).href, method: 'GET' }),
    readText(visit, new URL('/llms.txt', url).href),
    visit.chosenProtocol(url),
  ]);
  return {
    ttfbSamplesMs: samples,
    foreignOrigin: { ...foreignOrigin, origin },
    plainHttp,
    missingPage,
    llmsTxt,
    alpn,
  };
}

/** References of a document, and the responses to them. */
export interface Answered {
  readonly references: References;
  readonly responses: ReferenceResponses;
}

/** Requests a sample of the URLs in the document.
 *  @param known responses by URL that are already there
 *  @param before of the same page before it was rendered: nothing is requested twice */
export async function requestReferences(
  visit: Visit,
  { canonical, favicon, sitemap, links, resources }: References,
  {
    known,
    before,
    ...readers
  }: Readers & { readonly known: ReadonlyMap<string, SiteResponse>; readonly before?: Answered },
): Promise<ReferenceResponses> {
  const old = before?.references;
  const isSameCanonical = canonical?.url === old?.canonical?.url;
  const [canonicalResponse, faviconResponse, sitemapResponse, linkResponses, resourceResponses] =
    await Promise.all([
      before && isSameCanonical
        ? before.responses.canonical
        : canonical && readTarget(visit, canonical.url, readers),
      before && favicon.url === old?.favicon.url ? before.responses.favicon : readFavicon(visit, favicon.url),
      before && sitemap === old?.sitemap ? before.responses.sitemap : readSitemap(visit, sitemap, readers),
      Promise.all(links.taken.map(async ({ url }) => known.get(url) ?? (await visit.site.ask({ url })))),
      requestFiles(visit.site, { references: resources.taken, known }),
    ]);
  return {
    canonical: canonicalResponse,
    favicon: faviconResponse,
    sitemap: sitemapResponse,
    links: linkResponses,
    resources: resourceResponses,
  };
}

/** The responses to links and files, by URL. */
export function knownResponses({ references, responses }: Answered): Map<string, SiteResponse> {
  const { links, resources } = references;
  return new Map([...pairs(links.taken, responses.links), ...pairs(resources.taken, responses.resources)]);
}

function pairs(
  taken: readonly { readonly url: string }[],
  responses: readonly SiteResponse[],
): [string, SiteResponse][] {
  return taken.flatMap(({ url }, index) => {
    const response = responses[index];
    return response ? [[url, response]] : [];
  });
}

/** Sequential, because parallel requests would slow each other down. */
async function ttfbSamples(visit: Visit, url: string): Promise<number[]> {
  const samples: number[] = [];
  for (let count = 0; count < MORE_TTFB_SAMPLES; count++) {
    const { status, ttfbMs } = await visit.site.ask({ url });
    if (status !== null) samples.push(ttfbMs);
  }
  return samples;
}

/** Follows the redirects from the plain-http URL. A page on plain http has already been requested. null for https on a
 *  custom port, since the port of plain http is unknown. */
export async function requestPlainHttp(visit: Visit, page: LoadedPage): Promise<SiteResponses['plainHttp']> {
  const url = new URL(page.url);
  if (url.protocol === 'http:') {
    const addresses = [...page.hops.map((hop) => hop.url), page.url];
    return addresses.map((address) => ({ url: address, status: 200, error: null, headers: [] }));
  }
  if (url.port !== '') return null;
  url.protocol = 'http:';
  const responses = await visit.site.followRedirects(url.href);
  const hasNoServer = responses.length === 1 && responses[0]?.status === null;
  return hasNoServer ? [] : responses;
}

async function readSitemap(
  visit: Visit,
  address: string,
  { readSitemap }: Readers,
): Promise<SitemapResponse> {
  const site = new URL(visit.finalUrl).host;
  return loadSitemap(visit, address, async (response, body) => {
    if (!body) return { ...response, ...NO_SITEMAP };
    const summary = await readSitemap({ body, site });
    return summary
      ? { ...response, ...summary }
      : { ...response, ...NO_SITEMAP, status: null, error: 'too_slow' };
  });
}

const NO_SITEMAP: SitemapSummary = { kind: null, locations: 0, foreign: [] };

async function readText(visit: Visit, url: string): Promise<TextResponse> {
  const { response, body } = await readBytes(visit, { url, redirects: 2, maxBytes: LLMS_TXT_BYTES });
  return { ...response, body: response.status === 200 ? new TextDecoder().decode(body) : '' };
}

async function readFavicon(visit: Visit, url: string): Promise<SiteResponses['favicon']> {
  const { response, body } = await readBytes(visit, { url, redirects: 2, maxBytes: FAVICON_BYTES });
  return { ...response, isImage: isImage(body) };
}

async function readTarget(visit: Visit, url: string, { describe }: Readers): Promise<CanonicalResponse> {
  const { response, body } = await readBytes(visit, { url, redirects: 0, maxBytes: TARGET_BYTES });
  const type = response.headers.find(([name]) => name === 'content-type')?.[1] ?? '';
  const isHtml = response.status === 200 && /^\s*(text\/html|application\/xhtml\+xml)/i.test(type);
  const description = isHtml ? await describe({ url, headers: response.headers, body }) : null;
  return {
    ...response,
    isIndexable: description?.isIndexable ?? null,
    canonical: description?.canonical ?? null,
  };
}

async function readBytes(
  visit: Visit,
  { maxBytes, ...request }: { url: string; redirects: number; maxBytes: number },
) {
  const body = new Chunks(maxBytes);
  const response = await visit.site.read(request, {
    maxBytes,
    take: (chunk) => {
      body.add(chunk);
    },
  });
  return { response, body: body.bytes() };
}
