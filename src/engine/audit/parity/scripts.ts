import { getDomain } from 'tldts';
import { attribute, type Element } from '../dom/dom.js';
import { headerValues, type Page } from '../page.js';
import { markupElements } from './markup-elements.js';

/** Results for scripts from other sites in the Observatory's order; later ones take precedence. */
const FOREIGN_RESULTS = [
  'foreign_over_http',
  'foreign_without_integrity',
  'foreign_over_http_without_integrity',
] as const;
type Fault = (typeof FOREIGN_RESULTS)[number];

const MODIFIERS: Readonly<Record<Fault, number>> = {
  foreign_over_http: -20,
  foreign_without_integrity: -5,
  foreign_over_http_without_integrity: -50,
};
const HTML_TYPES = new Set(['text/html', 'application/xhtml+xml']);

export interface ScriptsGrade {
  readonly result:
    Fault | 'not_html' | 'no_scripts' | 'same_site' | 'same_site_with_integrity' | 'foreign_with_integrity';
  readonly modifier: number;
}

/** Grades the sources of scripts. The Observatory reads URLs as written, without `base` and without normalization:
 *  `//host/a.js` is foreign and insecure, `HTTPS://host/a.js` is relative.
 *  @see https://github.com/mdn/mdn-http-observatory/blob/main/src/analyzer/tests/subresource-integrity.js */
export function gradeScripts(page: Page): ScriptsGrade {
  const type = mediaType(page);
  if (type !== '' && !HTML_TYPES.has(type)) return { result: 'not_html', modifier: 0 };
  const scripts = markupElements(page, 'script');
  if (scripts.length === 0) return { result: 'no_scripts', modifier: 0 };
  const site = { domain: getDomain(page.requestedUrl), isHttps: page.url.startsWith('https:') };
  const kinds = scripts.map((script) => kindOf(script, site));
  const worst = FOREIGN_RESULTS.findLast((fault) => kinds.some((kind) => kind.fault === fault));
  if (worst !== undefined) return { result: worst, modifier: MODIFIERS[worst] };
  if (kinds.some(({ isOwnWithIntegrity }) => isOwnWithIntegrity))
    return { result: 'same_site_with_integrity', modifier: 5 };
  return kinds.some(({ isForeign }) => isForeign)
    ? { result: 'foreign_with_integrity', modifier: 5 }
    : { result: 'same_site', modifier: 0 };
}

/** Whether the page declares an HTML type, in lower case and without white space. */
export function isPlainHtml(page: Page): boolean {
  return HTML_TYPES.has(mediaType(page));
}

function mediaType(page: Page): string {
  return headerValues(page, 'content-type')[0]?.split(';')[0] ?? '';
}

interface Kind {
  readonly isForeign: boolean;
  readonly isOwnWithIntegrity: boolean;
  readonly fault: Fault | null;
}

interface Site {
  /** null: a host without a registrable domain, such as an IP address. All such hosts count as one site. */
  readonly domain: string | null;
  readonly isHttps: boolean;
}

function kindOf(script: Element, site: Site): Kind {
  const source = attribute(script, 'src') ?? '';
  if (source === '') return { isForeign: false, isOwnWithIntegrity: false, fault: null };
  const hasIntegrity = (attribute(script, 'integrity') ?? '') !== '';
  const isProtocolRelative = /^\/\/[^/]/.test(source);
  const isAbsolute = /^https?:\/\//.test(source);
  const isOwn = isAbsolute ? getDomain(source) === site.domain : !isProtocolRelative;
  const isSecure = isAbsolute ? source.startsWith('https:') : !isProtocolRelative && site.isHttps;
  return {
    isForeign: !isOwn,
    isOwnWithIntegrity: isOwn && hasIntegrity && isSecure,
    fault: isOwn ? null : faultOf(hasIntegrity, isSecure),
  };
}

function faultOf(hasIntegrity: boolean, isSecure: boolean): Fault | null {
  if (isSecure) return hasIntegrity ? null : 'foreign_without_integrity';
  return hasIntegrity ? 'foreign_over_http' : 'foreign_over_http_without_integrity';
}
