import fc from 'fast-check';
import { collapsed, collapsedLength } from './titles.js';
import { wordCount, wordsIn } from './words.js';

/** Characters at which words start, continue and end, and those that need a closer look. */
const CHARACTERS = (
  "a|Z|9| |\u00ad|\u200c|-|\n|'|’|_|½|Ⅷ|日|本|ก|é|\u0301|\u0130|Σ|\u00a0|\u2028|\u3000|\ufeff|\ud83d\ude00|" +
  '\ud835\udc00|\ud800'
).split('|');

const texts = fc.oneof(
  fc.string({ unit: fc.constantFrom(...CHARACTERS), maxLength: 20 }),
  fc.string({ unit: 'binary', maxLength: 20 }),
);

describe('wordsIn', () => {
  it('takes words with soft hyphens and joiners for one', () => {
    expect(wordsIn('Kranken\u00adversicherung می\u200cخواهم')).toEqual(['krankenversicherung', 'میخواهم']);
  });
});

describe('wordCount', () => {
  it('is the number of words, whatever the text', () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect({ text, count: wordCount(text) }).toEqual({ text, count: wordsIn(text).length });
      }),
      { numRuns: 3000 },
    );
  });

  it('is the number of words around each character of the basic plane', () => {
    for (let code = 0; code <= 0xffff; code++) {
      const text = `a${String.fromCharCode(code)}b'${String.fromCharCode(code)}9`;
      if (wordCount(text) !== wordsIn(text).length) throw new Error(`U+${code.toString(16)}`);
    }
  });
});

describe('collapsedLength', () => {
  it('is the length of the collapsed text, whatever the text', () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect({ text, length: collapsedLength(text) }).toEqual({ text, length: collapsed(text).length });
      }),
      { numRuns: 3000 },
    );
  });
});
