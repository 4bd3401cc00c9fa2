import { matchesMedia } from '../audit/css/media-query.js';
import { DESKTOP_WIDTH } from '../audit/css/layout-width.js';
import { Phone, PHONE_WIDTH } from '../audit/css/phone.js';
import { fetchable } from '../audit/dom/resources.js';

/** Screen widths that pages lay out for: the phone's, or the desktop's without a viewport. */
export const PHONES = [new Phone(PHONE_WIDTH), new Phone(DESKTOP_WIDTH)];
/** Occurrences to examine, and characters around each that may belong to its tag. */
const MAX_OCCURRENCES = 200;
const MAX_TAG_CHARACTERS = 4000;
const ATTRIBUTE = /[\s"'/]([a-z-]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/gi;
const IMPORT = /^@import\s+(?:url\(\s*)?["']?([^"')\s;]+)/;

/** URLs of style sheets in a document, found before it is parsed, like a browser's preload scanner does. The result may
 *  contain unneeded ones and miss others; the parsed document decides.
 *  @see https://web.dev/articles/preload-scanner */
export function namedStyleSheets({
  url,
  body,
}: {
  readonly url: string;
  readonly body: Uint8Array;
}): Set<string> {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.length);
  const base = baseIn(bytes, url);
  const addresses = new Set<string>();
  for (const tag of tagsAround(bytes, 'stylesheet')) {
    const address = styleSheetIn(tag);
    const resolved = address === null ? null : fetchable(address, base);
    if (resolved !== null) addresses.add(resolved);
  }
  for (const [text, at] of piecesAt(bytes, '@import')) {
    const [, address = null] = IMPORT.exec(text.slice(at)) ?? [];
    const resolved = address === null ? null : fetchable(address, base);
    if (resolved !== null) addresses.add(resolved);
  }
  return addresses;
}

function baseIn(bytes: Buffer, url: string): string {
  const [tag] = tagsAround(bytes, '<base');
  const href = tag === undefined ? undefined : attributesOf(tag).get('href');
  return (href === undefined ? null : fetchable(href, url)) ?? url;
}

/** @returns null if the tag has no style sheet for a phone */
function styleSheetIn(tag: string): string | null {
  if (!/^<link\b/i.test(tag)) return null;
  const attributes = attributesOf(tag);
  const onLoad = attributes.get('onload') ?? '';
  const isForScripts = /(rel|media)\s*=/.test(onLoad);
  if (/\balternate\b/i.test(attributes.get('rel') ?? '') || attributes.has('disabled')) return null;
  const isWanted = PHONES.some((phone) => matchesMedia(attributes.get('media') ?? '', phone));
  if (!isForScripts && !isWanted) return null;
  return attributes.get('href') ?? null;
}

function attributesOf(tag: string): Map<string, string> {
  const attributes = new Map<string, string>();
  for (const [, name = '', double, single, bare = ''] of tag.matchAll(ATTRIBUTE)) {
    const key = name.toLowerCase();
    if (!attributes.has(key)) attributes.set(key, (double ?? single ?? bare).replaceAll('&amp;', '&'));
  }
  return attributes;
}

/** Tags that contain a word. */
function* tagsAround(bytes: Buffer, word: string): Generator<string> {
  for (const [text, at] of piecesAt(bytes, word)) {
    const start = text.lastIndexOf('<', at);
    const end = text.indexOf('>', at);
    if (start >= 0) yield text.slice(start, end < 0 ? undefined : end + 1);
  }
}

/** The text around each occurrence of a word, and the position of the word in it. */
function* piecesAt(bytes: Buffer, word: string): Generator<readonly [text: string, at: number]> {
  let found = bytes.indexOf(word);
  for (let count = 0; found >= 0 && count < MAX_OCCURRENCES; count++) {
    const before = bytes.toString('utf8', Math.max(0, found - MAX_TAG_CHARACTERS), found);
    yield [before + bytes.toString('utf8', found, found + MAX_TAG_CHARACTERS), before.length];
    found = bytes.indexOf(word, found + word.length);
  }
}
