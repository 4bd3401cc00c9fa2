import { type DocumentCheck, fail, pass } from '../../check.js';
import { visibleText } from '../../dom/visible-text.js';
import { wordsIn } from '../../dom/words.js';

const MIN_WORDS = 300;
/** Enough to hold far more than the words asked for. */
const MAX_CHARACTERS = 100_000;

export const contentLength: DocumentCheck = {
  id: 'content_length',
  category: 'content',
  importance: 'low',
  what: 'The page has at least 300 words.',
  why: 'A page of few words seldom answers a question. Search engines ask for no number; this is a hint to look.',
  fix: 'Say what readers come for in full; join thin pages into one.',
  source: 'https://developers.google.com/search/docs/fundamentals/creating-helpful-content',
  method: 'approximate',
  examples: {
    passes: { html: `<p>${'word '.repeat(300)}` },
    fails: { html: '<p>Coming soon.' },
  },
  run({ dom }) {
    const words = wordsIn(visibleText(dom).slice(0, MAX_CHARACTERS)).length;
    return words >= MIN_WORDS ? pass(words) : fail('too_few_words', { value: words });
  },
};
