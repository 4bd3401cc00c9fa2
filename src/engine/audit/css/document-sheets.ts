import { attribute, type Dom, type Element, isHtml, textContent } from '../dom/dom.js';
import { baseUrlOf } from '../dom/head.js';
import { isInShadow } from '../dom/shadow-roots.js';
import { fetchable } from '../dom/resources.js';
import { type LoadedSheet, type LoadedSheets } from './loaded-sheet.js';
import { matchesMedia } from './media-query.js';
import { type Phone } from './phone.js';
import { type ReadItem, type SheetReader } from './read-sheet.js';
import { MAX_ITEMS } from './style-sheet.js';

export interface DocumentRules<P extends string> {
  /** In cascade order. */
  readonly items: readonly ReadItem<P>[];
  /** URLs of style sheets that browsers use but that were not requested. */
  readonly missing: readonly string[];
  /** Whether a style sheet that browsers use could not be applied. */
  readonly isIncomplete: boolean;
}

/** Maximum number of style sheets of one document, including imports. */
const MAX_SHEETS = 100;
const MAX_DEPTH = 5;

/** Collects the rules of all style sheets of a document. */
export function documentRules<P extends string>(
  page: { readonly url: string; readonly dom: Dom },
  { sheets, reader }: { sheets: LoadedSheets; reader: SheetReader<P> },
): DocumentRules<P> {
  const collector = new Collector(sheets, reader, page.dom.mode === 'quirks');
  const base = baseUrlOf(page);
  for (const element of page.dom.elements) {
    if (isInShadow(element)) continue;
    if (element.tagName === 'style') {
      if (isApplied(element, reader.phone))
        collector.addText(textContent(element), { base, layer: '', depth: 0 });
    } else if (isHtml(element, 'link') && isStyleSheetLink(element) && isApplied(element, reader.phone)) {
      const url = fetchable(attribute(element, 'href') ?? '', base);
      if (url !== null) collector.addUrl(url, { layer: '', depth: 0 });
    }
  }
  return collector;
}

/** Whether browsers load the link as a style sheet, or a script in `onload` makes it one.
 *  @see https://html.spec.whatwg.org/multipage/links.html#link-type-stylesheet */
export function isStyleSheetLink(link: Element): boolean {
  const relations = (attribute(link, 'rel') ?? '').toLowerCase().split(/\s+/);
  if (relations.includes('alternate') || attribute(link, 'disabled') !== undefined) return false;
  if (relations.includes('stylesheet')) return true;
  return relations.includes('preload') && /\brel\s*=\s*['"]stylesheet/i.test(attribute(link, 'onload') ?? '');
}

function isApplied(element: Element, phone: Phone): boolean {
  const type = attribute(element, 'type')?.trim().toLowerCase() ?? '';
  if (type !== '' && type !== 'text/css') return false;
  const later = /\bmedia\s*=\s*['"]([^'"]*)/i.exec(attribute(element, 'onload') ?? '')?.[1];
  return matchesMedia(later ?? attribute(element, 'media') ?? '', phone);
}

interface Position {
  /** Full name of the surrounding layer. */
  readonly layer: string;
  readonly depth: number;
}

class Collector<P extends string> implements DocumentRules<P> {
  readonly items: ReadItem<P>[] = [];
  readonly missing: string[] = [];
  isIncomplete = false;
  private applied = 0;

  constructor(
    private readonly sheets: LoadedSheets,
    private readonly reader: SheetReader<P>,
    private readonly isQuirky: boolean,
  ) {}

  addUrl(url: string, position: Position): void {
    const loaded = this.sheets.get(url);
    if (!loaded) this.missing.push(url);
    const text = loaded?.text ?? null;
    if (!loaded || text === null) this.isIncomplete = true;
    else if (this.isAccepted(loaded)) this.addText(text, { ...position, base: loaded.url });
  }

  addText(text: string, { base, layer, depth }: Position & { base: string }): void {
    this.applied += 1;
    if (this.applied > MAX_SHEETS || depth > MAX_DEPTH || this.items.length >= MAX_ITEMS) {
      this.isIncomplete = true;
      return;
    }
    const sheet = this.reader.read(text);
    if (sheet.length >= MAX_ITEMS) this.isIncomplete = true;
    for (const item of sheet) {
      if (item.kind !== 'import')
        this.items.push(layer === '' ? item : { ...item, layer: layer + item.layer });
      else {
        const url = fetchable(item.address, base);
        if (url !== null) this.addUrl(url, { layer: layer + (item.layer ?? ''), depth: depth + 1 });
      }
    }
  }

  /** In quirks mode, browsers accept any type. */
  private isAccepted({ type }: LoadedSheet): boolean {
    return type === null || type === 'text/css' || this.isQuirky;
  }
}
