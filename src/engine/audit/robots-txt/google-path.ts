import { byteString } from './byte-string.js';

/** Path and query of a URL as a byte string, as Google compares them with rules: neither escaped nor normalized. The URL
 *  may lack its scheme, host or path.
 *  @see https://github.com/google/robotstxt/blob/master/robots.cc */
export function googlePathOf(url: string): string {
  const bytes = byteString(url);
  const start = bytes.startsWith('//') ? 2 : 0;
  const path = pathStart(bytes, hostStart(bytes, start));
  const hash = bytes.indexOf('#');
  if (path < 0 || (hash >= 0 && hash < path)) return '/';
  const text = bytes.slice(path, hash < 0 ? undefined : hash);
  // Google's parser uses C strings, which end at a NUL.
  const [sent = ''] = text.split('\0', 1);
  return sent.startsWith('/') ? sent : `/${sent}`;
}

/** A `://` after the start of the path belongs to the path. */
function hostStart(bytes: string, start: number): number {
  const scheme = bytes.indexOf('://', start);
  const path = pathStart(bytes, start);
  return scheme < 0 || (path >= 0 && path < scheme) ? start : scheme + 3;
}

function pathStart(bytes: string, from: number): number {
  const found = bytes.slice(from).search(/[/?;]/);
  return found < 0 ? -1 : from + found;
}

/** The pattern of a rule as Google compares it: escapes in upper case, non-ASCII bytes escaped.
 *  @param value byte string */
export function googlePattern(value: string): string {
  return value.replaceAll(/%[0-9a-fA-F]{2}|[\x80-\xff]/g, (part) =>
    part.length > 1 ? part.toUpperCase() : `%${part.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
