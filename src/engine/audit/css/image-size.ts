import { type Element } from '../dom/dom.js';
import { type Page } from '../page.js';
import { Cascade, withinSteps } from './cascade.js';
import { type Style, Vocabulary } from './declarations.js';
import { documentRules } from './document-sheets.js';
import { SheetReaders } from './sheet-readers.js';

/** A number with any unit, or a function like `calc()`. */
const LENGTH = String.raw`\+?\.?\d|[a-z-]+\(`;
const SIZED = new RegExp(`^(${LENGTH})`);
const SIZE = new RegExp(`^(${LENGTH}|auto$|((min|max|fit)-content|stretch|-webkit-fill-available)$)`);
const FLOATING = /^(absolute|fixed)$/;

/** Properties by which the place of an image is known before the image is there. */
const SIZES = new Vocabulary({
  width: SIZE,
  height: SIZE,
  'aspect-ratio': new RegExp(`^(auto$|(auto )?(${LENGTH}))`),
  position: /^(static|relative|absolute|fixed|sticky|-webkit-sticky)$/,
});
type SizeProperty = 'width' | 'height' | 'aspect-ratio' | 'position';
export type SizeStyle = Style<SizeProperty>;

const readers = new SheetReaders<SizeProperty>(SIZES);

/** What a style attribute says of an element's size. */
export function sizeIn(text: string): SizeStyle {
  const declarations = SIZES.declarationsIn(text);
  return { ...declarations?.normal, ...declarations?.important };
}

/** What the style sheets of a page and their own attributes say of elements' sizes. Elements that no rule matches are left
 *  out.
 *  @returns null if there are too many rules, or trying them takes too many steps */
export function sizesByStyleSheets(
  page: Page,
  elements: readonly Element[],
): ReadonlyMap<Element, SizeStyle> | null {
  const { dom, styleSheets: sheets } = page;
  const found = new Map<Element, SizeStyle>();
  const { items, isIncomplete } = documentRules(page, { sheets, reader: readers.for(dom) });
  // If style sheets are missing, the finding says that it was judged without them.
  if (isIncomplete && !page.isUnstyled) return null;
  const cascade = new Cascade<SizeProperty>(SIZES, items, dom.mode === 'quirks');
  if (cascade.isEmpty) return found;
  const isDone = withinSteps(() => {
    for (const element of elements) {
      const style = cascade.styleOf(element);
      if (style) found.set(element, style);
    }
  });
  return isDone ? found : null;
}

export function isSized(value: string | undefined): boolean {
  return value !== undefined && SIZED.test(value);
}

/** Whether an element's place is known without its width and height: by its aspect ratio, or as it takes none.
 *  @see https://developer.chrome.com/docs/performance/insights/cls-culprit */
export function isPlaced(style: SizeStyle): boolean {
  return FLOATING.test(style.position ?? '') || isSized(style['aspect-ratio']?.replace(/^auto /, ''));
}
