import { ancestorsOf, attribute, type Element, isHtml } from './dom.js';

/** Whether an element is not rendered, as far as markup and style attributes tell. */
export function isHidden(element: Element): boolean {
  if (hidesItself(element)) return true;
  let child = element;
  for (const ancestor of ancestorsOf(element)) {
    if (hidesItself(ancestor) || isClosedOver(ancestor, child)) return true;
    child = ancestor;
  }
  return false;
}

/** Whether assistive technology does not get to see an element. */
export function isHiddenFromAccessibility(element: Element): boolean {
  return isHidden(element) || [element, ...ancestorsOf(element)].some(isMarkedHidden);
}

function isMarkedHidden(element: Element): boolean {
  return attribute(element, 'aria-hidden') === 'true' || attribute(element, 'inert') !== undefined;
}

function hidesItself(element: Element): boolean {
  if (attribute(element, 'hidden') !== undefined) return true;
  if (isHtml(element, 'dialog') && attribute(element, 'open') === undefined) return true;
  return /(^|;)\s*(display\s*:\s*none|visibility\s*:\s*(hidden|collapse))\b/i.test(
    attribute(element, 'style') ?? '',
  );
}

/** A closed `details` shows nothing but its first `summary`. */
function isClosedOver(details: Element, child: Element): boolean {
  if (!isHtml(details, 'details') || attribute(details, 'open') !== undefined) return false;
  const summary = details.childNodes.find((node) => 'tagName' in node && isHtml(node, 'summary'));
  return child !== summary;
}
