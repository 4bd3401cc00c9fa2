import { attribute, type Element, isElement, isHtml } from './dom.js';
import { inherited, parentOf } from './inherited.js';

const hidden = inherited((element) => hidesItself(element) || isInClosedDetails(element) || undefined);
const folded = inherited((element) => isInClosedDetails(element) || undefined);
const markedHidden = inherited(
  (element) =>
    attribute(element, 'aria-hidden') === 'true' || attribute(element, 'inert') !== undefined || undefined,
);

/** Whether an element is not rendered, as far as markup and style attributes tell. */
export function isHidden(element: Element): boolean {
  return hidden(element) === true;
}

/** Whether an element lies in a closed `details`, and not in its summary. */
export function isFolded(element: Element): boolean {
  return folded(element) === true;
}

/** Whether assistive technology does not get to see an element. */
export function isHiddenFromAccessibility(element: Element): boolean {
  return isHidden(element) || markedHidden(element) === true;
}

function hidesItself(element: Element): boolean {
  if (attribute(element, 'hidden') !== undefined) return true;
  if (isHtml(element, 'dialog') && attribute(element, 'open') === undefined) return true;
  return /(^|;)\s*(display\s*:\s*none|visibility\s*:\s*(hidden|collapse))\b/i.test(
    attribute(element, 'style') ?? '',
  );
}

/** A closed `details` shows nothing but its first `summary`. */
function isInClosedDetails(element: Element): boolean {
  const details = parentOf(element);
  if (!details || !isHtml(details, 'details') || attribute(details, 'open') !== undefined) return false;
  return element !== details.childNodes.find((node) => isElement(node) && isHtml(node, 'summary'));
}
