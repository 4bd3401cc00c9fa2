import { counted } from '../../../../basics/quantities.js';
import { documentCheck, fail, pass } from '../../check.js';
import { visibleWords } from '../../dom/visible-text.js';

export const contentLength = documentCheck({
  id: 'content_length',
  name: 'Text length',
  category: 'content',
  importance: 'low',
  what: 'The page has at least 300 words (`words`).',
  why: 'A page with few words rarely answers a question. Search engines require no minimum, so this is only a hint.',
  fix: 'Cover the subject of the page completely; merge pages with little content.',
  source: 'https://developers.google.com/search/docs/fundamentals/creating-helpful-content',
  method: 'approximate',
  restsOnStyle: true,
  restsOnContent: true,
  value: { words: 'integer', min_words: 'integer' },
  messages: {
    pass: ({ words }) => `The page has ${counted(words, 'word')}.`,
    too_few_words: ({ words, min_words }) =>
      `The page has only ${counted(words, 'word')}; it should have at least ${min_words.toLocaleString('en')}.`,
  },
  examples: {
    passes: { html: `<p>${'word '.repeat(300)}` },
    fails: { html: '<p>Coming soon.' },
  },
  run({ dom, limits }) {
    const words = visibleWords(dom).length;
    const value = { words, min_words: limits.words };
    return words >= limits.words ? pass(value) : fail('too_few_words', { value });
  },
});
