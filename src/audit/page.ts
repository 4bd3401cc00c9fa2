import { type LoadedSheets } from './css/loaded-sheet.js';
import { type Dom } from './dom/dom.js';
import { type CheckLimits } from './limits.js';

/** Name in lower case, value as received. Names that were sent more than once come more than once. */
export type Header = readonly [name: string, value: string];

/** An address on the way to the document. */
export interface Hop {
  readonly url: string;
  /** null: the page at this address leads on by an immediate `meta refresh`. */
  readonly status: number | null;
  /** Values of its Set-Cookie headers. */
  readonly setCookies: readonly string[];
}

/** What the TLS handshake for the document showed. */
export interface Tls {
  /** Whether the certificate chain and the host name in it were verified. */
  readonly isVerified: boolean;
  /** As OpenSSL names it: `TLSv1.3`. */
  readonly protocol: string | null;
  /** End of the certificate's validity, milliseconds since 1970. */
  readonly validToMs: number | null;
  readonly key: { readonly type: string; readonly bits: number | null } | null;
  /** How the certificate is signed: `sha256WithRSAEncryption`, or the algorithm's object identifier. */
  readonly signature: string | null;
  readonly isSelfSigned: boolean;
}

/** What the loader learned of a page besides its text, as plain data. */
export interface PageFacts {
  /** Address that was asked for, normalized. */
  readonly requestedUrl: string;
  /** Address of the document after redirects, normalized. */
  readonly url: string;
  /** Addresses before the document's own, in order. */
  readonly hops: readonly Hop[];
  readonly headers: readonly Header[];
  /** Of the document, after its content codings were undone. */
  readonly decodedBytes: number;
  /** null over plain http. */
  readonly tls: Tls | null;
  readonly timings: {
    /** From sending the request for the document to its response headers; milliseconds, null where unknown. */
    readonly ttfbMs: number | null;
    /** From the first request to the document's last byte, redirects included; milliseconds. */
    readonly documentMs: number | null;
  };
  /** robots.txt of the document's origin; null status where no answer came. */
  readonly robotsTxt: {
    readonly status: number | null;
    /** Decoded as UTF-8. */
    readonly body: string;
    /** The body as received; only if its text holds U+FFFD, as the text of invalid UTF-8 does. */
    readonly bytes?: Uint8Array;
  };
  /** When the page was loaded, milliseconds since 1970. */
  readonly loadedAtMs: number;
  readonly limits: CheckLimits;
}

/** What the loader learned of a page, as plain data. */
export interface PageSource extends PageFacts {
  /** The document, decoded. */
  readonly html: string;
  readonly styleSheets: LoadedSheets;
  readonly hasByteOrderMark: boolean;
}

/** Everything that a check of the document may look at. */
export interface Page extends PageSource {
  readonly dom: Dom;
  /** A style sheet could not be applied: what it hides is judged as if it were shown. */
  readonly isUnstyled: boolean;
  /** Addresses of style sheets that are not among {@link PageSource.styleSheets}. */
  readonly unaskedSheets: readonly string[];
}

/** What is left of a page without its text. */
export function factsOf(page: Page): PageFacts {
  const { requestedUrl, url, hops, headers, decodedBytes, tls, timings, robotsTxt, loadedAtMs, limits } =
    page;
  return { requestedUrl, url, hops, headers, decodedBytes, tls, timings, robotsTxt, loadedAtMs, limits };
}

/** Values of all headers of a name, in the order received. */
export function headerValues({ headers }: { readonly headers: readonly Header[] }, name: string): string[] {
  return headers.filter(([header]) => header === name).map(([, value]) => value);
}
