import { html } from 'parse5';
import { attribute, type Element, isElement, isHtml } from './dom.js';
import { parentOf } from './inherited.js';
import { once } from './once.js';
import { declared, shownStyle } from './shown-style.js';

/** Elements that browsers don't display by default.
 *  @see https://html.spec.whatwg.org/multipage/rendering.html#hidden-elements */
const UNDISPLAYED_NAMES = new Set(
  'area base basefont datalist head link meta noembed noframes param rp script style template title'.split(
    ' ',
  ),
);
const NEVER_READ_NAMES = new Set(['style', 'script', 'noscript', 'template']);
/** Elements that can be hidden without any attribute. */
const SPECIAL_NAMES = new Set([...UNDISPLAYED_NAMES, ...NEVER_READ_NAMES, 'dialog', 'audio']);

/** Bits of {@link Element.visibility}. Descendants inherit each, unless noted otherwise. */
const UNDISPLAYED = 1;
const FOLDED = 2;
/** A descendant can be made visible again. */
const INVISIBLE = 4;
/** The element's content is hidden, not the element itself. */
const HIDES_CONTENT = 8;
const IN_HIDDEN_CONTENT = 16;
const NEVER_READ = 32;
const MARKED_HIDDEN = 64;
const INERT = 128;

/** Whether an element is hidden, according to markup and style sheets. */
export function isHidden(element: Element): boolean {
  return (bitsOf(element) & (UNDISPLAYED | FOLDED | INVISIBLE | IN_HIDDEN_CONTENT)) !== 0;
}

/** Whether an element has no box. Invisible elements have one. */
export function isNotRendered(element: Element): boolean {
  return (bitsOf(element) & UNDISPLAYED) !== 0;
}

/** Whether an element is in a closed `details` (outside its summary), or in content that is hidden until found. */
export function isFolded(element: Element): boolean {
  return (bitsOf(element) & (FOLDED | IN_HIDDEN_CONTENT)) !== 0;
}

/** Whether an element is hidden from everyone, by axe's rules. */
export function isHiddenForEveryone(element: Element): boolean {
  if (isHtml(element, 'area')) return false;
  return isHidden(element) || (bitsOf(element) & NEVER_READ) !== 0;
}

/** Whether an element is hidden from assistive technology, by axe's rules. */
export function isHiddenFromAccessibility(element: Element): boolean {
  return isHiddenForEveryone(element) || (bitsOf(element) & (MARKED_HIDDEN | INERT)) !== 0;
}

/** Whether an element is inert, so that it can't be focused. */
export function isInert(element: Element): boolean {
  return (bitsOf(element) & INERT) !== 0;
}

/** Marks an element that is not part of the flat tree. */
export function leaveOut(element: Element): void {
  element.visibility = UNDISPLAYED;
}

/** Computes the bits from the nearest known ancestor down, so that each element is visited once. */
function bitsOf(element: Element): number {
  if (element.visibility >= 0) return element.visibility;
  const unknown: Element[] = [];
  let top: Element | null = element;
  for (; top && top.visibility < 0; top = parentOf(top)) unknown.push(top);
  let bits = top ? top.visibility : 0;
  for (const step of unknown.reverse()) {
    bits = ownBits(step, bits);
    step.visibility = bits;
  }
  return bits;
}

function ownBits(element: Element, parentBits: number): number {
  let bits = parentBits & ~HIDES_CONTENT;
  if ((parentBits & HIDES_CONTENT) !== 0) bits |= IN_HIDDEN_CONTENT;
  if (isInClosedDetails(element)) bits |= FOLDED;
  if (isPlain(element)) return bits;
  if (NEVER_READ_NAMES.has(element.tagName)) bits |= NEVER_READ;
  if (isUndisplayed(element)) bits |= UNDISPLAYED;
  if (hidesContent(element)) bits |= HIDES_CONTENT;
  if (attribute(element, 'inert') !== undefined) bits |= INERT;
  if (attribute(element, 'aria-hidden')?.trim().toLowerCase() === 'true') bits |= MARKED_HIDDEN;
  const { visibility } = shownStyle(element);
  if (visibility === 'hidden' || visibility === 'collapse') bits |= isRoot(element) ? 0 : INVISIBLE;
  else if (visibility === 'visible' || visibility === 'initial') bits &= ~INVISIBLE;
  return bits;
}

/** Scripts show a whole page that is hidden by style: against clickjacking, or once it is ready. A page that stays hidden has no
 *  readers.
 *  @see https://cheatsheetseries.owasp.org/cheatsheets/Clickjacking_Defense_Cheat_Sheet.html */
function isRoot(element: Element): boolean {
  return isHtml(element, 'body') || isHtml(element, 'html');
}

/** Whether the element itself has nothing that affects visibility. */
function isPlain({ attrs, style, tagName }: Element): boolean {
  return attrs.length === 0 && style === undefined && !SPECIAL_NAMES.has(tagName);
}

function hidesContent(element: Element): boolean {
  const own = declared(element, 'content-visibility');
  if (own !== undefined) return own === 'hidden';
  return isHiddenAttribute(element) && attribute(element, 'hidden')?.toLowerCase() === 'until-found';
}

function isHiddenAttribute(element: Element): boolean {
  return element.namespaceURI === html.NS.HTML && attribute(element, 'hidden') !== undefined;
}

function isUndisplayed(element: Element): boolean {
  const isHtmlElement = element.namespaceURI === html.NS.HTML;
  if (isHtmlElement && isNeverDisplayed(element)) return true;
  const display = declared(element, 'display');
  if (display !== undefined) return display === 'none' && !isRoot(element);
  if (!isHtmlElement) return false;
  if (isHiddenAttribute(element)) {
    return element.tagName !== 'embed' && attribute(element, 'hidden')?.toLowerCase() !== 'until-found';
  }
  if (UNDISPLAYED_NAMES.has(element.tagName) || attribute(element, 'popover') !== undefined) return true;
  return element.tagName === 'dialog' && attribute(element, 'open') === undefined;
}

/** Elements that no style of the page can show. */
function isNeverDisplayed(element: Element): boolean {
  if (element.tagName === 'input') return attribute(element, 'type')?.toLowerCase() === 'hidden';
  return element.tagName === 'audio' && attribute(element, 'controls') === undefined;
}

/** A closed `details` shows only its first `summary`. */
function isInClosedDetails(element: Element): boolean {
  const details = parentOf(element);
  if (
    details?.tagName !== 'details' ||
    !isHtml(details, 'details') ||
    attribute(details, 'open') !== undefined
  ) {
    return false;
  }
  return !isHtml(element, 'summary') || element !== summaryOf(details);
}

const summaryOf = once((details: Element) =>
  details.childNodes.find((node): node is Element => isElement(node) && isHtml(node, 'summary')),
);
