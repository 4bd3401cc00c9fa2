/** Two pages of one site. */
export interface PagePair {
  readonly pages: readonly [html: string, html: string];
  /** Whether they count as near: they differ by at most 1 % of their words. */
  readonly isNear: boolean;
}

/** Whether elements mark the navigation, which is the same on both pages, or it stands amid the content. */
export type Template = 'marked' | 'unmarked';

const SEED = 2002;
const VOCABULARY = 20_000;
const COMMON_WORDS = 60;
const [MIN_WORDS, MAX_WORDS] = [100, 2000];

/** Pairs of pages, half of them near, the same on every run. Words are as frequent as in natural languages. Near pages differ
 *  by one word to 1 % of their words, replaced, added or removed. The others are different texts that share 30–60 % of their
 *  words, in runs, because they are made of one template. */
export function pagePairs(count: number, template: Template): PagePair[] {
  const random = randomFrom(SEED);
  return Array.from({ length: count }, (_, index) => {
    const topic = below(random, VOCABULARY);
    const isNear = index % 2 === 0;
    const pages = isNear ? nearTexts(random, topic) : differentTexts(random, topic);
    const navigation = wordsOf(random, 80, topic).join(' ');
    const inPage = (words: readonly string[]) => pageOf(words.join(' '), navigation, template);
    return { isNear, pages: [inPage(pages[0]), inPage(pages[1])] };
  });
}

function pageOf(text: string, navigation: string, template: Template): string {
  const name = template === 'marked' ? 'nav' : 'div';
  return `<!doctype html><html lang="en"><title>A page</title><body><${name}>${navigation}</${name}><p>${text}</p>`;
}

type Texts = readonly [readonly string[], readonly string[]];

function nearTexts(random: Random, topic: number): Texts {
  const text = wordsOf(random, lengthOf(random), topic);
  const changed = [...text];
  const changes = Math.max(1, Math.floor(random() * 0.01 * text.length));
  for (let change = 0; change < changes; change++) {
    const added = wordsOf(random, below(random, 3), topic).slice(0, 1);
    changed.splice(below(random, changed.length), below(random, 4) === 0 ? 0 : 1, ...added);
  }
  return [text, changed];
}

function differentTexts(random: Random, topic: number): Texts {
  const length = lengthOf(random);
  const shared = wordsOf(random, Math.round(length * (0.3 + 0.3 * random())), topic);
  const middle = below(random, shared.length);
  const own = () => wordsOf(random, length - shared.length, topic);
  const text = () => [...shared.slice(0, middle), ...own(), ...shared.slice(middle)];
  return [text(), text()];
}

function lengthOf(random: Random): number {
  return Math.round(MIN_WORDS * (MAX_WORDS / MIN_WORDS) ** random());
}

/** Words by Zipf's law. The common ones are the same for all texts, a third of the others is that of the topic. */
export function wordsOf(random: Random, count: number, topic: number): string[] {
  return Array.from({ length: count }, () => {
    const rank = Math.floor((VOCABULARY + 1) ** random());
    const isOwn = rank > COMMON_WORDS && rank % 3 === 0;
    return `w${String(isOwn ? rank + topic : rank)}`;
  });
}

/** Returns numbers from 0 to 1, exclusive. */
export type Random = () => number;

function below(random: Random, bound: number): number {
  return Math.floor(random() * bound);
}

/** Mulberry32.
 *  @see https://github.com/cprosche/mulberry32 */
export function randomFrom(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
