import { contentTypeOf } from '../../basics/content-type.js';
import {
  type SiteResponse,
  type SiteResponses,
  type CanonicalResponse,
  type References,
  type SitemapResponse,
} from '../audit/surroundings.js';
import { isDataUrl } from '../audit/data-url.js';
import { type LoadedPage, type Visit } from '../page-loader/visit.js';
import { type Lasting, lastingOf } from '../page-loader/visit-answers.js';
import { requestFiles } from './request-files.js';
import { type TargetDescription } from './audit-page.js';
import { isImage } from './first-bytes.js';
import { readBytes } from './read-bytes.js';
import { type SiteResponsesOfPage } from './site-requests.js';
import { loadSitemap, sitemapKey, summed } from './sitemap-loader.js';
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

const FAVICON_BYTES = 65_536;
const TARGET_BYTES = 2 * 1024 * 1024;

/** Responses for URLs in the document. */
export type ReferenceResponses = Omit<SiteResponses, keyof SiteResponsesOfPage>;

/** References of a document, and the responses to them. */
export interface Answered {
  readonly references: References;
  readonly responses: ReferenceResponses;
}

/** References without links that may not be tried. */
export function askableReferences(visit: Visit, references: References): References {
  const { links } = references;
  return { ...references, links: { ...links, taken: links.taken.filter(({ url }) => visit.mayAsk(url)) } };
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
        : canonical && visit.mayAsk(canonical.url)
          ? readTarget(visit, canonical.url, readers)
          : null,
      before && favicon.url === old?.favicon.url ? before.responses.favicon : readFavicon(visit, favicon.url),
      before && sitemap === old?.sitemap ? before.responses.sitemap : readSitemap(visit, sitemap, readers),
      Promise.all(links.taken.map(async ({ url }) => known.get(url) ?? (await visit.site.askOnce({ url })))),
      requestFiles(visit, { references: resources.taken, known }),
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

async function readSitemap(visit: Visit, address: string, readers: Readers): Promise<SitemapResponse> {
  const site = new URL(visit.finalUrl).host;
  const load = () =>
    loadSitemap(visit, address, (response, body) =>
      summed(response, body, { site, read: readers.readSitemap }),
    );
  return visit.answers.once(sitemapKey(address, site), load, lastingOf);
}

export async function readFavicon(visit: Visit, url: string): Promise<SiteResponses['favicon']> {
  if (isDataUrl(url)) return null;
  const ask = async () => {
    const { response, body } = await readBytes(visit, { url, redirects: 2, maxBytes: FAVICON_BYTES });
    return { ...response, isImage: isImage(body) };
  };
  return visit.answers.once(`favicon ${url}`, ask, lastingOf);
}

/** Its description depends on the robots.txt of the page's origin. */
/** Shares what pages have to know that name this page as canonical. */
export async function shareAsTarget(
  visit: Visit,
  { url, headers }: LoadedPage,
  { isIndexable, canonical }: Pick<CanonicalResponse, 'isIndexable' | 'canonical'>,
): Promise<void> {
  const target: CanonicalResponse = { url, status: 200, error: null, headers, isIndexable, canonical };
  await visit.answers.put(visit.targetKey(url), target);
}

/** In a crawl, a page of the same origin stands for itself: before it was loaded, only its response is asked for. */
async function readTarget(visit: Visit, url: string, readers: Readers): Promise<CanonicalResponse> {
  const isCrawled = visit.answers.shape !== null && new URL(url).origin === new URL(visit.finalUrl).origin;
  const key = visit.targetKey(url);
  return isCrawled
    ? visit.answers.once(key, () => responseOf(visit, url), notLasting)
    : visit.answers.once(key, () => requestTarget(visit, url, readers), lastingOf);
}

async function responseOf(visit: Visit, url: string): Promise<CanonicalResponse> {
  return { ...(await visit.site.askOnce({ url })), isIndexable: null, canonical: null };
}

function notLasting(): Lasting {
  return 'never';
}

async function requestTarget(visit: Visit, url: string, { describe }: Readers): Promise<CanonicalResponse> {
  const { response, body } = await readBytes(visit, { url, redirects: 0, maxBytes: TARGET_BYTES });
  const type = contentTypeOf(response)?.essence ?? '';
  const isHtml = response.status === 200 && /^(text\/html|application\/xhtml\+xml)$/.test(type);
  const description = isHtml ? await describe({ url, headers: response.headers, body }) : null;
  return {
    ...response,
    isIndexable: description?.isIndexable ?? null,
    canonical: description?.canonical ?? null,
  };
}
