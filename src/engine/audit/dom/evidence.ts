import { type Dom, type Element } from './dom.js';
import { withoutMarks } from './render-marks.js';
import { selectorOf } from './selector-of.js';
import { sentPositionOf } from './sent-positions.js';
import { positionOf, startTagOf } from './source-position.js';

/** One location that a finding is about. */
export interface Evidence {
  /** CSS selector that matches this element alone; null: no element. */
  readonly selector: string | null;
  /** Position in the document as it was sent, from 1; null: not in it. */
  readonly line: number | null;
  readonly column: number | null;
  /** Excerpt of at most {@link EXCERPT_CHARACTERS} characters. */
  readonly excerpt: string;
}

const EXCERPT_CHARACTERS = 200;

/** An element whose text is the problem. */
export interface ElementWithText {
  readonly withText: Element;
}

export function withText(element: Element): ElementWithText {
  return { withText: element };
}

/** Evidence for an element: its start tag, as it stands in the source, and its content if the text is the problem. The
 *  positions of a rendered document are those of its elements in the one that was sent. */
export function evidenceOf(dom: Dom, element: Element, { hasText = false } = {}): Evidence {
  const tag = startTagOf(dom.source, element);
  if (!tag)
    return { selector: selectorOf(dom, element), line: null, column: null, excerpt: `<${element.tagName}>` };
  const source = dom.source.slice(tag.start, tag.end + (hasText ? EXCERPT_CHARACTERS * 2 : 0));
  const excerpt = hasText ? throughEndTag(source, element.tagName) : source;
  if (dom.renderMark !== null) {
    const unmarked = withoutMarks(excerpt, dom.renderMark);
    const { line, column } = sentPositionOf(dom, element) ?? { line: null, column: null };
    return { selector: selectorOf(dom, element), line, column, excerpt: shortened(unmarked) };
  }
  const { line, column } = positionOf(dom, tag.start);
  return { selector: selectorOf(dom, element), line, column, excerpt: shortened(excerpt) };
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
  if (text.length <= EXCERPT_CHARACTERS) return text;
  const characters = [...text.slice(0, EXCERPT_CHARACTERS * 2)];
  return characters.length > EXCERPT_CHARACTERS
    ? `${characters.slice(0, EXCERPT_CHARACTERS - 1).join('')}…`
    : characters.join('');
}
