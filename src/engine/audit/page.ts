import { type LoadedSheets } from './css/loaded-sheet.js';
import { type Dom, type SentPositions } from './dom/dom.js';
import { type LayoutVerdicts } from './layout-rules.js';
import { type CheckLimits } from './limits.js';

/** Name in lower case, value as received. Repeated headers are separate entries. */
export type Header = readonly [name: string, value: string];

/** A redirect before the document. */
export interface Hop {
  readonly url: string;
  /** null: an immediate `meta refresh` or Refresh header. */
  readonly status: number | null;
  /** Values of its Set-Cookie headers. */
  readonly setCookies: readonly string[];
}

/** Facts of the document's TLS handshake. */
export interface Tls {
  /** Whether the certificate chain and the host name in it were verified. */
  readonly isVerified: boolean;
  /** Whether it is not verified because the server does not send what leads to a trusted authority. */
  readonly isChainIncomplete?: boolean;
  /** OpenSSL's name, like `TLSv1.3`. */
  readonly protocol: string | null;
  /** Beginning and end of the certificate's validity, milliseconds since 1970. */
  readonly validFromMs: number | null;
  readonly validToMs: number | null;
  readonly key: { readonly type: string; readonly bits: number | null } | null;
  /** Signature algorithm of the certificate: a name like `sha256WithRSAEncryption`, or its object identifier. */
  readonly signature: string | null;
  readonly isSelfSigned: boolean;
}

/** Facts about a loaded page without its text, as plain data. */
export interface PageFacts {
  /** Requested URL, normalized. */
  readonly requestedUrl: string;
  /** URL of the document after redirects, normalized. */
  readonly url: string;
  /** Redirects before the document, in order. */
  readonly hops: readonly Hop[];
  readonly headers: readonly Header[];
  /** Size of the document without content codings. */
  readonly decodedBytes: number;
  /** null over plain http. */
  readonly tls: Tls | null;
  readonly timings: {
    /** From the request for the document to its response headers, in milliseconds; null: unknown. */
    readonly ttfbMs: number | null;
    /** From the first request, including redirects, to the document's last byte, in milliseconds. */
    readonly documentMs: number | null;
  };
  /** robots.txt of the document's origin; status null: no response. */
  readonly robotsTxt: {
    readonly status: number | null;
    /** Load error code if there was no response. */
    readonly error?: string;
    /** Decoded as UTF-8. */
    readonly body: string;
    /** The body as received; only if `body` contains U+FFFD, as for invalid UTF-8. */
    readonly bytes?: Uint8Array;
  };
  /** When the page was loaded, milliseconds since 1970. */
  readonly loadedAtMs: number;
  readonly limits: CheckLimits;
}

/** A loaded page as plain data. */
export interface PageSource extends PageFacts {
  /** The document, decoded. */
  readonly html: string;
  readonly styleSheets: LoadedSheets;
  /** Encoding of its byte order mark; null: none. */
  readonly byteOrderMark: 'utf-8' | 'utf-16le' | 'utf-16be' | null;
  /** Of a document that a browser has rendered: name of the attribute with which it marked what is shown and hidden.
   *  Absent: the document as it was sent. */
  readonly renderMark?: string;
  /** Of a rendered document: where it came from, before scripts gave it another address. */
  readonly documentUrl?: string;
  /** Of a rendered document. */
  readonly sentPositions?: SentPositions | undefined;
  /** What axe-core found in a browser. */
  readonly layout?: LayoutVerdicts;
}

/** Input of a document check. */
export interface Page extends PageSource {
  readonly dom: Dom;
  /** Whether a style sheet could not be applied, so that elements it hides count as visible. */
  readonly isUnstyled: boolean;
  /** URLs of style sheets that are missing in {@link PageSource.styleSheets}. */
  readonly missingSheets: readonly string[];
}

/** Where a page was requested, which is what search engines keep. */
export function documentUrlOf({ documentUrl, url }: Pick<PageSource, 'documentUrl' | 'url'>): string {
  return documentUrl ?? url;
}

/** The facts of a page, without its text. */
export function factsOf(page: Page): PageFacts {
  const { requestedUrl, url, hops, headers, decodedBytes, tls, timings, robotsTxt, loadedAtMs, limits } =
    page;
  return { requestedUrl, url, hops, headers, decodedBytes, tls, timings, robotsTxt, loadedAtMs, limits };
}

/** Values of all headers with a name, in the order received. */
export function headerValues({ headers }: { readonly headers: readonly Header[] }, name: string): string[] {
  return headers.filter(([header]) => header === name).map(([, value]) => value);
}
