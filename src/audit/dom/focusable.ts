import { attribute, type Element, isHtml } from './dom.js';

/** Whether an element can take the focus, as far as markup tells.
 *  @see https://html.spec.whatwg.org/multipage/interaction.html#focusable-area */
export function isFocusable(element: Element): boolean {
  const tabindex = attribute(element, 'tabindex');
  if (tabindex !== undefined && /^\s*[+-]?\d/.test(tabindex)) return true;
  if (isHtml(element, 'a') || isHtml(element, 'area')) return attribute(element, 'href') !== undefined;
  return false;
}
