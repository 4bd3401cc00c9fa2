import { messageOf } from '../../message.js';
import { findingOn, verdictsOf } from '../verdicts.fixture.js';
import { contentKeywords } from './content-keywords.check.js';

const text = `<p>${'The shoes are blue and the shoes are new. '.repeat(20)}</p>`;

verdictsOf(contentKeywords, [
  ['does not apply to a page with few words', { html: '<title>Shoes</title><p>Shoes.' }, 'not_applicable'],
  ['passes a term in title and heading', { html: `<title>Shoes</title><h1>New SHOES</h1>${text}` }, 'pass'],
  [
    'passes a term in title and description',
    { html: `<title>Shoes</title><meta name="description" content="All shoes.">${text}` },
    'pass',
  ],
  ['fails a term in the title alone', { html: `<title>Shoes</title>${text}` }, 'not_in_title_and_heading'],
  [
    'does not count stop words',
    { html: `<html lang="en"><title>The</title><h1>The</h1>${text}` },
    'not_in_title_and_heading',
  ],
  [
    'does not count single letters of any script',
    {
      html: `<html lang="sr"><title>Вести и спорт</title><h1>Време и саобраћај</h1><p>${'Данас и сутра киша и снег и ветар. '.repeat(20)}`,
    },
    'not_in_title_and_heading',
  ],
  [
    'finds words with soft hyphens',
    {
      html: `<title>Kranken\u00adversicherung</title><h1>Krankenversicherung</h1><p>${'Die Kranken&shy;versicherung zahlt den Arzt. '.repeat(20)}`,
    },
    'pass',
  ],
  ...['nb', 'nn', 'no'].map(
    (lang) =>
      [
        `does not count stop words of ${lang}`,
        {
          html: `<html lang="${lang}"><title>Og</title><h1>Og</h1><p>${'Sko og klær og vesker. '.repeat(30)}`,
        },
        'not_in_title_and_heading',
      ] as const,
  ),
  [
    'does not count stop words of Indonesian',
    {
      html: `<html lang="id"><title>Yang</title><h1>Yang</h1><p>${'Sepatu yang biru dan tas yang baru. '.repeat(30)}`,
    },
    'not_in_title_and_heading',
  ],
  [
    'finds words in a language without spaces',
    { html: `<html lang="ja"><title>靴の店</title><h1>青い靴</h1><p>${'青い靴を買う。'.repeat(30)}</p>` },
    'pass',
  ],
  [
    'ignores text that is not shown',
    { html: `<title>Shoes</title><h1>Shoes</h1><div hidden>${text}</div>` },
    'not_applicable',
  ],
]);

it.each([
  [
    { html: `<title>Shoes</title><h1>New SHOES</h1>${text}` },
    'The title, and the description or main heading, contain 1 frequent term of the text (“shoes”).',
  ],
  [
    { html: `<html lang="en"><title>Hello</title>${text}` },
    'No frequent term of the text (“shoes”, “blue” and “new”) occurs both in the title and in the description or main heading.',
  ],
])('quotes the terms', (page, message) => {
  expect(messageOf(findingOn(contentKeywords, page))).toBe(message);
});
