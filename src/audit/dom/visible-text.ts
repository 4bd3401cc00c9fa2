import { type Dom, type Element, isElement, type Node } from './dom.js';
import { once } from './once.js';
import { isBlock, isTextless, shownChildren } from './inner-text.js';
import { isHidden } from './visibility.js';
import { wordsIn } from './words.js';

/** Enough to tell what a page is about, and whether it says much. */
const MAX_CHARACTERS = 60_000;

/** Text that readers see of a document's body, its white space as in the source. */
export const visibleText = once((dom: Dom): string => {
  const parts: string[] = [];
  const stack: Node[] = dom.body ? [dom.body] : [];
  for (let node = stack.pop(); node; node = stack.pop()) {
    if ('value' in node) parts.push(node.value);
    else if (isElement(node) && isShown(node)) {
      if (isBlock(node)) parts.push('\n');
      stack.push(...shownChildren(node).toReversed());
    }
  }
  return parts.join('');
});

/** Words of the beginning of that text, in lower case. */
export const visibleWords = once((dom: Dom) => wordsIn(visibleText(dom).slice(0, MAX_CHARACTERS)));

function isShown(element: Element): boolean {
  return !isTextless(element) && !isHidden(element);
}
