import { type DocumentCheck, fail, pass } from '../../check.js';
import { visibleWords } from '../../dom/visible-text.js';

export const contentLength: DocumentCheck = {
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
  examples: {
    passes: { html: `<p>${'word '.repeat(300)}` },
    fails: { html: '<p>Coming soon.' },
  },
  run({ dom, limits }) {
    const words = visibleWords(dom).length;
    return words >= limits.words ? pass(words) : fail('too_few_words', { value: words });
  },
};
