import { type Dom, parseDom } from './dom/dom.js';

/** Name in lower case, value as received. Names that were sent more than once come more than once. */
export type Header = readonly [name: string, value: string];

/** What the loader learned of a page, as plain data. */
export interface PageSource {
  /** Address of the document after redirects, normalized. */
  readonly url: string;
  readonly headers: readonly Header[];
  /** The document, decoded. */
  readonly html: string;
  readonly hasByteOrderMark: boolean;
  /** Of the document, after its content codings were undone. */
  readonly decodedBytes: number;
  /** Whether the certificate chain and the host name in it were verified; null over plain http. */
  readonly isTlsVerified: boolean | null;
  /** robots.txt of the document's origin; null status where no answer came. */
  readonly robotsTxt: { readonly status: number | null; readonly body: string };
  /** When the page was loaded, milliseconds since 1970. */
  readonly loadedAtMs: number;
}

/** Everything that a check may look at. */
export interface Page extends PageSource {
  readonly dom: Dom;
}

/** Parses the document.
 *  @throws PageTooComplex */
export function pageOf(source: PageSource): Page {
  return { ...source, dom: parseDom(source.html) };
}

/** Values of all headers of a name, in the order received. */
export function headerValues(page: PageSource, name: string): string[] {
  return page.headers.filter(([header]) => header === name).map(([, value]) => value);
}
