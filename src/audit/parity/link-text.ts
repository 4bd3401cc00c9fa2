import { html } from 'parse5';
import { attribute, descendants, type Dom, type Element, isElement, isHtml } from '../dom/dom.js';
import { baseUrlOf, resolve } from '../dom/head.js';
import { inherited, parentOf } from '../dom/inherited.js';
import { type Effort, innerText, wholeText } from '../dom/inner-text.js';
import { once } from '../dom/once.js';
import { type Page } from '../page.js';
import { GENERIC_LINK_TEXTS } from './generic-link-texts.js';

const ALL_TEXTS = new Set([...GENERIC_LINK_TEXTS.values()].flatMap((texts) => [...texts]));

/** For all links of a page together. */
const MAX_EFFORT = 2_000_000;

/** How `rel=nofollow` is read: in any case, or in lower case alone, as Lighthouse does. */
export type NofollowReading = 'any_case' | 'lower_case';

/** Links whose text says nothing of where they lead, of all links that are judged.
 *  @see https://developer.chrome.com/docs/lighthouse/seo/link-text */
export function genericLinks(page: Page, reading: NofollowReading): { judged: number; generic: Element[] } {
  const links = judgedLinks(page, reading);
  const isGeneric = genericIn(page.dom);
  return { judged: links.length, generic: links.filter(isGeneric) };
}

/** Remembers each verdict: both readings ask for most links. Links that lie in each other are read as far as the
 *  effort goes; those beyond it are not judged. */
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

/** Links that lead off this page, by other means than script or mail, and are not marked nofollow. */
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

/** A language without a list has no generic texts; an unknown one has those of every list. */
function isGenericText(text: string, language: () => string | null): boolean {
  if (!ALL_TEXTS.has(text)) return false;
  const known = language();
  return known === null || GENERIC_LINK_TEXTS.get(known)?.has(text) === true;
}

/** Primary subtag of a link's language: of the only `lang` on html or body; else of all its descendants, if they
 *  agree; else of the nearest ancestor. null: unknown. Compared with its case. */
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

/** Elements below that hold text, found from each text up to the first one that is known. */
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
