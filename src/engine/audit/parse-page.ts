import { applyStyleSheets } from './css/cascade.js';
import { documentRules } from './css/document-sheets.js';
import { SheetReaders } from './css/sheet-readers.js';
import { VISIBILITY } from './css/visibility-style.js';
import { parseDom } from './dom/parse.js';
import { applyRenderMarks, withoutMarks } from './dom/render-marks.js';
import { applyScriptStates } from './dom/script-states.js';
import { runPlainScripts } from './dom/plain-scripts.js';
import { type Page, type PageSource } from './page.js';
import { isXhtml } from './xhtml.js';

const readers = new SheetReaders(VISIBILITY);

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
  applyScriptStates(dom);
  const { items, missing, isIncomplete } = documentRules({ url, dom }, { sheets, reader: readers.for(dom) });
  const isApplied = applyStyleSheets(dom, items);
  runPlainScripts(dom);
  return { ...source, dom, isUnstyled: isIncomplete || !isApplied, missingSheets: missing };
}
