import { DocumentMap } from '../dom/document-map.js';
import { descendants, type Element, isElement } from '../dom/dom.js';
import { parentOf } from '../dom/inherited.js';

const holdingSummary = new DocumentMap<Element, boolean>();

/** Whether a `details` contains a `summary`. Determines it for all ancestors and descendants at once, since `details`
 *  can be deeply nested. */
export function holdsSummary(details: Element): boolean {
  const known = holdingSummary.get(details);
  if (known !== undefined) return known;
  const nested = [details];
  for (const node of descendants(details)) {
    if (!isElement(node)) continue;
    if (node.tagName === 'details') nested.push(node);
    if (node.tagName !== 'summary') continue;
    for (let above = parentOf(node); above; above = parentOf(above)) {
      if (above.tagName !== 'details') continue;
      if (holdingSummary.get(above) === true) break;
      holdingSummary.set(above, true);
    }
    return true;
  }
  for (const element of nested) holdingSummary.set(element, false);
  return false;
}
