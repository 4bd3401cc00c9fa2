import { type Evidence } from './dom/evidence.js';
import { type Header, type PageFacts } from './page.js';

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
}

/** A sample, and the number of all items. */
export interface Sample<T> {
  readonly taken: readonly T[];
  readonly of: number;
}

/** URLs of the document to request. */
export interface References {
  /** The canonical URL, if it is not the page itself. */
  readonly canonical: Reference | null;
  /** The icon link, or /favicon.ico if there is none. */
  readonly favicon: Reference;
  /** URL of the sitemap: the first one in robots.txt, or /sitemap.xml. */
  readonly sitemap: string;
  readonly links: Sample<Reference>;
  readonly resources: Sample<ResourceReference>;
}

/** Response to one request, without its body. */
export interface Answer {
  readonly url: string;
  /** null: no response. */
  readonly status: number | null;
  /** Load error code if there was no response, like `dns_not_found`; else null. */
  readonly error: string | null;
  readonly headers: readonly Header[];
}

export interface FileAnswer extends Answer {
  /** Determined by the first bytes; absent if they were not read. */
  readonly content?: 'image' | 'markup' | 'other';
}

export interface TextAnswer extends Answer {
  /** The beginning of the body, decoded as UTF-8. */
  readonly body: string;
}

export interface SitemapAnswer extends Answer {
  /** Root element; null: another one, or not well-formed XML. */
  readonly kind: 'urlset' | 'sitemapindex' | null;
  /** Number of `loc` elements. */
  readonly locations: number;
  readonly decodedBytes: number;
  /** The first locations that are not absolute URLs on the page's host. */
  readonly foreign: readonly string[];
}

export interface CanonicalAnswer extends Answer {
  /** Whether robots may index it; null: not HTML. */
  readonly isIndexable: boolean | null;
  /** Its canonical URL; null: none. */
  readonly canonical: string | null;
}

/** Responses to the other requests of an audit. null: not requested, or out of time. */
export interface Answers {
  /** Times to first byte of additional requests for the document, in milliseconds. */
  readonly ttfbSamplesMs: readonly number[];
  /** The document, requested with the Origin of another site. */
  readonly foreignOrigin: (Answer & { readonly origin: string }) | null;
  /** The document's plain-http URL and the redirects from it; empty if no server listens there. */
  readonly plainHttp: readonly Answer[] | null;
  /** A URL that can't exist. */
  readonly missingPage: Answer | null;
  readonly sitemap: SitemapAnswer | null;
  readonly llmsTxt: TextAnswer | null;
  /** `isImage` is determined by the first bytes. */
  readonly favicon: (Answer & { readonly isImage: boolean }) | null;
  readonly canonical: CanonicalAnswer | null;
  readonly links: readonly Answer[];
  readonly resources: readonly FileAnswer[];
  /** The server's choice of `h2` and `http/1.1`; null over plain http. */
  readonly alpn: string | null;
}

/** Input of a surroundings check. */
export interface Surroundings {
  readonly page: PageFacts;
  readonly references: References;
  readonly answers: Answers;
}
