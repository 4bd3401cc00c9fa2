import { defaultTreeAdapter } from 'parse5';
import { isBoilerplate } from './boilerplate.js';
import { type Dom, type Element, isElement, type Node, pushAll } from './dom.js';
import { once } from './once.js';
import { isTextless, separatesWords, shownChildren } from './inner-text.js';
import { isHidden } from './visibility.js';
import { wordsIn } from './words.js';

/** Enough text to determine the topic of a page. */
const BEGINNING_CHARACTERS = 60_000;
/** White space of HTML has no higher code. */
const SPACE = 0x20;

/** The text between words that markup separates, but no white space. */
const BREAK: Node = defaultTreeAdapter.createTextNode('\n');

/** Parts of the visible text of a document's body. They are joined only as far as needed: parse5 builds strings by
 *  concatenation, and flattening all of them costs as much as parsing. */
const visibleParts = once((dom: Dom): readonly string[] => partsOf(dom, isTextless));

function partsOf({ body }: Dom, isSkipped: (element: Element) => boolean): string[] {
  const parts: string[] = [];
  const stack: Node[] = body ? [body] : [];
  let isWordOpen = false;
  for (let node = stack.pop(); node; node = stack.pop()) {
    if ('value' in node) {
      if (node === BREAK && !isWordOpen) continue;
      parts.push(node.value);
      isWordOpen = !endsInSpace(node.value);
    } else if (isElement(node) && !isHidden(node)) {
      const isSeparate = separatesWords(node);
      if (isSeparate) stack.push(BREAK);
      if (!isSkipped(node)) pushAll(shownChildren(node), stack);
      if (isSeparate) stack.push(BREAK);
    }
  }
  return parts;
}

function endsInSpace(text: string): boolean {
  return text.charCodeAt(text.length - 1) <= SPACE;
}

/** Visible text of a document's body, with the white space of the source, and a line break between words that only markup
 *  separates. */
export const visibleText = once((dom: Dom): string => visibleParts(dom).join(''));

/** Visible text without headers, footers, menus, sidebars and dialogs of the whole page, which pages of one site share: see
 *  {@link isBoilerplate}. */
export function contentText(dom: Dom): string {
  return partsOf(dom, (element) => isTextless(element) || isBoilerplate(element)).join('');
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
