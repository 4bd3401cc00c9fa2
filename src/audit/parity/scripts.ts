import { getDomain } from 'tldts';
import {
  attribute,
  descendants,
  type Element,
  elementsNamed,
  isElement,
  parseWithoutScripting,
  textContent,
} from '../dom/dom.js';
import { MAX_BASE_CHARACTERS } from '../dom/head.js';
import { headerValues, type Page } from '../page.js';
import { parsedUrl } from '../../url.js';

/** What the HTTP Observatory makes of a page's scripts, the worst result last. */
const WORSENING = [
  'foreign_without_integrity',
  'foreign_over_http',
  'foreign_over_http_without_integrity',
] as const;
type Fault = (typeof WORSENING)[number];

const MODIFIERS: Readonly<Record<Fault, number>> = {
  foreign_without_integrity: -5,
  foreign_over_http: -20,
  foreign_over_http_without_integrity: -50,
};
const HTML_TYPES = new Set(['text/html', 'application/xhtml+xml']);

export interface ScriptsGrade {
  readonly result:
    Fault | 'not_html' | 'no_scripts' | 'same_site' | 'same_site_with_integrity' | 'foreign_with_integrity';
  readonly modifier: number;
  /** Faulty scripts; those within `noscript` have no place in the document. */
  readonly faults: readonly { readonly element: Element; readonly fault: Fault }[];
}

/** Grades where scripts come from. It has quirks: addresses resolve against `base` alone, so that
 *  `//host/a.js` counts as foreign and insecure.
 *  @see https://github.com/mdn/mdn-http-observatory/blob/main/src/analyzer/tests/subresource-integrity.js */
export function gradeScripts(page: Page): ScriptsGrade {
  if (!isPlainHtml(page)) return graded('not_html');
  const scripts = scriptsOf(page);
  if (scripts.length === 0) return graded('no_scripts');
  const base = absoluteBase(page);
  const pageUrl = new URL(page.url);
  const kinds = scripts.map((element) => ({ element, ...kindOf(element, base, pageUrl) }));
  const faults = kinds.flatMap(({ element, fault }) => (fault === null ? [] : [{ element, fault }]));
  const worst = WORSENING.findLast((fault) => faults.some((found) => found.fault === fault));
  if (worst !== undefined) return { result: worst, modifier: MODIFIERS[worst], faults };
  if (kinds.some(({ isOwnWithIntegrity }) => isOwnWithIntegrity))
    return graded('same_site_with_integrity', 5);
  return kinds.some(({ isForeign }) => isForeign) ? graded('foreign_with_integrity', 5) : graded('same_site');
}

/** Whether a page's type is HTML, spelled in lower case without a blank. */
export function isPlainHtml(page: Page): boolean {
  const [contentType = ''] = headerValues(page, 'content-type');
  return HTML_TYPES.has(contentType.split(';')[0] ?? '');
}

function graded(result: ScriptsGrade['result'], modifier = 0): ScriptsGrade {
  return { result, modifier, faults: [] };
}

/** Scripts of a browser without scripting, to which `noscript` is an element like others. */
function scriptsOf(page: Page): Element[] {
  const texts = elementsNamed(page.dom, 'noscript').map(textContent);
  const hidden = parseWithoutScripting(texts.filter((text) => /<script/i.test(text)))
    .flatMap((root) => [...descendants(root)])
    .filter((node): node is Element => isElement(node) && node.tagName === 'script');
  return [...(page.dom.byName.get('script') ?? []), ...hidden];
}

function absoluteBase(page: Page): string | undefined {
  for (const base of elementsNamed(page.dom, 'base')) {
    const href = attribute(base, 'href');
    if (href === undefined) continue;
    return href.length <= MAX_BASE_CHARACTERS && parsedUrl(href) !== null ? href : undefined;
  }
  return undefined;
}

interface Kind {
  readonly isForeign: boolean;
  readonly isOwnWithIntegrity: boolean;
  readonly fault: Fault | null;
}

const HARMLESS: Kind = { isForeign: false, isOwnWithIntegrity: false, fault: null };

function kindOf(script: Element, base: string | undefined, page: URL): Kind {
  const isHtml = script.namespaceURI.endsWith('xhtml');
  const raw = (isHtml ? attribute(script, 'src') : undefined) ?? '';
  if (raw === '') return HARMLESS;
  const source = parsedUrl(raw, base)?.href ?? raw;
  const hasIntegrity = (attribute(script, 'integrity') ?? '') !== '';
  const isProtocolRelative = /^\/\/[^/]/.test(source);
  const isAbsolute = /^https?:\/\//.test(source);
  const isSameSite = isAbsolute && getDomain(source) === getDomain(page.hostname);
  const isSecure = isAbsolute
    ? source.startsWith('https:')
    : !isProtocolRelative && page.protocol === 'https:';
  if (isSameSite || (!isAbsolute && !isProtocolRelative)) {
    return { ...HARMLESS, isOwnWithIntegrity: hasIntegrity && isSecure };
  }
  return { isForeign: true, isOwnWithIntegrity: false, fault: faultOf(hasIntegrity, isSecure) };
}

function faultOf(hasIntegrity: boolean, isSecure: boolean): Fault | null {
  if (isSecure) return hasIntegrity ? null : 'foreign_without_integrity';
  return hasIntegrity ? 'foreign_over_http' : 'foreign_over_http_without_integrity';
}
