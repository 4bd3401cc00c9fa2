import { messageOf } from '../../message.js';
import { findingOn, verdictsOf } from '../verdicts.fixture.js';
import { linkText } from './link-text.check.js';

const en = (body: string) => ({ html: `<html lang="en"><body>${body}` });

verdictsOf(linkText, [
  [
    'does not apply without links',
    en('<a>here</a><a href="">here</a><a href="#top">here</a>'),
    'not_applicable',
  ],
  [
    'does not judge script, mail and nofollow',
    en(
      '<a href="JavaScript:go()">here</a><a href=mailto:a@b>here</a><a href=/a rel="noopener nofollow">here</a>',
    ),
    'not_applicable',
  ],
  [
    'does not judge links to the page itself',
    { url: 'https://example.com/a', html: '<a href="/a#b">here</a>' },
    'not_applicable',
  ],
  [
    'accepts nofollow in capitals, as in the standard',
    en('<a href=/a rel=NOFOLLOW>here</a>'),
    'not_applicable',
  ],
  ['passes a describing text', en('<a href=/a>Blue shoes</a>'), 'pass'],
  ['passes a generic word inside a text', en('<a href=/a>Read more of blue shoes</a>'), 'pass'],
  ['passes a link without text', en('<a href=/a><img alt=here></a>'), 'pass'],
  ['fails a generic text', en('<a href=/a>Here</a>'), 'generic_text'],
  [
    'fails one among nested elements and blanks',
    en('<a href=/a>\n <b>Click</b> <i>here</i> </a>'),
    'generic_text',
  ],
  [
    'ignores hidden parts of a text',
    en('<a href=/a>here<span hidden> are blue shoes</span></a>'),
    'generic_text',
  ],
  ['judges a hidden link by its text', en('<a href=/a style="display:none">here</a>'), 'generic_text'],
  ['passes a link in closed details', en('<details><a href=/a>here</a></details>'), 'pass'],
  ['takes a line break for no blank', en('<a href=/a>click<br>here</a>'), 'pass'],
  ['takes a no-break space for no blank', en('<a href=/a>click&nbsp;here</a>'), 'pass'],
  ['judges SVG links', en('<svg><a href="/a"><text>here</text></a></svg>'), 'generic_text'],
  ['judges tel: links', en('<a href=tel:1>here</a>'), 'generic_text'],
  ['knows German', { html: '<html lang="de-CH"><a href=/a>Hier</a>' }, 'generic_text'],
  ['does not look in the lists of other languages', { html: '<html lang="de"><a href=/a>here</a>' }, 'pass'],
  ['passes a language without a list', { html: '<html lang="it"><a href=/a>here</a>' }, 'pass'],
  ['looks in every list where the language is unknown', { html: '<a href=/a>hier</a>' }, 'generic_text'],
  [
    'passes names that are generic in another language',
    { html: '<a href=/a>Her</a><a href=/b>Plus</a>' },
    'pass',
  ],
  ['takes an empty language for unknown', { html: '<html lang=""><a href=/a>hier</a>' }, 'generic_text'],
  [
    'prefers the language of the link',
    { html: '<html lang="en"><body><p lang="de"><a href=/a>here</a></p>' },
    'pass',
  ],
  [
    'prefers the language inside the link',
    { html: '<html lang="de"><body><a href=/a><span lang="en">here</span></a>' },
    'generic_text',
  ],
  [
    'fails a text beside the description of a drawing',
    en('<a href=/a><svg><desc>Created with Sketch.</desc><path/></svg>Read more</a>'),
    'generic_text',
  ],
  ['passes the next page in Russian', { html: '<html lang=ru><body><a href=/page/2>Далее »</a>' }, 'pass'],
  ['fails a text with an arrow', en('<a href=/a>Read more »</a>'), 'generic_text'],
  ['fails a text with an arrow as a picture', en('<a href=/a>Read more ➡\ufe0f</a>'), 'generic_text'],
  ['fails a text with dots', en('<a href=/a>… Learn more …</a>'), 'generic_text'],
  ['fails a language in capitals', { html: '<html lang="EN-us"><a href=/a>here</a>' }, 'generic_text'],
  [
    'fails languages that Lighthouse does not know',
    { html: '<html lang="fr-FR"><a href=/a>En savoir plus →</a>' },
    'generic_text',
  ],
  ['passes words of another language', { html: '<html lang="fr"><a href=/a>Lees meer</a>' }, 'pass'],
  ['passes signs alone', en('<a href=/a>»</a>'), 'pass'],
]);

it('counts generic texts and shows them', () => {
  const one = findingOn(linkText, en('<a href=/a>Here</a><a href=/b>Blue shoes</a>'));
  expect(one.value).toEqual({ links: 2, generic: 1 });
  expect(one.evidence).toMatchObject([{ excerpt: '<a href=/a>Here</a>' }]);
  expect(messageOf(one)).toBe('1 of 2 links to other pages has generic text.');
  const two = findingOn(linkText, en('<a href=/a>Here</a><a href=/b>here</a>'));
  expect(messageOf(two)).toBe('2 of 2 links to other pages have generic text.');
  const none = findingOn(linkText, en('<a href=/a>Blue shoes</a>'));
  expect(messageOf(none)).toBe('The page has 1 link to other pages, none with generic text.');
});
