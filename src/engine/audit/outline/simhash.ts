import { isUnspaced } from '../dom/words.js';

const { imul } = Math;

/** Fewer words make too few shingles. */
const MIN_WORDS = 20;
/** Words per shingle. */
const WIDTH = 3;
/** Of both hashes together. */
const BITS = 128;
const WORD_BITS = 32;
const WORD_DIGITS = 8;
/** Of the 64 bits of a hash. */
const MAX_DISTANCE = 3;

/** Two independent similarity hashes of a text: the more shingles (three words in a row) two texts share, the fewer of the
 *  64 bits of each differ. Texts are near at 3 bits or fewer (Manku, Jain, Das Sarma 2007), by either hash: one alone misses
 *  2 % of near pages that differ in 1 % of their words.
 *
 *  Charikar (2002) describes two such hashes. This is the one bit of min-wise hashing (lemma 2): each bit is taken from the
 *  shingle that is the least by a function of its own. On average, (1 - J) / 2 of the bits differ, where J is the number of
 *  shingles in both texts divided by that in either. The other one, signs of random projections, differs by the square root
 *  of the change: of the near pages in `labeled-pages.fixture.ts`, it misses 40 %; neither takes different pages for near ones.
 *
 *  How often a shingle occurs does not count, so that what a template repeats for each item of a list counts once.
 *  @param runs see {@link wordRuns}; in scripts without spaces, each character is a word
 *  @returns 32 hexadecimal digits, 16 for each; null for fewer than 20 words
 *  @see https://doi.org/10.1145/509907.509965
 *  @see https://doi.org/10.1145/1242572.1242592 */
export function simhashOf(runs: readonly string[]): string | null {
  const words = wordHashes(runs);
  if (words.length < MIN_WORDS) return null;
  const winners = leastShingles(words);
  const hashes = new Int32Array(BITS / WORD_BITS);
  for (const [index, winner] of winners.entries()) {
    const part = Math.floor(index / WORD_BITS);
    // Mixed again, the bits are independent of the order of the functions.
    hashes[part] = (hashes[part] ?? 0) | (mixed(~winner ^ imul(part, PRIME)) & (1 << (index % WORD_BITS)));
  }
  return [...hashes].map(hex).join('');
}

/** A result of {@link simhashOf} as four words, to compare many of them.
 *  @param simhash 32 hexadecimal digits */
export function simhashWords(simhash: string): Int32Array {
  return Int32Array.from({ length: BITS / WORD_BITS }, (_, at) =>
    Number.parseInt(simhash.slice(at * WORD_DIGITS, (at + 1) * WORD_DIGITS), 16),
  );
}

/** Whether two texts are near by either of their hashes.
 *  @param a result of {@link simhashWords} */
export function areNear(a: Int32Array, b: Int32Array): boolean {
  return (
    differing(a, b, 0) + differing(a, b, 1) <= MAX_DISTANCE ||
    differing(a, b, 2) + differing(a, b, 3) <= MAX_DISTANCE
  );
}

function differing(a: Int32Array, b: Int32Array, at: number): number {
  return bitCount((a[at] ?? 0) ^ (b[at] ?? 0));
}

/** Number of bits in which two hashes differ: 0 to 64.
 *  @param a 16 hexadecimal digits; more are ignored */
export function hammingDistance(a: string, b: string): number {
  return (
    bitCount(parseInt(a.slice(0, 8), 16) ^ parseInt(b.slice(0, 8), 16)) +
    bitCount(parseInt(a.slice(8, 16), 16) ^ parseInt(b.slice(8, 16), 16))
  );
}

/** Linear functions, by multiplier and summand, which order well mixed hashes as random permutations do. */
const MULTIPLIERS = Int32Array.from({ length: BITS }, (_, index) => mixed(index + 1) | 1);
const SUMMANDS = Int32Array.from({ length: BITS }, (_, index) => mixed(~index));

/** For each function, the hash of the shingle for which it is the least. */
function leastShingles(words: readonly number[]): Int32Array {
  const least = new Uint32Array(BITS).fill(0xffffffff);
  const winners = new Int32Array(BITS);
  for (let start = 0; start + WIDTH <= words.length; start++) {
    const shingle = shingleAt(words, start);
    for (let index = 0; index < BITS; index++) {
      const value = (imul(shingle, MULTIPLIERS[index] ?? 0) + (SUMMANDS[index] ?? 0)) >>> 0;
      if (value >= (least[index] ?? 0)) continue;
      least[index] = value;
      winners[index] = shingle;
    }
  }
  return winners;
}

function shingleAt(words: readonly number[], start: number): number {
  let hash = 0;
  for (let index = start; index < start + WIDTH; index++) {
    hash = mixed(imul(hash, PRIME) + (words[index] ?? 0));
  }
  return hash;
}

function wordHashes(runs: readonly string[]): number[] {
  const hashes: number[] = [];
  for (const run of runs) {
    if (isUnspaced(run)) for (const character of run) hashes.push(hashOf(character));
    else hashes.push(hashOf(run));
  }
  return hashes;
}

const OFFSET = 0x811c9dc5;
const PRIME = 0x01000193;

/** FNV-1a over code units.
 *  @see http://www.isthe.com/chongo/tech/comp/fnv/ */
function hashOf(word: string): number {
  let hash = OFFSET;
  for (let index = 0; index < word.length; index++) hash = imul(hash ^ word.charCodeAt(index), PRIME);
  return mixed(hash);
}

/** Finalizer of MurmurHash3: each bit of the input changes each bit of the output with a probability of about a half.
 *  @see https://github.com/aappleby/smhasher/wiki/MurmurHash3 */
function mixed(hash: number): number {
  let bits = hash ^ (hash >>> 16);
  bits = imul(bits, 0x85ebca6b);
  bits ^= bits >>> 13;
  bits = imul(bits, 0xc2b2ae35);
  return bits ^ (bits >>> 16);
}

/** By adding neighbors in parallel, which takes no longer for many ones. */
function bitCount(bits: number): number {
  const pairs = bits - ((bits >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

function hex(bits: number): string {
  return (bits >>> 0).toString(16).padStart(8, '0');
}
