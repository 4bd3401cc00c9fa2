import { type Dom, type Element } from './dom.js';

/** No start tag that anybody shows is longer. */
const MAX_TAG_CHARACTERS = 65_536;
const TAG = /<([a-zA-Z][^\t\n\f\r />]*)((?:[^>"'=]|=[\t\n\f\r ]*(?:"[^"]*"|'[^']*'|)|["'])*)>/y;

/** Where an element's start tag stands in the source; null for an element that parsing made up. */
export function startTagOf(
  source: string,
  { madeAt, tagName }: Element,
): { start: number; end: number } | null {
  if (source[madeAt] !== '>') return null;
  const first = Math.max(0, madeAt - MAX_TAG_CHARACTERS);
  for (
    let start = source.lastIndexOf('<', madeAt);
    start >= first && start >= 0;
    start = source.lastIndexOf('<', start - 1)
  ) {
    TAG.lastIndex = start;
    const name = TAG.exec(source)?.[1];
    if (name !== undefined && TAG.lastIndex === madeAt + 1) {
      return name.toLowerCase() === tagName.toLowerCase() ? { start, end: madeAt + 1 } : null;
    }
    if (start === 0) break;
  }
  return null;
}

const lineStarts = new WeakMap<Dom, readonly number[]>();

/** Line and column of an offset, both from 1. */
export function positionOf(dom: Dom, offset: number): { line: number; column: number } {
  const starts = lineStarts.get(dom) ?? lineStartsIn(dom.source);
  lineStarts.set(dom, starts);
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 };
}

function lineStartsIn(source: string): number[] {
  const starts = [0];
  for (const { index, 0: end } of source.matchAll(/\r\n?|\n/g)) starts.push(index + end.length);
  return starts;
}
