import LinkHeader from 'http-link-header';
import { headerValues, type Page } from '../page.js';
import { once } from './once.js';
import { attribute, type Dom, elementsNamed, isInHead, type Element } from './dom.js';
import { parsedUrl } from '../../url.js';

/** `meta` elements inside `head`, the only ones that search engines and Lighthouse heed. */
export function headMetas(page: Page): readonly Element[] {
  return metasOf(page.dom);
}

const metasOf = once((dom: Dom) => elementsNamed(dom, 'meta').filter((meta) => isInHead(dom, meta)));

/** `meta` elements inside `head` of a name, in either case. */
export function headMetasNamed(page: Page, name: string): Element[] {
  return headMetas(page).filter((meta) => attribute(meta, 'name')?.toLowerCase() === name);
}

/** Every relative address repeats its base: one as long as the page would make the page's square of them. */
export const MAX_BASE_CHARACTERS = 2000;

/** Base of the document's relative addresses: what the first `base` with an address says, else its own address.
 *  @see https://html.spec.whatwg.org/multipage/semantics.html#set-the-frozen-base-url */
export const baseUrlOf = once((page: Pick<Page, 'url' | 'dom'>): string => {
  for (const base of elementsNamed(page.dom, 'base')) {
    const href = attribute(base, 'href');
    if (href === undefined) continue;
    const url = resolve(href, page.url);
    const isUsable = url !== null && url.length <= MAX_BASE_CHARACTERS && !/^(data|javascript):/.test(url);
    return isUsable ? url : page.url;
  }
  return page.url;
});

/** Absolute form of an address, null where it can't be parsed. */
export function resolve(href: string, base: string): string | null {
  return parsedUrl(href, base)?.href ?? null;
}

/** A link of the document's head or of its Link headers. */
export interface DocumentLink {
  /** The whole attribute in lower case: `canonical nofollow` is not `canonical`. Split in headers. */
  readonly rel: string;
  readonly hrefRaw: string;
  /** Resolved; null where that fails or there is none. */
  readonly href: string | null;
  readonly hreflang: string;
  /** null: from a header. */
  readonly element: Element | null;
}

/** Links of head and headers, in this order.
 *  @see https://www.rfc-editor.org/rfc/rfc8288 */
export const documentLinks = once((page: Page): readonly DocumentLink[] => {
  const base = baseUrlOf(page);
  const fromHead = elementsNamed(page.dom, 'link')
    .filter((link) => isInHead(page.dom, link))
    .map((element) => {
      const hrefRaw = attribute(element, 'href') ?? '';
      return {
        rel: (attribute(element, 'rel') ?? '').toLowerCase(),
        hrefRaw,
        href: hrefRaw === '' ? null : resolve(hrefRaw, base),
        hreflang: attribute(element, 'hreflang') ?? '',
        element,
      };
    });
  return [...fromHead, ...headerValues(page, 'link').flatMap((header) => headerLinks(header, page.url))];
});

/** A parameter that occurs more than once comes as a list, whatever its type says. */
function firstOf(value: string | readonly string[] | undefined): string {
  return (typeof value === 'object' ? value[0] : value) ?? '';
}

function headerLinks(header: string, url: string): DocumentLink[] {
  const links = header.replaceAll(/\s{2,}/g, ' ').split(/, ?(?=<)/);
  try {
    return links
      .flatMap((link) => parsedLink(link).refs)
      .map((ref) => ({
        rel: ref.rel.toLowerCase(),
        hrefRaw: ref.uri,
        href: resolve(ref.uri, url),
        hreflang: firstOf(ref.hreflang),
        element: null,
      }));
  } catch {
    return [];
  }
}

/** Relations of one link, times its parameters, that are read. */
const MAX_COPIES = 10_000;

/** The parser copies all parameters for each relation, and looks for the next ones up to the end of its text.
 *  @throws Error where it is no link, or has too many of both */
function parsedLink(link: string): LinkHeader {
  if (link.split(' ').length * link.split(';').length > MAX_COPIES) throw new Error('Too many parameters');
  return LinkHeader.parse(link);
}
