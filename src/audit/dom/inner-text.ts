import { attribute, descendants, type Element, isElement, isHtml, type Node } from './dom.js';
import { shownStyle } from './shown-style.js';
import { isFolded, isHidden, isNotRendered } from './visibility.js';

const BLOCKS = new Set(
  (
    'address article aside blockquote dd details dialog div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 ' +
    'h6 header hgroup hr legend li main nav ol p pre search section summary table ul tr center dir menu'
  ).split(' '),
);
const BLOCK_DISPLAY = /^(block|flex|grid|flow-root|list-item|table|table-caption|-webkit-box|-webkit-flex)\b/;
const WITHOUT_TEXT = new Set(
  'script style template noscript textarea select option iframe video audio canvas object title'.split(' '),
);

/** What reading texts may still cost, in nodes; 64 characters count like one. Parts of a page that lie in each other
 *  would otherwise be read again for each. */
export interface Effort {
  left: number;
}

/** Reading one text costs this at most, unless told. */
const MAX_EFFORT = 2_000_000;

/** Text as a reader sees it, like the DOM's `innerText`, as far as markup and style sheets tell: hidden text
 *  is left out, white space collapsed, `br` and blocks break lines. An element that is not displayed gives all its
 *  text; one that is invisible or inside a closed `details` gives none. Ends where the effort does.
 *  @see https://html.spec.whatwg.org/multipage/dom.html#the-innertext-idl-attribute */
export function innerText(root: Element, effort: Effort = { left: MAX_EFFORT }): string {
  if (isFolded(root)) return '';
  if (isNotRendered(root)) return wholeText(root, effort);
  if (isHidden(root)) return '';
  let text = '';
  const stack: (Node | 'break')[] = shownChildren(root).toReversed();
  for (let node = stack.pop(); node !== undefined && effort.left > 0; node = stack.pop()) {
    spend(effort, node);
    if (node === 'break') text += '\n';
    else if ('value' in node) text += node.value.replaceAll(/[ \t\n\f\r]+/g, ' ');
    else if (isElement(node)) text += pushChildren(node, stack);
  }
  const lines = text.split('\n').map((line) => trimmed(line, ' ').replaceAll(/ {2,}/g, ' '));
  return trimmed(lines.join('\n'), '\n');
}

/** Text of all text nodes, as far as the effort goes. */
export function wholeText(root: Element, effort: Effort): string {
  let text = '';
  for (const node of descendants(root)) {
    if (effort.left <= 0) break;
    spend(effort, node);
    if (node.nodeName === '#text' && 'value' in node) text += node.value;
  }
  return text;
}

function spend(effort: Effort, node: Node | 'break'): void {
  effort.left -= 1 + (node !== 'break' && 'value' in node ? node.value.length >> 6 : 0);
}

/** Without one character at both ends. A pattern would look through each run in the middle again and again. */
function trimmed(text: string, character: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && text[start] === character) start += 1;
  while (end > start && text[end - 1] === character) end -= 1;
  return text.slice(start, end);
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
  if (element.tagName === 'br') return true;
  const { display } = shownStyle(element);
  if (display === undefined || display.startsWith('revert')) return BLOCKS.has(element.tagName);
  return BLOCK_DISPLAY.test(display);
}

/** Whether the content of an element is no text of the page. */
export function isTextless(element: Element): boolean {
  return WITHOUT_TEXT.has(element.tagName);
}
