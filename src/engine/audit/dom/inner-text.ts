import { BLOCK_ELEMENTS } from './block-elements.js';
import { attribute, descendants, type Element, isElement, isHtml, type Node } from './dom.js';
import { declared } from './shown-style.js';
import { isFolded, isHidden, isNotRendered } from './visibility.js';

const BLOCKS = new Set(BLOCK_ELEMENTS);
const BLOCK_DISPLAY = /^(block|flex|grid|flow-root|list-item|table|table-caption|-webkit-box|-webkit-flex)\b/;
/** Elements that make boxes within a line or a row. */
const BOXES = new Set(
  'audio button canvas caption embed iframe img input meter object progress select svg td text textarea th video'.split(
    ' ',
  ),
);
const BOX_DISPLAY = /^((-webkit-)?inline-|inline (flow-root|flex|grid|table)$|table-)/;
const WITHOUT_TEXT = new Set(
  (
    'script style template noscript textarea select option iframe video audio canvas object title desc metadata ' +
    'annotation annotation-xml'
  ).split(' '),
);

/** Remaining budget for reading text, in nodes; 64 characters count as one node. It limits the cost of nested elements,
 *  whose text is read once for each of them. */
export interface Effort {
  left: number;
}

/** Default budget for one text. */
const MAX_EFFORT = 2_000_000;

/** Visible text, like the DOM's `innerText`, according to markup and style sheets: without hidden text, with collapsed
 *  white space, and with line breaks for `br` and blocks. For an element that is not rendered, returns all its text; for
 *  an invisible one, or one inside a closed `details`, none. Stops when the budget is used up.
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

/** Text of all text nodes, until the budget is used up. */
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

/** Trims a character at both ends. A regular expression would take quadratic time for long runs in the middle. */
function trimmed(text: string, character: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && text[start] === character) start += 1;
  while (end > start && text[end - 1] === character) end -= 1;
  return text.slice(start, end);
}

/** @returns the line break before the element, if any */
function pushChildren(element: Element, stack: (Node | 'break')[]): string {
  if (isHtml(element, 'br')) return '\n';
  if (isTextless(element) || isHidden(element)) return '';
  const breaksLines = isBlock(element);
  if (breaksLines) stack.push('break');
  for (const child of shownChildren(element).toReversed()) stack.push(child);
  return breaksLines ? '\n' : '';
}

/** Child nodes; of a closed `details`, only elements, whose visibility tells the summary from the rest. */
export function shownChildren(element: Element): readonly Node[] {
  const isClosed = isHtml(element, 'details') && attribute(element, 'open') === undefined;
  return isClosed ? element.childNodes.filter(isElement) : element.childNodes;
}

/** Whether an element starts and ends a line. */
function isBlock(element: Element): boolean {
  if (element.tagName === 'br') return true;
  const display = declared(element, 'display');
  return display === undefined ? BLOCKS.has(element.tagName) : BLOCK_DISPLAY.test(display);
}

/** Whether no word continues from before an element into it, or from it to what follows: it is a block, or a box like a
 *  table cell, a button or an image. */
export function separatesWords(element: Element): boolean {
  const { tagName } = element;
  if (tagName === 'br' || BOXES.has(tagName)) return true;
  const display = declared(element, 'display');
  if (display === undefined) return BLOCKS.has(tagName);
  return BLOCK_DISPLAY.test(display) || BOX_DISPLAY.test(display);
}

/** Whether the content of an element is not text of the page. */
export function isTextless(element: Element): boolean {
  return WITHOUT_TEXT.has(element.tagName);
}
