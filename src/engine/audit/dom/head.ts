import LinkHeader from 'http-link-header';
import { headerValues, type Page } from '../page.js';
import { once } from './once.js';
import { attribute, type Dom, elementsNamed, isInHead, type Element } from './dom.js';
import { isMetadata } from './metadata.js';
import { parsedUrl } from '../../../basics/url.js';

/** `meta` elements inside `head`; search engines and Lighthouse ignore others. */
export function headMetas(page: Page): readonly Element[] {
  return metasOf(page.dom);
}

const metasOf = once((dom: Dom) => elementsNamed(dom, 'meta').filter((meta) => isInHead(dom, meta)));

/** `meta` elements inside `head` with a name, in any case. */
export function headMetasNamed(page: Page, name: string): Element[] {
  return named(headMetas(page), name);
}

/** {@link headMetas}, and those that {@link isMetadata} knows elsewhere. */
export const metadata = once((page: Page): readonly Element[] =>
  elementsNamed(page.dom, 'meta').filter((meta) => isMetadata(page.dom, meta)),
);

/** Those of {@link metadata} with a name, in any case. */
export function metadataNamed(page: Page, name: string): Element[] {
  return named(metadata(page), name);
}

function named(metas: readonly Element[], name: string): Element[] {
  return metas.filter((meta) => attribute(meta, 'name')?.toLowerCase() === name);
}

/** Resolving repeats the base in every URL, so a very long base would take quadratic memory. */
export const MAX_BASE_CHARACTERS = 2000;

/** Base of the document's relative URLs: that of the first `base` with an href, else the document's URL.
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

/** Resolves a URL; null if it is invalid. */
export function resolve(href: string, base: string): string | null {
  return parsedUrl(href, base)?.href ?? null;
}

/** A link of the document's head or of its Link headers. */
export interface DocumentLink {
  /** The whole attribute in lower case: `canonical nofollow` is not `canonical`. Headers are split. */
  readonly rel: string;
  readonly hrefRaw: string;
  /** Resolved URL; null if it is invalid or missing. */
  readonly href: string | null;
  readonly hreflang: string;
  /** null: the link is in a header. */
  readonly element: Element | null;
}

/** Links of the head, then of the headers.
 *  @see https://www.rfc-editor.org/rfc/rfc8288 */
export const documentLinks = once((page: Page): readonly DocumentLink[] => linksOf(page, isInHead));

/** {@link documentLinks}, and those that {@link isMetadata} knows elsewhere. */
export const metadataLinks = once((page: Page): readonly DocumentLink[] => linksOf(page, isMetadata));

function linksOf(page: Page, belongs: (dom: Dom, link: Element) => boolean): readonly DocumentLink[] {
  const base = baseUrlOf(page);
  const fromHead = elementsNamed(page.dom, 'link')
    .filter((link) => belongs(page.dom, link))
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
}

/** A repeated parameter is a list, contrary to its type. */
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

/** Maximum product of relations and parameters of one link. */
const MAX_COPIES = 10_000;

/** Parses one link. The parser copies all parameters for each relation, so their product is limited.
 *  @throws Error if it is invalid or exceeds the limit */
function parsedLink(link: string): LinkHeader {
  if (link.split(' ').length * link.split(';').length > MAX_COPIES) throw new Error('Too many parameters');
  return LinkHeader.parse(link);
}
