import { type Evidence } from './dom/evidence.js';
import { type Header, type PageFacts } from './page.js';

export type ResourceKind = 'script' | 'style' | 'image' | 'font' | 'media' | 'frame';

/** An address that the document names, and where. */
export interface Reference {
  /** Absolute, without fragment. */
  readonly url: string;
  readonly place: Evidence;
}

/** What browsers demand of a file. */
export type ExpectedFile = 'style' | 'classic_script' | 'module_script' | 'image' | 'font';

export interface ResourceReference extends Reference {
  readonly kind: ResourceKind;
  /** null: browsers take any type. */
  readonly expected: ExpectedFile | null;
}

/** Some of many: what was taken, and how many there are. */
export interface Sample<T> {
  readonly taken: readonly T[];
  readonly of: number;
}

/** What the document points at, as far as it is looked up. */
export interface References {
  /** Where the only canonical link leads, if it is not the page itself. */
  readonly canonical: Reference | null;
  /** The icon link, or /favicon.ico where there is none. */
  readonly favicon: Reference;
  /** Address of the sitemap: the first one named in robots.txt, or /sitemap.xml. */
  readonly sitemap: string;
  readonly links: Sample<Reference>;
  readonly resources: Sample<ResourceReference>;
}

/** What came back for one address. */
export interface Answer {
  readonly url: string;
  /** null: no answer. */
  readonly status: number | null;
  /** Code of why there was no answer, like `dns_not_found`; null where there was one. */
  readonly error: string | null;
  readonly headers: readonly Header[];
}

export interface FileAnswer extends Answer {
  /** By its first bytes; absent where they were not read. */
  readonly content?: 'image' | 'markup' | 'other';
}

export interface TextAnswer extends Answer {
  /** The beginning of the body, decoded as UTF-8. */
  readonly body: string;
}

export interface SitemapAnswer extends Answer {
  /** Its root element; null where that is neither, or the body is not well-formed XML. */
  readonly kind: 'urlset' | 'sitemapindex' | null;
  /** Number of `loc` elements. */
  readonly locations: number;
  readonly decodedBytes: number;
  /** The first locations that are no absolute address on the page's site. */
  readonly foreign: readonly string[];
}

export interface CanonicalAnswer extends Answer {
  /** Whether robots may index it; null where it is no HTML. */
  readonly isIndexable: boolean | null;
  /** Its own canonical address; null where it has none. */
  readonly canonical: string | null;
}

/** What the site answered beside the document. null: not asked, or no time was left. */
export interface Answers {
  /** Times to the first byte of more requests for the document, milliseconds. */
  readonly ttfbSamplesMs: readonly number[];
  /** The document, asked for from the origin of another site. */
  readonly foreignOrigin: (Answer & { readonly origin: string }) | null;
  /** What the document's plain-http address leads to, hop by hop; empty where nothing listens there. */
  readonly plainHttp: readonly Answer[] | null;
  /** An address that can't exist. */
  readonly missingPage: Answer | null;
  readonly sitemap: SitemapAnswer | null;
  readonly llmsTxt: TextAnswer | null;
  /** `isImage`: by its first bytes. */
  readonly favicon: (Answer & { readonly isImage: boolean }) | null;
  readonly canonical: CanonicalAnswer | null;
  readonly links: readonly Answer[];
  readonly resources: readonly FileAnswer[];
  /** Protocol that the server chose from `h2` and `http/1.1`; null over plain http. */
  readonly alpn: string | null;
}

/** Everything that a check beyond the document may look at. */
export interface Surroundings {
  readonly page: PageFacts;
  readonly references: References;
  readonly answers: Answers;
}
