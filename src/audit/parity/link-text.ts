import { html } from 'parse5';
import {
  attribute,
  descendants,
  type Dom,
  type Element,
  isElement,
  isHtml,
  textContent,
} from '../dom/dom.js';
import { baseUrlOf, resolve } from '../dom/head.js';
import { inherited } from '../dom/inherited.js';
import { innerText } from '../dom/inner-text.js';
import { type Page } from '../page.js';
import { GENERIC_LINK_TEXTS } from './generic-link-texts.js';

/** How `rel=nofollow` is read: in any case, or in lower case alone, as Lighthouse does. */
export type NofollowReading = 'any_case' | 'lower_case';

/** Links whose text says nothing of where they lead, of all links that are judged.
 *  @see https://developer.chrome.com/docs/lighthouse/seo/link-text */
export function genericLinks(page: Page, reading: NofollowReading): { judged: number; generic: Element[] } {
  const links = judgedLinks(page, reading);
  const languageOf = languageFinder(page.dom);
  const generic = links.filter((link) =>
    isGeneric(textOf(link).trim().toLowerCase(), () => languageOf(link)),
  );
  return { judged: links.length, generic };
}

/** Links that lead off this page, by other means than script or mail, and are not marked nofollow. */
function judgedLinks(page: Page, reading: NofollowReading): Element[] {
  const base = baseUrlOf(page);
  const own = withoutFragment(page.url);
  return page.dom.elements.filter((element) => {
    if (element.tagName !== 'a') return false;
    const href = attribute(element, 'href') ?? element.attrs.find((attr) => attr.name === 'href')?.value;
    if (href === undefined || href === '') return false;
    const isSvg = element.namespaceURI === html.NS.SVG;
    if (!isSvg && isNofollow(attribute(element, 'rel') ?? '', reading)) return false;
    const target = resolve(href, isSvg ? page.url : base) ?? href;
    return !/^(javascript|mailto):/i.test(target) && withoutFragment(target) !== own;
  });
}

function isNofollow(rel: string, reading: NofollowReading): boolean {
  return reading === 'any_case' ? /(^|\s)nofollow(\s|$)/i.test(rel) : rel.includes('nofollow');
}

function withoutFragment(url: string): string {
  return url.replace(/#.*$/s, '');
}

function textOf(link: Element): string {
  return isHtml(link, 'a') ? innerText(link) : textContent(link);
}

/** A language without a list has no generic texts; an unknown one has those of every list. */
function isGeneric(text: string, language: () => string | null): boolean {
  if (text === '' || ![...GENERIC_LINK_TEXTS.values()].some((texts) => texts.has(text))) return false;
  const known = language();
  return known === null || GENERIC_LINK_TEXTS.get(known)?.has(text) === true;
}

/** Primary subtag of a link's language: of the only `lang` on html or body; else of all its descendants, if they
 *  agree; else of the nearest ancestor. null: unknown. Compared with its case. */
function languageFinder(dom: Dom): (link: Element) => string | null {
  const marked = dom.elements.filter((element) => attribute(element, 'lang') !== undefined);
  const [only] = marked;
  if (marked.length === 1 && only && (isHtml(only, 'html') || isHtml(only, 'body'))) {
    const single = primaryOf(attribute(only, 'lang'));
    return () => single;
  }
  return (link) => {
    const below = new Set<string>();
    for (const node of descendants(link)) {
      if (!isElement(node) || textContent(node) === '') continue;
      const language = primaryOf(nearestLanguage(node));
      if (language !== null) below.add(language);
    }
    if (below.size > 1) return null;
    return [...below][0] ?? primaryOf(nearestLanguage(link));
  };
}

const nearestLanguage = inherited((element) => attribute(element, 'lang'));

function primaryOf(tag: string | undefined): string | null {
  const primary = tag?.split('-')[0] ?? '';
  return primary === '' ? null : primary;
}
