const SLICE_BYTES = 64 * 1024;
const MAX_LINE_CHARACTERS = 2048;
const LESS_THAN_SIGN = 0x3c;
/** Longer white space before the first tag is no longer searched for one. */
const BEGINNING_BYTES = 1024;

/** Whether a sitemap is a plain text instead of XML.
 *  @see https://www.sitemaps.org/protocol.html#otherformats */
export function isText(body: Uint8Array): boolean {
  const beginning = new TextDecoder().decode(body.subarray(0, BEGINNING_BYTES));
  return beginning.trimStart().charCodeAt(0) !== LESS_THAN_SIGN;
}

/** Reads the lines of a text in slices. Only the beginning of a line that is too long for an address is kept.
 *  @param take receives each line, and returns whether to read on */
export function readLines(body: Uint8Array, take: (line: string) => boolean): void {
  const decoder = new TextDecoder();
  let rest = '';
  for (let start = 0; start < body.length; start += SLICE_BYTES) {
    const text = decoder.decode(body.subarray(start, start + SLICE_BYTES), { stream: true });
    const lines = (rest + text).split(/\r\n|\r|\n/);
    rest = (lines.pop() ?? '').slice(0, MAX_LINE_CHARACTERS + 1);
    if (!lines.every((line) => line === '' || take(line.trim()))) return;
  }
  take(rest.trim());
}
