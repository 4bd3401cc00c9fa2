import { type VisibilityStyle } from '../css/visibility-style.js';
import { noteInHead } from './browsers-head.js';
import { type Dom, type Element } from './dom.js';

/** By letter of `rendering/page-scripts/collect.js`. */
const STYLES: Readonly<Record<string, VisibilityStyle>> = {
  n: { display: 'none' },
  s: { display: 'block' },
  h: { visibility: 'hidden' },
  v: { visibility: 'visible' },
  c: { 'content-visibility': 'hidden' },
  b: { display: 'block' },
  x: { display: 'inline-block' },
  t: { display: 'inline' },
};
const UNMARKED: VisibilityStyle = {};
const LISTENS: Readonly<Record<string, boolean>> = { l: true, q: false };
const PLACED = 'p';
const IN_HEAD = 'i';
const listening = new WeakMap<Element, boolean>();
const placed = new WeakSet<Element>();

/** Whether a browser found event listeners on a link or around it; undefined: it was not asked. */
export function listensInBrowser(link: Element): boolean | undefined {
  return listening.get(link);
}

/** Whether a browser knew the place of an image before the image was there. */
export function isPlacedInBrowser(image: Element): boolean {
  return placed.has(image);
}

/** Gives the elements of a rendered document the styles that a browser computed, and removes its marks. */
export function applyRenderMarks(dom: Dom, mark: string): void {
  for (const element of dom.elements) {
    const marks = element.attrs.find(({ name }) => name === mark)?.value ?? '';
    if (marks !== '') element.attrs = element.attrs.filter(({ name }) => name !== mark);
    // The element's own attributes no longer count.
    element.style = marks === '' ? UNMARKED : styleOf(marks);
    const listens = LISTENS[marks.slice(-1)];
    if (listens !== undefined) listening.set(element, listens);
    if (marks.includes(PLACED)) placed.add(element);
    if (marks.includes(IN_HEAD)) noteInHead(element);
  }
}

function styleOf(marks: string): VisibilityStyle {
  let style: VisibilityStyle = {};
  for (const letter of marks) style = { ...style, ...STYLES[letter] };
  return style;
}

/** @param source of a rendered document, or a part of it */
export function withoutMarks(source: string, mark: string): string {
  return source.replaceAll(new RegExp(` ${mark}="[a-z]*"`, 'g'), '');
}
