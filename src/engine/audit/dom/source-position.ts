import { type Dom, type Element } from './dom.js';
import { once } from './once.js';

const AFTER_NAME = /[\t\n\f\r />]/;

/** Position of an element's start tag in the source; null for an element that the parser added. */
export function startTagOf(
  source: string,
  { startsAt: start, madeAt, tagName }: Element,
): { start: number; end: number } | null {
  if (start < 0 || source[madeAt] !== '>') return null;
  const afterName = start + 1 + tagName.length;
  const name = source.slice(start + 1, afterName);
  const isIts = name.toLowerCase() === tagName.toLowerCase() && AFTER_NAME.test(source[afterName] ?? '');
  return isIts ? { start, end: madeAt + 1 } : null;
}

/** Characters between cached line numbers. */
const STRIDE = 2048;

interface LineStart {
  /** From 1. */
  readonly line: number;
  /** Offset of its first character. */
  readonly start: number;
}

/** The line at every {@link STRIDE}th character. */
const cachedLines = once(({ source }: Dom): readonly LineStart[] => {
  const noted: LineStart[] = [{ line: 1, start: 0 }];
  for (let offset = STRIDE; offset < source.length; offset += STRIDE) {
    noted.push(lineAt(source, offset, { at: offset - STRIDE, ...(noted.at(-1) ?? { line: 1, start: 0 }) }));
  }
  return noted;
});

/** Line and column of an offset, both from 1. */
export function positionOf(dom: Dom, offset: number): { line: number; column: number } {
  const index = Math.floor(offset / STRIDE);
  const cached = cachedLines(dom)[index] ?? { line: 1, start: 0 };
  const { line, start } = lineAt(dom.source, offset, { at: index * STRIDE, ...cached });
  return { line, column: offset - start + 1 };
}

/** Counts lines from an offset whose line is known. */
function lineAt(source: string, offset: number, from: LineStart & { readonly at: number }): LineStart {
  let { line, start } = from;
  for (let at = from.at; at < offset; at++) {
    const code = source.charCodeAt(at);
    if (code !== 0x0a && code !== 0x0d) continue;
    if (code === 0x0d || source.charCodeAt(at - 1) !== 0x0d) line += 1;
    start = at + 1;
  }
  return { line, start };
}
