import { byteString } from './byte-string.js';

/** A line of a robots.txt with a name and a value, both byte strings. */
export interface GoogleLine {
  /** From 1. */
  readonly number: number;
  readonly name: 'user-agent' | 'allow' | 'disallow' | 'sitemap' | 'crawl-delay' | 'other';
  readonly value: string;
}

/** Google's limits for a file and for a line.
 *  @see https://developers.google.com/crawling/docs/robots-txt/robots-txt-spec#file-format
 *  @see https://github.com/google/robotstxt/blob/master/robots.cc */
const MAX_FILE_BYTES = 500 * 1024;
const MAX_LINE_BYTES = 2083 * 8 - 1;

/** Names match by prefix. Some are common misspellings. Google ignores `Crawl-delay`, which other robots obey. */
const NAMES: readonly (readonly [prefix: string, name: GoogleLine['name']])[] = [
  ['user-agent', 'user-agent'],
  ['useragent', 'user-agent'],
  ['user agent', 'user-agent'],
  ['allow', 'allow'],
  ['disallow', 'disallow'],
  ['dissallow', 'disallow'],
  ['dissalow', 'disallow'],
  ['disalow', 'disallow'],
  ['diasllow', 'disallow'],
  ['disallaw', 'disallow'],
  ['sitemap', 'sitemap'],
  ['site-map', 'sitemap'],
  ['crawl-delay', 'crawl-delay'],
];

/** Parses the lines of a robots.txt that have a name and a value, as Google does. A byte order mark is skipped even if
 *  it is incomplete. */
export function googleLinesOf(file: string | Uint8Array): GoogleLine[] {
  const bytes = byteString(file.slice(0, MAX_FILE_BYTES))
    .slice(0, MAX_FILE_BYTES)
    .replace(/^\xef(\xbb\xbf?)?/, '');
  return bytes.split(/\r\n|\r|\n/).flatMap((raw, index) => {
    const pair = pairOf(raw.slice(0, MAX_LINE_BYTES));
    if (!pair) return [];
    const key = pair.key.toLowerCase();
    const name = NAMES.find(([prefix]) => key.startsWith(prefix))?.[1] ?? 'other';
    return [{ number: index + 1, name, value: pair.value }];
  });
}

/** A NUL or a `#` ends the line. A line without a colon counts if it is exactly two words. */
function pairOf(raw: string): { key: string; value: string } | null {
  const content = trimmed(raw.split(/[\0#]/, 1)[0] ?? '');
  const colon = content.indexOf(':');
  const separator = colon < 0 ? content.search(/[ \t]/) : colon;
  if (separator < 0) return null;
  const key = trimmed(content.slice(0, separator));
  const value = trimmed(content.slice(separator + 1));
  if (key === '') return null;
  return colon < 0 && !isOneWord(content.slice(separator)) ? null : { key, value };
}

/** Whether a text is whitespace and then one word. */
function isOneWord(text: string): boolean {
  return /^[ \t]+[^ \t]+$/.test(text);
}

/** Trims ASCII whitespace. `String.trim` would also remove bytes of other characters. */
function trimmed(bytes: string): string {
  let start = 0;
  let end = bytes.length;
  while (start < end && isWhitespace(bytes.charCodeAt(start))) start += 1;
  while (end > start && isWhitespace(bytes.charCodeAt(end - 1))) end -= 1;
  return bytes.slice(start, end);
}

/** Tab, line feed, vertical tab, form feed, carriage return, space. */
function isWhitespace(code: number): boolean {
  return code === 0x20 || (code >= 0x09 && code <= 0x0d);
}
