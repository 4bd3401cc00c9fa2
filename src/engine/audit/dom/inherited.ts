import { type Element, isElement } from './dom.js';
import { DocumentMap } from './document-map.js';

/** Makes a property inherited: an element without its own value has that of its nearest ancestor with one. Each element
 *  is visited once, without recursion, since nesting can be a hundred thousand levels deep.
 *  @param ownOf undefined if the element has no value of its own */
export function inherited<T>(
  ownOf: (element: Element) => T | undefined,
): (element: Element) => T | undefined {
  const known = new DocumentMap<Element, { value: T | undefined }>();
  return (element) => {
    const unknown: Element[] = [];
    let top: Element | null = element;
    for (; top && !known.has(top); top = parentOf(top)) unknown.push(top);
    let value = top ? known.get(top)?.value : undefined;
    for (const step of unknown.reverse()) {
      value = ownOf(step) ?? value;
      known.set(step, { value });
    }
    return value;
  };
}

/** The parent element, if any. */
export function parentOf(element: Element): Element | null {
  return element.parentNode && isElement(element.parentNode) ? element.parentNode : null;
}
