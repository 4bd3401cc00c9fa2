import { upperEscapes } from '../audit/robots-txt/escapes.js';

/** A run of digits, or a name that stands for one. */
const NUMBER = '#';
/** The name of a page. */
const PAGE = '$';
/** Segments that stand for those before them. */
const REPEATED = '*';

const UUID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;
/** Escapes are kept: their digits are parts of letters. */
const ESCAPE_OR_WORD = /%[0-9a-f]{2}|[0-9a-z]+/gi;
/** Eight are enough for a digest, and no word has a digit among them. */
const LONG_HEX = /^(?=.*\d)[0-9a-f]{8,}$/i;
const PATH_PARAMETER = /;([^;=]*)=[^;]*/g;

/** The host, path and query of an address with their varying parts replaced, so that the pages of a crawler trap have one
 *  shape: runs of digits, UUIDs and hexadecimal numbers of at least 8 digits become `#`, values of parameters are dropped
 *  and their names sorted, and segments that occurred before in the path become `*`. Words are kept, so articles have
 *  different shapes.
 *  @param address result of `pageAddress`
 *  @returns for example `example.com/archive/#/*?page&session` */
export function pathShape(address: string): string {
  const { host, pathname, search } = new URL(address);
  const segments = pathname.slice(1).split('/').map(segmentShape);
  const names = search.slice(1).split('&').map(parameterShape);
  const query = [...new Set(names)].filter((name) => name !== '').sort();
  return `${host}/${withoutRepeated(segments).join('/')}${query.length > 0 ? `?${query.join('&')}` : ''}`;
}

/** The shape of an address, without the name of the page in its folder: pages of one folder and with the same parameters have
 *  the same.
 *  @returns for example `example.com/blog/$` */
export function folderShape(address: string): string {
  const [path = '', ...query] = pathShape(address).split('?');
  return [path.replace(/(?<=\/)[^/]+\/?$/, PAGE), ...query].join('?');
}

function segmentShape(segment: string): string {
  return wordsShape(segment.replace(PATH_PARAMETER, ';$1'));
}

function parameterShape(parameter: string): string {
  return wordsShape(parameter.split('=', 1)[0] ?? '');
}

function wordsShape(text: string): string {
  return upperEscapes(text)
    .replace(UUID, NUMBER)
    .replace(ESCAPE_OR_WORD, (part) => (part.startsWith('%') ? part : wordShape(part)));
}

function wordShape(word: string): string {
  return LONG_HEX.test(word) ? NUMBER : word.replace(/\d+/g, NUMBER);
}

/** Replaces each run of segments that occurred before by one sign, so that a loop has one shape at every depth. */
function withoutRepeated(segments: readonly string[]): string[] {
  const seen = new Set<string>();
  const kept: string[] = [];
  for (const segment of segments) {
    if (!seen.has(segment)) kept.push(segment);
    else if (kept.at(-1) !== REPEATED) kept.push(REPEATED);
    seen.add(segment);
  }
  return kept;
}
