import { byteString } from '../audit/robots-txt/byte-string.js';
import { googlePattern } from '../audit/robots-txt/google-path.js';

/** Matches the whole path and query of an address. `*` is any text, also none; everything else is literal. As in
 *  robots.txt, the case of escapes doesn't matter, and `ü` is the same as `%C3%BC`. Each literal part is searched for
 *  once, so many wildcards cost no more than few. */
export class AddressPattern {
  private readonly first: string;
  private readonly parts: readonly string[];
  private readonly last: string | undefined;

  constructor(pattern: string) {
    const [first = '', ...parts] = escaped(pattern).split('*');
    this.last = parts.pop();
    [this.first, this.parts] = [first, parts];
  }

  /** @param path result of {@link pathToMatch} */
  matches(path: string): boolean {
    const { first, parts, last } = this;
    if (last === undefined) return path === first;
    if (!path.startsWith(first)) return false;
    const end = positionAfter(path, parts, first.length);
    return end !== null && path.length - last.length >= end && path.endsWith(last);
  }
}

/** Path and query of an address, as patterns are compared with them.
 *  @param address result of `pageAddress` */
export function pathToMatch(address: string): string {
  const { pathname, search } = new URL(address);
  return escaped(pathname + search);
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
