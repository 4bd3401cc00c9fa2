import { applyStyleSheets } from './css/cascade.js';
import { documentRules } from './css/document-sheets.js';
import { SheetReader } from './css/read-sheet.js';
import { parseDom } from './dom/dom.js';
import { type Page, type PageSource } from './page.js';

const standard = new SheetReader(false);
const quirky = new SheetReader(true);

/** Parses the document, and applies its style sheets.
 *  @throws PageTooComplex */
export function pageOf(source: PageSource): Page {
  const { url, html, styleSheets: sheets } = source;
  const dom = parseDom(html);
  const reader = dom.mode === 'quirks' ? quirky : standard;
  const { items, unasked, isIncomplete } = documentRules({ url, dom }, { sheets, reader });
  const isApplied = applyStyleSheets(dom, items);
  return { ...source, dom, isUnstyled: isIncomplete || !isApplied, unaskedSheets: unasked };
}
