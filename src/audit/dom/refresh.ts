import { type Page } from '../page.js';
import { attribute, type Element, elementsNamed } from './dom.js';
import { fetchable } from './resources.js';
import { baseUrlOf } from './head.js';

/** A `meta refresh` as browsers read it. */
export interface Refresh {
  readonly seconds: number;
  /** Absolute http or https address; null: the page itself, or none that can be loaded. */
  readonly url: string | null;
}

/** Reads a refresh; null where browsers ignore it.
 *  @see https://html.spec.whatwg.org/multipage/semantics.html#shared-declarative-refresh-steps */
export function parseRefresh(content: string, base: string): Refresh | null {
  const match = /^[\t\n\f\r ]*(\d*)(\.[\d.]*)?(.*)$/s.exec(content);
  const [, digits = '', fraction, rest = ''] = match ?? [];
  if (digits === '' && fraction === undefined) return null;
  if (rest !== '' && !/^[;,\t\n\f\r ]/.test(rest)) return null;
  const seconds = Number(digits);
  const target = rest.replace(/^[\t\n\f\r ]*[;,]?[\t\n\f\r ]*/, '');
  if (target === '') return { seconds, url: null };
  const named = /^url[\t\n\f\r ]*=[\t\n\f\r ]*(.*)$/is.exec(target)?.[1] ?? target;
  const quoted = /^(["'])(.*?)(\1|$)/s.exec(named);
  return { seconds, url: fetchable(quoted?.[2] ?? named, base) };
}

/** `meta refresh` elements of the document, in order. */
export function refreshMetas(page: Page): Element[] {
  return elementsNamed(page.dom, 'meta').filter(
    (meta) => attribute(meta, 'http-equiv')?.toLowerCase() === 'refresh',
  );
}

/** Where the document leads on at once; null where it stays. */
export function refreshTarget(page: Page): string | null {
  for (const meta of refreshMetas(page)) {
    const refresh = parseRefresh(attribute(meta, 'content') ?? '', baseUrlOf(page));
    if (!refresh) continue;
    return refresh.seconds === 0 && refresh.url !== page.url ? refresh.url : null;
  }
  return null;
}
