/** Scripts without spaces between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const WORD = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:['’][\p{L}\p{M}]+)*/gu;
const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Limit for text without spaces, because segmenting takes about ten microseconds per word. */
const MAX_UNSPACED_CHARACTERS = 4000;

/** Words of a text in lower case, in order.
 *  @see https://www.unicode.org/reports/tr29/#Word_Boundaries */
export function wordsIn(text: string): readonly string[] {
  const runs = text.toLowerCase().match(WORD) ?? [];
  return UNSPACED.test(text) ? segmented(runs) : runs;
}

function segmented(runs: readonly string[]): string[] {
  const words: string[] = [];
  let unspacedCharacters = 0;
  for (const run of runs) {
    if (!UNSPACED.test(run)) {
      words.push(run);
      continue;
    }
    unspacedCharacters += run.length;
    if (unspacedCharacters > MAX_UNSPACED_CHARACTERS) break;
    for (const { segment, isWordLike } of segmenter.segment(run))
      if (isWordLike === true) words.push(segment);
  }
  return words;
}

/** Maximum average number of code units per character. */
const MAX_CLUSTER_LENGTH = 16;

/** Number of user-perceived characters, up to a limit. Only the beginning of a long text is segmented, because the cost
 *  of each step grows with the length of the text.
 *  @see https://www.unicode.org/reports/tr29/#Grapheme_Cluster_Boundaries */
export function graphemeCount(text: string, limit: number): number {
  const clusters = graphemes.segment(text.slice(0, limit * MAX_CLUSTER_LENGTH))[Symbol.iterator]();
  let count = 0;
  while (count < limit && clusters.next().done !== true) count += 1;
  return count;
}
