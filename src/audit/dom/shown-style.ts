import { html } from 'parse5';
import { type Declarations, declarationsIn, isDisplay, type Style } from '../css/declarations.js';
import { attribute, type Element } from './dom.js';

const NONE: Style = {};
const known = new WeakMap<Element, Style>();

/** What decides how an element is shown: style sheets, where they were applied and say something, its style attribute,
 *  and SVG's attributes of the same names. */
export function shownStyle(element: Element): Style {
  if (element.style) return element.style;
  const text = attribute(element, 'style');
  if (text === undefined && element.namespaceURI !== html.NS.SVG) return NONE;
  const cached = known.get(element);
  if (cached) return cached;
  const style = { ...presentationOf(element), ...winning(declarationsIn(text ?? '')) };
  known.set(element, style);
  return style;
}

/** SVG has some properties as attributes too; any rule is stronger.
 *  @see https://www.w3.org/TR/SVG2/styling.html#PresentationAttributes */
export function presentationOf(element: Element): Style {
  if (element.namespaceURI !== html.NS.SVG) return NONE;
  const display = attribute(element, 'display')?.trim();
  const visibility = attribute(element, 'visibility')?.trim();
  return { ...(isDisplay(display) && { display }), ...(visibility !== undefined && { visibility }) };
}

function winning(declarations: Declarations | null): Style {
  return { ...declarations?.normal, ...declarations?.important };
}
