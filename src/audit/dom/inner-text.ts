import { attribute, type Element, isElement, isHtml, type Node, textContent } from './dom.js';
import { isFolded, isHidden, isNotRendered } from './visibility.js';

const BLOCKS = new Set(
  (
    'address article aside blockquote dd details dialog div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 ' +
    'h6 header hgroup hr legend li main nav ol p pre search section summary table ul tr center dir menu'
  ).split(' '),
);
const WITHOUT_TEXT = new Set(
  'script style template noscript textarea select option iframe video audio canvas object title'.split(' '),
);

/** Text as a reader sees it, like the DOM's `innerText`, as far as markup and style attributes tell: hidden text
 *  is left out, white space collapsed, `br` and blocks break lines. An element that is not displayed gives all its
 *  text; one that is invisible or inside a closed `details` gives none.
 *  @see https://html.spec.whatwg.org/multipage/dom.html#the-innertext-idl-attribute */
export function innerText(root: Element): string {
  if (isFolded(root)) return '';
  if (isNotRendered(root)) return textContent(root);
  if (isHidden(root)) return '';
  let text = '';
  const stack: (Node | 'break')[] = shownChildren(root).toReversed();
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (node === 'break') text += '\n';
    else if ('value' in node) text += node.value.replaceAll(/[ \t\n\f\r]+/g, ' ');
    else if (isElement(node)) text += pushChildren(node, stack);
  }
  return text
    .replaceAll(/ *\n */g, '\n')
    .replaceAll(/ {2,}/g, ' ')
    .replaceAll(/^[ \n]+|[ \n]+$/g, '');
}

/** @returns text that stands where the element begins */
function pushChildren(element: Element, stack: (Node | 'break')[]): string {
  if (isHtml(element, 'br')) return '\n';
  if (isTextless(element) || isHidden(element)) return '';
  const isParted = isBlock(element);
  if (isParted) stack.push('break');
  for (const child of shownChildren(element).toReversed()) stack.push(child);
  return isParted ? '\n' : '';
}

/** A closed `details` shows its summary alone. */
export function shownChildren(element: Element): readonly Node[] {
  const isClosed = isHtml(element, 'details') && attribute(element, 'open') === undefined;
  return isClosed ? element.childNodes.filter(isElement) : element.childNodes;
}

/** Whether an element parts what is before it from what is behind it. */
export function isBlock(element: Element): boolean {
  return element.tagName === 'br' || BLOCKS.has(element.tagName);
}

/** Whether the content of an element is no text of the page. */
export function isTextless(element: Element): boolean {
  return WITHOUT_TEXT.has(element.tagName);
}
