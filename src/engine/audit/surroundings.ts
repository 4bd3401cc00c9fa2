import { type Evidence } from './dom/evidence.js';
import { type Header, type PageFacts } from './page.js';
import { TOO_MANY_REQUESTS } from './too-many-requests.js';

export type ResourceKind = 'script' | 'style' | 'image' | 'font' | 'media' | 'frame';

/** A URL in the document, and its location. */
export interface Reference {
  /** Absolute, without fragment. */
  readonly url: string;
  readonly place: Evidence;
}

/** Kind of file that browsers require. */
export type ExpectedFile = 'style' | 'classic_script' | 'module_script' | 'image' | 'font';

export interface ResourceReference extends Reference {
  readonly kind: ResourceKind;
  /** null: browsers accept any type. */
  readonly expected: ExpectedFile | null;
  /** Whether browsers load it, or more than its beginning, only when readers come near it or play it. */
  readonly isLater?: boolean;
}

/** A sample, and the number of all items. */
export interface Sample<T> {
  readonly taken: readonly T[];
  readonly of: number;
}

export interface ResourceSample extends Sample<ResourceReference> {
  /** How many of all files are loaded later. */
  readonly later: number;
}

/** URLs of the document to request. */
export interface References {
  /** The canonical URL, if it is not the page itself. */
  readonly canonical: Reference | null;
  /** The icon link, whose data: URL is shortened, or /favicon.ico if there is none. */
  readonly favicon: Reference;
  /** URL of the icon that desktop browsers ask for: they don't know those for touch screens. */
  readonly browserIcon: string;
  /** URL of the sitemap: one that robots.txt names, or /sitemap.xml. */
  readonly sitemap: string;
  /** Number of the other sitemaps that robots.txt names. */
  readonly otherSitemaps: number;
  readonly links: Sample<Reference>;
  readonly resources: ResourceSample;
}

/** Response to one request, without its body. */
export interface SiteResponse {
  readonly url: string;
  /** null: no response. */
  readonly status: number | null;
  /** Load error code if there was no response, like `dns_not_found`; else null. */
  readonly error: string | null;
  readonly headers: readonly Header[];
}

const NOT_OF_THE_SITE: ReadonlySet<string | null> = new Set([
  ...['blocked_address', 'too_slow'],
  ...['dns_failed', 'unreachable'],
]);

/** Whether a missing response says nothing of the site: our own rules, time limits or network ended the request, or the
 *  site was asked too often. */
export function isUnknown({ status, error }: Pick<SiteResponse, 'status' | 'error'>): boolean {
  return status === TOO_MANY_REQUESTS || isUnheard({ status, error });
}

/** Whether our own rules, time limits or network kept us from a response. */
export function isUnheard({
  status,
  error = null,
}: {
  status: number | null;
  error?: string | null;
}): boolean {
  return status === null && NOT_OF_THE_SITE.has(error);
}

export interface FileResponse extends SiteResponse {
  /** Determined by the first bytes; absent if they were not read. */
  readonly content?: 'image' | 'markup' | 'other';
}

export interface TextResponse extends SiteResponse {
  /** The beginning of the body, decoded as UTF-8. */
  readonly body: string;
}

export interface SitemapResponse extends SiteResponse {
  /** Root element of a sitemap or feed, or `text` for a list of URLs; null: another one, or not well-formed. */
  readonly kind: 'urlset' | 'sitemapindex' | 'rss' | 'feed' | 'text' | null;
  /** Number of URLs. */
  readonly locations: number;
  readonly decodedBytes: number;
  /** The first locations that are not absolute URLs on the page's host. */
  readonly foreign: readonly string[];
}

export interface CanonicalResponse extends SiteResponse {
  /** Whether robots may index it; null: not HTML. */
  readonly isIndexable: boolean | null;
  /** Its canonical URL; null: none. */
  readonly canonical: string | null;
}

/** Responses to the other requests of an audit. null: not requested, or out of time. */
export interface SiteResponses {
  /** Times to first byte of additional requests for the document, in milliseconds. */
  readonly ttfbSamplesMs: readonly number[];
  /** The document, requested with the Origin of another site. */
  readonly foreignOrigin: (SiteResponse & { readonly origin: string }) | null;
  /** The document's plain-http URL and the redirects from it; empty if no server listens there. */
  readonly plainHttp: readonly SiteResponse[] | null;
  /** A URL that can't exist and the redirects from it. */
  readonly missingPage: readonly SiteResponse[] | null;
  readonly sitemap: SitemapResponse | null;
  readonly llmsTxt: TextResponse | null;
  /** `isImage` is determined by the first bytes. */
  readonly favicon: (SiteResponse & { readonly isImage: boolean }) | null;
  readonly canonical: CanonicalResponse | null;
  readonly links: readonly SiteResponse[];
  readonly resources: readonly FileResponse[];
  /** The server's choice of `h2` and `http/1.1`; null over plain http. */
  readonly alpn: string | null;
}

/** Input of a surroundings check. */
export interface Surroundings {
  readonly page: PageFacts;
  readonly references: References;
  readonly responses: SiteResponses;
}
