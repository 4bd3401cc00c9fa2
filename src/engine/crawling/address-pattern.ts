import { byteString } from '../audit/robots-txt/byte-string.js';
import { googlePattern } from '../audit/robots-txt/google-path.js';

/** Whether a pattern matches the whole path and query of an address. `*` is any text, also none; everything else is
 *  literal. As in robots.txt, the case of escapes doesn't matter, and `ü` is the same as `%C3%BC`. Each literal part is
 *  searched for once, so many wildcards cost no more than few.
 *  @param address result of `pageAddress` */
export function matchesPattern(pattern: string, address: string): boolean {
  const { pathname, search } = new URL(address);
  const path = escaped(pathname + search);
  const [first = '', ...parts] = escaped(pattern).split('*');
  const last = parts.pop();
  if (last === undefined) return path === first;
  if (!path.startsWith(first)) return false;
  const end = positionAfter(path, parts, first.length);
  return end !== null && path.length - last.length >= end && path.endsWith(last);
}

/** Position after the first occurrence of all parts, in order; null if one is missing. */
function positionAfter(path: string, parts: readonly string[], from: number): number | null {
  let position = from;
  for (const part of parts) {
    const found = path.indexOf(part, position);
    if (found < 0) return null;
    position = found + part.length;
  }
  return position;
}

function escaped(text: string): string {
  return googlePattern(byteString(text));
}
