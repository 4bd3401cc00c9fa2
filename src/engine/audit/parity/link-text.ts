import { html } from 'parse5';
import { attribute, descendants, type Dom, type Element, isElement, isHtml } from '../dom/dom.js';
import { baseUrlOf, resolve } from '../dom/head.js';
import { inherited, parentOf } from '../dom/inherited.js';
import { type Effort, innerText, wholeText } from '../dom/inner-text.js';
import { once } from '../dom/once.js';
import { type Page } from '../page.js';
import { GENERIC_LINK_TEXTS } from './generic-link-texts.js';

const ALL_TEXTS = new Set([...GENERIC_LINK_TEXTS.values()].flatMap((texts) => [...texts]));

/** Budget for all links of a page. */
const MAX_EFFORT = 2_000_000;

/** How to read `rel=nofollow`: in any case, or only in lower case like Lighthouse. */
export type NofollowReading = 'any_case' | 'lower_case';

/** Links with generic text, and the number of judged links.
 *  @see https://developer.chrome.com/docs/lighthouse/seo/link-text */
export function genericLinks(page: Page, reading: NofollowReading): { judged: number; generic: Element[] } {
  const links = judgedLinks(page, reading);
  const isGeneric = genericIn(page.dom);
  return { judged: links.length, generic: links.filter(isGeneric) };
}

/** Caches verdicts, because both readings judge most links. Nested links are read until the budget is used up; the rest
 *  is not judged. */
const genericIn = once((dom: Dom) => {
  const effort: Effort = { left: MAX_EFFORT };
  const languageOf = languageFinder(dom, effort);
  const known = new WeakMap<Element, boolean>();
  return (link: Element): boolean => {
    const text = known.has(link) ? '' : textOf(link, effort).trim().toLowerCase();
    const verdict = known.get(link) ?? isGenericText(text, () => languageOf(link));
    known.set(link, verdict);
    return verdict;
  };
});

/** Links to other pages, without script and mail links, and without nofollow. */
function judgedLinks(page: Page, reading: NofollowReading): Element[] {
  return leadingOff(page).filter((link) => isSvg(link) || !isNofollow(attribute(link, 'rel') ?? '', reading));
}

const leadingOff = once((page: Page): readonly Element[] => {
  const base = baseUrlOf(page);
  const own = withoutFragment(page.url);
  return (page.dom.byName.get('a') ?? []).filter((element) => {
    const href = attribute(element, 'href') ?? element.attrs.find((attr) => attr.name === 'href')?.value;
    if (href === undefined || href === '') return false;
    const target = resolve(href, isSvg(element) ? page.url : base) ?? href;
    return !/^(javascript|mailto):/i.test(target) && withoutFragment(target) !== own;
  });
});

function isSvg(element: Element): boolean {
  return element.namespaceURI === html.NS.SVG;
}

function isNofollow(rel: string, reading: NofollowReading): boolean {
  return reading === 'any_case' ? /(^|\s)nofollow(\s|$)/i.test(rel) : rel.includes('nofollow');
}

function withoutFragment(url: string): string {
  return url.replace(/#.*$/s, '');
}

function textOf(link: Element, effort: Effort): string {
  return isHtml(link, 'a') ? innerText(link, effort) : wholeText(link, effort);
}

/** A language without a list has no generic texts; an unknown language has those of all lists. */
function isGenericText(text: string, language: () => string | null): boolean {
  if (!ALL_TEXTS.has(text)) return false;
  const known = language();
  return known === null || GENERIC_LINK_TEXTS.get(known)?.has(text) === true;
}

/** Primary subtag of a link's language: from the only `lang` on html or body, else from all its descendants if they
 *  agree, else from the nearest ancestor. null: unknown. Case-sensitive. */
function languageFinder(dom: Dom, effort: Effort): (link: Element) => string | null {
  const marked = dom.elements.filter((element) => attribute(element, 'lang') !== undefined);
  const [only] = marked;
  if (marked.length === 1 && only && (isHtml(only, 'html') || isHtml(only, 'body'))) {
    const single = primaryOf(attribute(only, 'lang'));
    return () => single;
  }
  return (link) => {
    const below = new Set<string>();
    for (const element of elementsWithText(link, effort)) {
      const language = primaryOf(nearestLanguage(element));
      if (language !== null) below.add(language);
    }
    if (below.size > 1) return null;
    return [...below][0] ?? primaryOf(nearestLanguage(link));
  };
}

/** Descendant elements that contain text, found by walking up from each text node. */
function elementsWithText(link: Element, effort: Effort): Set<Element> {
  const found = new Set<Element>();
  for (const node of descendants(link)) {
    if (--effort.left <= 0) break;
    if (node.nodeName !== '#text' || !('value' in node) || node.value === '') continue;
    const parent = node.parentNode && isElement(node.parentNode) ? node.parentNode : null;
    for (let above = parent; above && above !== link && !found.has(above); above = parentOf(above)) {
      found.add(above);
    }
  }
  return found;
}

const nearestLanguage = inherited((element) => attribute(element, 'lang'));

function primaryOf(tag: string | undefined): string | null {
  const primary = tag?.split('-')[0] ?? '';
  return primary === '' ? null : primary;
}
