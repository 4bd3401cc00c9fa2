import { type Release } from '../../basics/fair-share.js';
import { type SitemapResponse } from '../audit/surroundings.js';
import { Chunks } from '../page-loader/chunks.js';
import { type ReadResponse, type SiteResponse } from '../page-loader/site-response.js';
import { type Visit } from '../page-loader/visit.js';
import { type SitemapBytes, type SitemapSummary } from './sitemap-reader.js';

/** @see https://www.sitemaps.org/protocol.html#index */
export const MAX_SITEMAP_BYTES = 50 * 1024 * 1024;
/** A larger sitemap waits for a slot before the rest is read. */
const LARGE_SITEMAP_BYTES = 1024 * 1024;
const MAX_REDIRECTS = 5;

const NO_SITEMAP: SitemapSummary = { kind: null, locations: 0, foreign: [] };

/** Loads a sitemap, which may be a gzip file, up to 50 MiB decoded, following at most 5 redirects. A large one keeps its
 *  slot until it is read.
 *  @param read receives the response, and the body if there is one with status 200 */
export async function loadSitemap<T>(
  visit: Pick<Visit, 'site' | 'takeSitemapTurn'>,
  url: string,
  read: (response: ReadResponse, body: Uint8Array | null) => Promise<T>,
): Promise<T> {
  const body = new Chunks(MAX_SITEMAP_BYTES);
  const held: { release?: Release } = {};
  const take = async (chunk: Uint8Array, { status }: SiteResponse) => {
    if (status !== 200) return;
    body.add(chunk);
    if (body.length > LARGE_SITEMAP_BYTES) held.release ??= await visit.takeSitemapTurn();
  };
  try {
    const response = await visit.site.read(
      { url, redirects: MAX_REDIRECTS },
      { maxBytes: MAX_SITEMAP_BYTES, unpacksGzip: true, take },
    );
    const isLoaded = body.length > 0 && response.error === null;
    return await read(response, isLoaded ? body.bytes() : null);
  } finally {
    held.release?.();
  }
}

/** Under which pages of a host share what they say of a sitemap. */
export function sitemapKey(url: string, host: string): string {
  return `sitemap ${url} of ${host}`;
}

/** What an audit says of a loaded sitemap.
 *  @param site host of the page
 *  @param read null: the sitemap takes too much time or memory */
export async function summed(
  response: ReadResponse,
  body: Uint8Array | null,
  {
    site,
    read,
  }: { readonly site: string; readonly read: (sitemap: SitemapBytes) => Promise<SitemapSummary | null> },
): Promise<SitemapResponse> {
  if (!body) return { ...response, ...NO_SITEMAP };
  const summary = await read({ body, site, host: new URL(response.url).host });
  return summary
    ? { ...response, ...summary }
    : { ...response, ...NO_SITEMAP, status: null, error: 'too_slow' };
}
