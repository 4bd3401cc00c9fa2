import { counted } from '../../../../basics/quantities.js';
import { documentCheck, fail, notApplicable, pass, warn } from '../../check.js';
import { parsedUrl } from '../../../../basics/url.js';
import { type CssUrls, cssUrls } from '../../css/css-urls.js';
import { isStyleSheetLink } from '../../css/document-sheets.js';
import { attribute, type Element, isHtml } from '../../dom/dom.js';
import { baseUrlOf, resolve } from '../../dom/head.js';
import { elementsNotUpgraded } from '../../dom/policies.js';
import { fetchable } from '../../dom/resources.js';
import { type Page } from '../../page.js';
import { loadedAddresses } from './loaded-addresses.js';
import { isLoopback } from './loopback.js';

export const mixedContent = documentCheck({
  id: 'mixed_content',
  name: 'Mixed content',
  category: 'security',
  importance: 'high',
  what: 'A page on https loads nothing over plain http.',
  why: 'Browsers block scripts, styles and fonts from plain http, which breaks the page. Images can be missing, or be read and changed in transit.',
  fix: 'Change the URLs to https://. If the other server does not support https, host a copy.',
  source: 'https://www.w3.org/TR/mixed-content/',
  method: 'exact',
  value: { active: 'integer', passive: 'integer', style_sheets: 'integer' },
  messages: {
    pass: 'The page loads nothing over plain http.',
    active_content: ({ active, passive }) => {
      const rest = passive === 0 ? '' : `, and other images or media in ${counted(passive, 'place')}`;
      return `The page loads scripts, styles, fonts, frames or images of a srcset over plain http in ${counted(active, 'place')}${rest}.`;
    },
    passive_content: ({ passive }) =>
      `The page loads images or media over plain http in ${counted(passive, 'place')}.`,
    in_style_sheets: ({ style_sheets }) =>
      `${counted(style_sheets, 'style sheet of the page names', 'style sheets of the page name')} images or fonts over plain http, which browsers block or request over https.`,
    plain_http: 'The page itself is served over plain http.',
  },
  examples: {
    passes: { html: '<script src="https://example.com/a.js"></script>' },
    fails: { html: '<script src="http://example.com/a.js"></script>' },
  },
  run(page) {
    if (!page.url.startsWith('https:')) return notApplicable('plain_http');
    const { active, passive, sheets } = insecureElements(page);
    const value = { active: active.length, passive: passive.length, style_sheets: sheets.length };
    const evidence = [...active, ...passive, ...sheets];
    if (active.length > 0) return fail('active_content', { value, evidence });
    if (passive.length > 0) return warn('passive_content', { value, evidence });
    return sheets.length > 0 ? warn('in_style_sheets', { value, evidence }) : pass(value);
  },
});

interface InsecureElements {
  /** They load active content over plain http. */
  readonly active: Element[];
  /** They load other content. */
  readonly passive: Element[];
  /** Their style sheets name some, which is loaded where a rule applies. */
  readonly sheets: Element[];
}

/** Each element counts once, as the worst of what it loads. */
function insecureElements(page: Page): InsecureElements {
  const base = baseUrlOf(page);
  const found: InsecureElements = { active: [], passive: [], sheets: [] };
  const known = new Map<string, CssUrls>();
  for (const element of elementsNotUpgraded(page)) {
    const loaded = loadedAddresses(element);
    const sheet = sheetAddresses(page, element, { base, known });
    if (loaded.active.some((address) => isInsecure(address, base)) || sheet.imports.some(isPlainHttp))
      found.active.push(element);
    else if (loaded.passive.some((address) => isInsecure(address, base))) found.passive.push(element);
    else if ([...sheet.fonts, ...sheet.images].some(isPlainHttp)) found.sheets.push(element);
  }
  return found;
}

/** Most sheets need not be read: what they name without a scheme is loaded as they are. */
const NAMES_PLAIN_HTTP = /(?:\burl\(\s*|@import\s*)["']?http:/i;
const NOTHING: CssUrls = { imports: [], fonts: [], images: [] };

/** Addresses in the loaded style sheet of a link.
 *  @param known by the URL of the sheet: many links may name one */
function sheetAddresses(
  page: Page,
  element: Element,
  { base, known }: { readonly base: string; readonly known: Map<string, CssUrls> },
): CssUrls {
  if (!isHtml(element, 'link') || !isStyleSheetLink(element)) return NOTHING;
  const url = fetchable(attribute(element, 'href') ?? '', base);
  const text = url === null ? null : (page.styleSheets.get(url)?.text ?? null);
  if (url === null || text === null) return NOTHING;
  const found = known.get(url) ?? (NAMES_PLAIN_HTTP.test(text) ? cssUrls(text) : NOTHING);
  known.set(url, found);
  return found;
}

function isInsecure(address = '', base: string): boolean {
  const url = address === '' ? null : resolve(address, base);
  return url !== null && isPlainHttp(url);
}

function isPlainHttp(address: string): boolean {
  const url = /^http:/i.test(address) ? parsedUrl(address) : null;
  return url !== null && !isLoopback(url.hostname);
}
