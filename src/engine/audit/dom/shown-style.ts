import { html } from 'parse5';
import { type Declarations } from '../css/declarations.js';
import {
  isDisplay,
  VISIBILITY,
  type VisibilityProperty,
  type VisibilityStyle,
} from '../css/visibility-style.js';
import { DocumentMap } from './document-map.js';
import { attribute, type Element } from './dom.js';

const NONE: VisibilityStyle = {};
const known = new DocumentMap<Element, VisibilityStyle>();

/** The style of an element, from style sheets, its style attribute, and SVG presentation attributes. */
export function shownStyle(element: Element): VisibilityStyle {
  if (element.style) return element.style;
  const text = attribute(element, 'style');
  if (text === undefined && element.namespaceURI !== html.NS.SVG) return NONE;
  const cached = known.get(element);
  if (cached) return cached;
  const style = { ...presentationOf(element), ...winning(VISIBILITY.declarationsIn(text ?? '')) };
  known.set(element, style);
  return style;
}

/** The element's declared value; undefined if the browser default applies. */
export function declared(element: Element, property: VisibilityProperty): string | undefined {
  const value = shownStyle(element)[property];
  return value?.startsWith('revert') ? undefined : value;
}

/** SVG presentation attributes, which any rule overrides.
 *  @see https://www.w3.org/TR/SVG2/styling.html#PresentationAttributes */
export function presentationOf(element: Element): VisibilityStyle {
  if (element.namespaceURI !== html.NS.SVG) return NONE;
  const display = attribute(element, 'display')?.trim();
  const visibility = attribute(element, 'visibility')?.trim();
  return { ...(isDisplay(display) && { display }), ...(visibility !== undefined && { visibility }) };
}

function winning(declarations: Declarations<VisibilityProperty> | null): VisibilityStyle {
  return { ...declarations?.normal, ...declarations?.important };
}
