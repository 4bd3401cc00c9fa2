import { html } from 'parse5';
import { attribute, type Element, isElement, isHtml } from './dom.js';
import { inlineStyle } from './inline-style.js';
import { inherited, parentOf } from './inherited.js';

/** Elements that browsers' own style sheets do not display.
 *  @see https://html.spec.whatwg.org/multipage/rendering.html#hidden-elements */
const UNDISPLAYED = new Set(
  'area base basefont datalist head link meta noembed noframes param rp script style template title'.split(
    ' ',
  ),
);
const NEVER_READ = new Set(['style', 'script', 'noscript', 'template']);

const undisplayed = inherited((element) => isUndisplayed(element) || undefined);
const folded = inherited((element) => isInClosedDetails(element) || undefined);
const visibility = inherited((element) => inlineStyle(element).visibility);
const contentHidden = inherited((element) => hidesContent(element) || undefined);
const unread = inherited((element) => NEVER_READ.has(element.tagName) || undefined);
const markedHidden = inherited(
  (element) =>
    attribute(element, 'aria-hidden')?.trim().toLowerCase() === 'true' ||
    attribute(element, 'inert') !== undefined ||
    undefined,
);

/** Whether an element is not rendered, as far as markup and style attributes tell. */
export function isHidden(element: Element): boolean {
  return undisplayed(element) === true || isFolded(element) || isInvisible(element);
}

/** Whether an element takes no part in the rendering at all; invisible ones do. */
export function isNotRendered(element: Element): boolean {
  return undisplayed(element) === true;
}

/** Whether an element is kept back: in a closed `details` but not in its summary, or in content that is hidden until
 *  it is found. */
export function isFolded(element: Element): boolean {
  return folded(element) === true || isInHiddenContent(element);
}

/** Whether nobody gets to know of an element, as axe decides it. */
export function isHiddenForEveryone(element: Element): boolean {
  if (isHtml(element, 'area')) return false;
  return unread(element) === true || isHidden(element);
}

/** Whether assistive technology does not get to see an element, as axe decides it. */
export function isHiddenFromAccessibility(element: Element): boolean {
  return isHiddenForEveryone(element) || markedHidden(element) === true;
}

/** Whether a document in which an element lies may be used: `inert` takes the focus from all below. */
export const isInert = inherited((element) => attribute(element, 'inert') !== undefined || undefined);

function isInvisible(element: Element): boolean {
  const value = visibility(element);
  return value === 'hidden' || value === 'collapse';
}

function isInHiddenContent(element: Element): boolean {
  const parent = parentOf(element);
  return parent !== null && contentHidden(parent) === true;
}

function hidesContent(element: Element): boolean {
  const style = inlineStyle(element);
  if (style['content-visibility'] !== undefined) return style['content-visibility'] === 'hidden';
  return isHiddenAttribute(element) && attribute(element, 'hidden')?.toLowerCase() === 'until-found';
}

function isHiddenAttribute(element: Element): boolean {
  return element.namespaceURI === html.NS.HTML && attribute(element, 'hidden') !== undefined;
}

function isUndisplayed(element: Element): boolean {
  const isHtmlElement = element.namespaceURI === html.NS.HTML;
  if (isHtmlElement && isHiddenInput(element)) return true;
  const { display } = inlineStyle(element);
  if (display !== undefined) return display === 'none';
  if (!isHtmlElement) return false;
  if (isHiddenAttribute(element)) {
    return element.tagName !== 'embed' && attribute(element, 'hidden')?.toLowerCase() !== 'until-found';
  }
  if (UNDISPLAYED.has(element.tagName) || attribute(element, 'popover') !== undefined) return true;
  return element.tagName === 'dialog' && attribute(element, 'open') === undefined;
}

/** What no style of the page can show. */
function isHiddenInput(element: Element): boolean {
  if (element.tagName === 'input') return attribute(element, 'type')?.toLowerCase() === 'hidden';
  return element.tagName === 'audio' && attribute(element, 'controls') === undefined;
}

/** A closed `details` shows nothing but its first `summary`. */
function isInClosedDetails(element: Element): boolean {
  const details = parentOf(element);
  if (!details || !isHtml(details, 'details') || attribute(details, 'open') !== undefined) return false;
  return element !== details.childNodes.find((node) => isElement(node) && isHtml(node, 'summary'));
}
