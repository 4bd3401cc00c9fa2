import { isBoilerplate } from './boilerplate.js';
import { type Dom, type Element, isElement, type Node, pushAll } from './dom.js';
import { once } from './once.js';
import { isBlock, isTextless, shownChildren } from './inner-text.js';
import { isHidden } from './visibility.js';
import { wordsIn } from './words.js';

/** Enough text to determine the topic of a page. */
const BEGINNING_CHARACTERS = 60_000;

/** Parts of the visible text of a document's body. They are joined only as far as needed: parse5 builds strings by
 *  concatenation, and flattening all of them costs as much as parsing. */
const visibleParts = once((dom: Dom): readonly string[] => partsOf(dom, isShown));

function partsOf({ body }: Dom, isRead: (element: Element) => boolean): string[] {
  const parts: string[] = [];
  const stack: Node[] = body ? [body] : [];
  for (let node = stack.pop(); node; node = stack.pop()) {
    if ('value' in node) parts.push(node.value);
    else if (isElement(node) && isRead(node)) {
      if (isBlock(node)) parts.push('\n');
      pushAll(shownChildren(node), stack);
    }
  }
  return parts;
}

/** Visible text of a document's body, with the white space of the source. */
export const visibleText = once((dom: Dom): string => visibleParts(dom).join(''));

/** Visible text without headers, footers, menus, sidebars and dialogs of the whole page, which pages of one site share: see
 *  {@link isBoilerplate}. */
export function contentText(dom: Dom): string {
  return partsOf(dom, (element) => isShown(element) && !isBoilerplate(element)).join('');
}

/** Length of the visible text. */
export function visibleLength(dom: Dom): number {
  return visibleParts(dom).reduce((length, part) => length + part.length, 0);
}

/** Beginning of the visible text. */
export const visibleBeginning = once((dom: Dom): string => {
  let length = 0;
  const count = visibleParts(dom).findIndex((part) => (length += part.length) >= BEGINNING_CHARACTERS);
  const parts = count < 0 ? visibleParts(dom) : visibleParts(dom).slice(0, count + 1);
  return parts.join('').slice(0, BEGINNING_CHARACTERS);
});

/** Words of the beginning of the visible text, in lower case. */
export const visibleWords = once((dom: Dom) => wordsIn(visibleBeginning(dom)));

function isShown(element: Element): boolean {
  return !isTextless(element) && !isHidden(element);
}
