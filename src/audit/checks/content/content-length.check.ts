import { type DocumentCheck, fail, pass } from '../../check.js';
import { visibleWords } from '../../dom/visible-text.js';

export const contentLength: DocumentCheck = {
  id: 'content_length',
  name: 'Length of the text',
  category: 'content',
  importance: 'low',
  what: 'The page has at least 300 words (`words`).',
  why: 'A page of few words seldom answers a question. Search engines ask for no number; this is a hint to look.',
  fix: 'Say what readers come for in full; join thin pages into one.',
  source: 'https://developers.google.com/search/docs/fundamentals/creating-helpful-content',
  method: 'approximate',
  restsOnStyle: true,
  examples: {
    passes: { html: `<p>${'word '.repeat(300)}` },
    fails: { html: '<p>Coming soon.' },
  },
  run({ dom, limits }) {
    const words = visibleWords(dom).length;
    return words >= limits.words ? pass(words) : fail('too_few_words', { value: words });
  },
};
