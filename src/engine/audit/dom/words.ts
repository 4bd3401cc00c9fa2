/** Scripts without spaces between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const WORD = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:['’][\p{L}\p{M}]+)*/gu;
/** Soft hyphens and joiners: they belong to the word around them.
 *  @see https://www.unicode.org/reports/tr29/#WB4 */
const INVISIBLE = /[\u00ad\u200c\u200d\u2060]/g;
const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Limit for text without spaces, because segmenting takes about ten microseconds per word. */
const MAX_UNSPACED_CHARACTERS = 4000;

/** Words of a text in lower case, in order.
 *  @see https://www.unicode.org/reports/tr29/#Word_Boundaries */
export function wordsIn(text: string): readonly string[] {
  const runs = wordRuns(text);
  return UNSPACED.test(text) ? segmented(runs) : runs;
}

/** The same, except that runs of scripts without spaces are not segmented: all words of a text of any length. */
export function wordRuns(text: string): readonly string[] {
  return text.toLowerCase().replace(INVISIBLE, '').match(WORD) ?? [];
}

/** Whether a run has characters of scripts without spaces. */
export function isUnspaced(run: string): boolean {
  return UNSPACED.test(run);
}

const LETTER = 1;
const NUMBER = 2;
const MARK = 3;
const APOSTROPHE = 4;
const OTHER = 5;
/** Surrogates, scripts without spaces, invisible characters, and characters that have several lower-case ones. */
const SPECIAL = 6;
/** Kinds of the characters seen so far, by code unit; 0: not seen. */
const kinds = new Uint8Array(0x10000);

/** Number of the words of a text: the length of {@link wordsIn}, without making them. */
export function wordCount(text: string): number {
  let count = 0;
  // Whether the previous character belongs to a word, before or after its apostrophe.
  let isInside = false;
  let isTail = false;
  for (let index = 0; index < text.length; index++) {
    const kind = kindAt(text, index);
    if (kind === SPECIAL) return wordsIn(text).length;
    if (kind === LETTER || kind === NUMBER) {
      const continues = isInside && !(isTail && kind === NUMBER);
      if (!continues) {
        count += 1;
        isInside = true;
        isTail = false;
      }
    } else if (kind === APOSTROPHE && isInside) {
      const next = kindAt(text, index + 1);
      isInside = next === LETTER || next === MARK;
      isTail = true;
    } else if (kind !== MARK) isInside = false;
  }
  return count;
}

function kindAt(text: string, index: number): number {
  const code = text.charCodeAt(index);
  const known = kinds[code] ?? OTHER;
  return known === 0 ? (kinds[code] = kindOf(String.fromCharCode(code))) : known;
}

function kindOf(character: string): number {
  const lower = character.toLowerCase();
  if (character.search(INVISIBLE) === 0) return SPECIAL;
  if (lower.length > 1 || UNSPACED.test(character) || /\p{Surrogate}/u.test(character)) return SPECIAL;
  if (/\p{L}/u.test(lower)) return LETTER;
  if (/\p{N}/u.test(lower)) return NUMBER;
  if (/\p{M}/u.test(lower)) return MARK;
  return /['’]/.test(lower) ? APOSTROPHE : OTHER;
}

function segmented(runs: readonly string[]): string[] {
  const words: string[] = [];
  let unspacedCharacters = 0;
  for (const run of runs) {
    if (!isUnspaced(run)) {
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
