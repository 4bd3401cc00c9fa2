import { type Element, isElement } from './dom.js';

/** Makes of what an element has by itself what its descendants have too, unless they have their own. Each element
 *  is looked at once, however deep: a page may nest a hundred thousand.
 *  @param ownOf undefined where the element has nothing of its own */
export function inherited<T>(
  ownOf: (element: Element) => T | undefined,
): (element: Element) => T | undefined {
  const known = new WeakMap<Element, { value: T | undefined }>();
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

/** The parent, where it is an element. */
export function parentOf(element: Element): Element | null {
  return element.parentNode && isElement(element.parentNode) ? element.parentNode : null;
}
