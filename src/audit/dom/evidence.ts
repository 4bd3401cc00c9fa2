import { attribute, type Dom, type Element, isElement, type Node } from './dom.js';
import { ownParentOf, ownSiblingsOf } from './shadow-roots.js';
import { withoutMarks } from './render-marks.js';
import { positionOf, startTagOf } from './source-position.js';

/** One location that a finding is about. */
export interface Evidence {
  /** CSS selector of the element; null: no element. */
  readonly selector: string | null;
  /** Position in the document's source, from 1; null: not in the source. */
  readonly line: number | null;
  readonly column: number | null;
  /** Excerpt of at most {@link EXCERPT_CHARACTERS} characters. */
  readonly excerpt: string;
}

const EXCERPT_CHARACTERS = 200;
const MAX_STEPS = 6;

/** An element whose text is the problem. */
export interface ElementWithText {
  readonly withText: Element;
}

export function withText(element: Element): ElementWithText {
  return { withText: element };
}

/** Evidence for an element: its start tag, as it stands in the source, and its content if the text is the problem. A
 *  rendered document has no source that its owner could open, so that there are no positions. */
export function evidenceOf(dom: Dom, element: Element, { hasText = false } = {}): Evidence {
  const tag = startTagOf(dom.source, element);
  if (!tag)
    return { selector: selectorOf(element), line: null, column: null, excerpt: `<${element.tagName}>` };
  const source = dom.source.slice(tag.start, tag.end + (hasText ? EXCERPT_CHARACTERS * 2 : 0));
  const excerpt = hasText ? throughEndTag(source, element.tagName) : source;
  if (dom.renderMark !== null) {
    const unmarked = withoutMarks(excerpt, dom.renderMark);
    return { selector: selectorOf(element), line: null, column: null, excerpt: shortened(unmarked) };
  }
  return { selector: selectorOf(element), ...positionOf(dom, tag.start), excerpt: shortened(excerpt) };
}

function throughEndTag(source: string, name: string): string {
  const end = source.toLowerCase().indexOf(`</${name}>`);
  return end === -1 ? source : source.slice(0, end + `</${name}>`.length);
}

/** Evidence other than an element: a header, or a line of robots.txt. */
export function textEvidence(excerpt: string, line: number | null = null): Evidence {
  return { selector: null, line, column: line === null ? null : 1, excerpt: shortened(excerpt) };
}

export function shortened(text: string): string {
  const characters = [...text.slice(0, EXCERPT_CHARACTERS * 2)];
  return characters.length > EXCERPT_CHARACTERS
    ? `${characters.slice(0, EXCERPT_CHARACTERS - 1).join('')}…`
    : characters.join('');
}

/** Selector from the nearest ancestor with an id, or with at most {@link MAX_STEPS} steps. */
function selectorOf(element: Element): string {
  const steps: string[] = [];
  for (let current: Element | null = element; current; current = ownParentOf(current)) {
    const id = attribute(current, 'id');
    if (id !== undefined && /^[A-Za-z][\w-]{0,63}$/.test(id)) {
      steps.unshift(`#${id}`);
      break;
    }
    steps.unshift(stepOf(current));
    if (steps.length === MAX_STEPS || current.tagName === 'body' || current.tagName === 'head') break;
  }
  return steps.join(' > ');
}

function stepOf(element: Element): string {
  const name = /^[a-z][a-z0-9-]{0,63}$/.test(element.tagName) ? element.tagName : '*';
  if (!element.parentNode || name === '*' || ['html', 'head', 'body'].includes(name)) return name;
  if (element.nth === 0) numberElements(ownSiblingsOf(element));
  return element.nth > 0 ? `${name}:nth-of-type(${String(element.nth)})` : name;
}

/** Numbers all siblings at once, since many of them may be evidence. */
function numberElements(siblings: readonly Node[]): void {
  const counts = new Map<string, number>();
  for (const node of siblings) {
    if (!isElement(node)) continue;
    node.nth = (counts.get(node.tagName) ?? 0) + 1;
    counts.set(node.tagName, node.nth);
  }
  for (const node of siblings) if (isElement(node) && counts.get(node.tagName) === 1) node.nth = -1;
}
