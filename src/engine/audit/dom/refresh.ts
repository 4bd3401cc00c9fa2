import { headerValues, type Page } from '../page.js';
import { attribute, type Element, elementsNamed } from './dom.js';
import { type Evidence, textEvidence } from './evidence.js';
import { fetchable, MAX_URL_CHARACTERS } from './resources.js';
import { baseUrlOf, resolve } from './head.js';
import { once } from './once.js';
import { parsedUrl } from '../../../basics/url.js';

/** A `meta refresh` or Refresh header as browsers parse it. */
export interface Refresh {
  readonly seconds: number;
  /** Absolute http or https URL; null: the page itself, or another scheme. */
  readonly url: string | null;
  /** Of the url, with `#`; empty: none. */
  readonly fragment: string;
}

/** Parses a refresh; null if browsers ignore it, for example because its URL is invalid.
 *  @see https://html.spec.whatwg.org/multipage/semantics.html#shared-declarative-refresh-steps */
function parseRefresh(content: string, base: string): Refresh | null {
  const match = /^[\t\n\f\r ]*(\d*)(\.[\d.]*)?(.*)$/s.exec(content);
  const [, digits = '', fraction, rest = ''] = match ?? [];
  if (digits === '' && fraction === undefined) return null;
  if (rest !== '' && !/^[;,\t\n\f\r ]/.test(rest)) return null;
  const seconds = Number(digits);
  const target = rest.replace(/^[\t\n\f\r ]*[;,]?[\t\n\f\r ]*/, '');
  if (target === '') return { seconds, url: null, fragment: '' };
  const named = /^url[\t\n\f\r ]*=[\t\n\f\r ]*(.*)$/is.exec(target)?.[1] ?? target;
  const quoted = /^(["'])(.*?)(\1|$)/s.exec(named);
  const address = quoted?.[2] ?? named;
  const resolved = resolve(address, base);
  if (resolved === null || resolved.startsWith('javascript:')) return null;
  const fragment = parsedUrl(resolved)?.hash ?? '';
  return { seconds, url: fetchable(address, base), fragment };
}

/** A refresh and its place. */
export interface PlacedRefresh extends Refresh {
  readonly place: Element | Evidence;
}

/** The first refresh that browsers do not ignore. That of the header starts before the document is parsed. */
export const effectiveRefresh = once((page: Page): PlacedRefresh | null => {
  const header = headerValues(page, 'refresh').join(', ');
  const sent = parseRefresh(header, page.url);
  if (sent) return { ...sent, place: textEvidence(`Refresh: ${header}`) };
  for (const element of elementsNamed(page.dom, 'meta')) {
    if (attribute(element, 'http-equiv')?.toLowerCase() !== 'refresh') continue;
    const refresh = parseRefresh(attribute(element, 'content') ?? '', baseUrlOf(page));
    if (refresh) return { ...refresh, place: element };
  }
  return null;
});

/** The {@link refreshTarget} with its fragment, unless that is too long. */
export function refreshAddress(page: Page): string | null {
  const target = refreshTarget(page);
  if (target === null) return null;
  const address = target + (effectiveRefresh(page)?.fragment ?? '');
  return address.length > MAX_URL_CHARACTERS ? target : address;
}

/** Target of an immediate refresh; null: none. */
export function refreshTarget(page: Page): string | null {
  const refresh = effectiveRefresh(page);
  return refresh?.seconds === 0 && refresh.url !== page.url ? refresh.url : null;
}
