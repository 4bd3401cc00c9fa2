import { applyStyleSheets } from './css/cascade.js';
import { documentRules } from './css/document-sheets.js';
import { layoutWidth } from './css/layout-width.js';
import { Phone } from './css/phone.js';
import { SheetReader } from './css/read-sheet.js';
import { type Dom } from './dom/dom.js';
import { parseDom } from './dom/parse.js';
import { applyRenderMarks, withoutMarks } from './dom/render-marks.js';
import { runPlainScripts } from './dom/plain-scripts.js';
import { type Page, type PageSource } from './page.js';
import { isXhtml } from './xhtml.js';

/** Cached by quirks mode and layout width, which are the same for most pages. */
const readers = new Map<string, SheetReader>();
const MAX_READERS = 3;

/** Parses the document, applies its style sheets, and runs its simplest scripts. A browser has done that for a rendered
 *  document.
 *  @throws PageTooComplex */
export function pageOf(source: PageSource): Page {
  return source.renderMark === undefined ? sentPage(source) : renderedPage(source, source.renderMark);
}

function renderedPage(source: PageSource, mark: string): Page {
  const { sentPositions = null } = source;
  const dom = parseDom(source.html, { isXml: isXhtml(source), renderMark: mark, sentPositions });
  applyRenderMarks(dom, mark);
  const html = withoutMarks(source.html, mark);
  return { ...source, html, dom, isUnstyled: false, missingSheets: [] };
}

function sentPage(source: PageSource): Page {
  const { url, html, styleSheets: sheets } = source;
  const dom = parseDom(html, { isXml: isXhtml(source) });
  const reader = readerFor(dom);
  const { items, missing, isIncomplete } = documentRules({ url, dom }, { sheets, reader });
  const isApplied = applyStyleSheets(dom, items);
  runPlainScripts(dom);
  return { ...source, dom, isUnstyled: isIncomplete || !isApplied, missingSheets: missing };
}

function readerFor(dom: Dom): SheetReader {
  const isQuirky = dom.mode === 'quirks';
  const width = layoutWidth(dom);
  const key = `${String(isQuirky)} ${String(width)}`;
  const reader = readers.get(key) ?? new SheetReader(isQuirky, new Phone(width));
  readers.delete(key);
  readers.set(key, reader);
  const [oldest] = readers.keys();
  if (readers.size > MAX_READERS && oldest !== undefined) readers.delete(oldest);
  return reader;
}
