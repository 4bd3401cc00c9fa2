import { viewportPairs } from '../axe/document-rules.js';
import { attribute, type Dom, elementsNamed } from '../dom/dom.js';
import { PHONE_WIDTH } from './phone.js';

/** Layout width of a page without a viewport on phones, in CSS pixels. */
export const DESKTOP_WIDTH = 980;
const MAX_WIDTH = 10_000;

/** Layout width of a document on a phone by its last viewport, in CSS pixels.
 *  @see https://drafts.csswg.org/css-viewport/#constraining-procedure */
export function layoutWidth(dom: Dom): number {
  const meta = elementsNamed(dom, 'meta').findLast(
    (element) => attribute(element, 'name')?.toLowerCase() === 'viewport',
  );
  const pairs = new Map(viewportPairs((meta && attribute(meta, 'content')) ?? ''));
  const width = widthIn(pairs.get('width'));
  const scale = Number.parseFloat(pairs.get('initial-scale') ?? '');
  const scaled = scale > 0 ? PHONE_WIDTH / Math.min(10, Math.max(0.25, scale)) : null;
  if (width === null && scaled === null) return DESKTOP_WIDTH;
  return Math.round(Math.min(MAX_WIDTH, Math.max(width ?? 0, scaled ?? 0)));
}

function widthIn(value: string | undefined): number | null {
  if (value === 'device-width') return PHONE_WIDTH;
  const width = Number.parseFloat(value ?? '');
  return width > 0 ? width : null;
}
