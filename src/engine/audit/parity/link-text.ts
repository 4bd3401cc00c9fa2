import { html } from 'parse5';
import { attribute, descendants, type Dom, type Element, isElement, isHtml } from '../dom/dom.js';
import { baseUrlOf, resolve } from '../dom/head.js';
import { inherited, parentOf } from '../dom/inherited.js';
import { type Effort, innerText, wholeText } from '../dom/inner-text.js';
import { once } from '../dom/once.js';
import { type Page } from '../page.js';
import { FURTHER_GENERIC_TEXTS, GENERIC_LINK_TEXTS, type GenericTexts } from './generic-link-texts.js';

const ALL_TEXTS = new Set(
  [...GENERIC_LINK_TEXTS.values(), ...FURTHER_GENERIC_TEXTS.values()].flatMap((texts) => [...texts]),
);
/** Arrows, dots, quotes and the like. */
const AROUND_WORDS = /^[\p{P}\p{S}\p{VS}\s]+|[\p{P}\p{S}\p{VS}\s]+$/gu;
/** Longer texts say something, and are not searched for signs. */
const MAX_GENERIC_LENGTH = 60;

/** Budget for all links of a page. */
const MAX_EFFORT = 2_000_000;

/** What makes a link generic: to Lighthouse exactly a text of its lists, with `lang` and `nofollow` in lower case; to people
 *  also one with an arrow or a full stop, in more languages. */
export type LinkReading = 'people' | 'lighthouse';

/** Links with generic text, and the number of judged links.
 *  @see https://developer.chrome.com/docs/lighthouse/seo/link-text */
export function genericLinks(page: Page, reading: LinkReading): { judged: number; generic: Element[] } {
  const links = judgedLinks(page, reading);
  const isGeneric = genericIn(page.dom);
  return { judged: links.length, generic: links.filter((link) => isGeneric(link, reading)) };
}

/** Caches verdicts, because both readings judge most links. Nested links are read until the budget is used up; the rest
 *  is not judged. */
const genericIn = once((dom: Dom) => {
  const effort: Effort = { left: MAX_EFFORT };
  const languageOf = languageFinder(dom, effort);
  const known = new WeakMap<Element, Readonly<Record<LinkReading, boolean>>>();
  const judged = (link: Element) => {
    const text = textOf(link, effort).trim().toLowerCase();
    if (text.length > MAX_GENERIC_LENGTH) return { lighthouse: false, people: false };
    const words = text.replace(AROUND_WORDS, '');
    if (!ALL_TEXTS.has(text) && !ALL_TEXTS.has(words)) return { lighthouse: false, people: false };
    const language = languageOf(link);
    const lighthouse = isGenericText(text, language, [GENERIC_LINK_TEXTS]);
    const people = lighthouse || isGenericForPeople(words, language?.toLowerCase() ?? null);
    return { lighthouse, people };
  };
  return (link: Element, reading: LinkReading): boolean => {
    const verdict = known.get(link) ?? judged(link);
    known.set(link, verdict);
    return verdict[reading];
  };
});

/** Links to other pages, without script and mail links, and without nofollow. */
function judgedLinks(page: Page, reading: LinkReading): Element[] {
  return leadingOff(page).filter((link) => isSvg(link) || !isNofollow(attribute(link, 'rel') ?? '', reading));
}

const leadingOff = once((page: Page): readonly Element[] => {
  const base = baseUrlOf(page);
  const own = withoutFragment(page.url);
  return (page.dom.byName.get('a') ?? []).filter((element) => {
    const href = attribute(element, 'href') ?? element.attrs.find((attr) => attr.name === 'href')?.value;
    if (href === undefined || (href === '' && isSvg(element))) return false;
    const target = resolve(href, isSvg(element) ? page.url : base) ?? href;
    return !/^(javascript|mailto):/i.test(target) && withoutFragment(target) !== own;
  });
});

function isSvg(element: Element): boolean {
  return element.namespaceURI === html.NS.SVG;
}

function isNofollow(rel: string, reading: LinkReading): boolean {
  return reading === 'people' ? /(^|\s)nofollow(\s|$)/i.test(rel) : rel.includes('nofollow');
}

function withoutFragment(url: string): string {
  return url.replace(/#.*$/s, '');
}

function textOf(link: Element, effort: Effort): string {
  return isHtml(link, 'a') ? innerText(link, effort) : wholeText(link, effort);
}

/** Single words such as "Her" and "Plus" are generic in some languages, and names in others. */
function isGenericForPeople(text: string, language: string | null): boolean {
  const isAmbiguous = language === null && !text.includes(' ');
  return isGenericText(
    text,
    language,
    isAmbiguous ? [GENERIC_LINK_TEXTS] : [GENERIC_LINK_TEXTS, FURTHER_GENERIC_TEXTS],
  );
}

/** A language without a list has no generic texts; an unknown language has those of all lists. */
function isGenericText(text: string, language: string | null, lists: readonly GenericTexts[]): boolean {
  return lists.some((list) =>
    language === null
      ? [...list.values()].some((texts) => texts.has(text))
      : list.get(language)?.has(text) === true,
  );
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
