import { audit } from '../../audit.js';
import { aPage } from '../../example-page.js';
import { messageOf } from '../../message.js';
import { findingOn, verdictsOf } from '../verdicts.fixture.js';
import { imageKeywords } from './image-keywords.check.js';

verdictsOf(imageKeywords, [
  ['does not apply without images', { html: '<p>text' }, 'not_applicable'],
  ['passes a text', { html: '<img alt="A shoe">' }, 'pass'],
  ['passes an empty text, which marks decoration', { html: '<img alt="">' }, 'pass'],
  ['passes alt without a value', { html: '<img alt>' }, 'pass'],
  [
    'passes an aria-label, a title, a label elsewhere',
    {
      html: '<img aria-label=a><img title=b><p id=c>c</p><img aria-labelledby="x c">',
    },
    'pass',
  ],
  ['passes roles of decoration', { html: '<img role=none><img role="presentation">' }, 'pass'],
  [
    'fails a list of roles, which axe does not read',
    { html: '<img role="picture none">' },
    'no_alternative_text',
  ],
  [
    'skips hidden images',
    {
      html: '<img alt=a><img hidden><div aria-hidden=true><img></div><div inert><img></div><details><img></details><dialog><img></dialog><img style="visibility:hidden">',
    },
    'pass',
  ],
  ['does not skip small images', { html: '<img width=1 height=1>' }, 'no_alternative_text'],
  ['fails an image without a text', { html: '<img src=a.png>' }, 'no_alternative_text'],
  ['fails a text of blanks', { html: '<img alt=" ">' }, 'no_alternative_text'],
  [
    'fails a text of blanks even beside a label',
    { html: '<img alt=" " aria-label="a">' },
    'no_alternative_text',
  ],
  ['fails empty labels', { html: '<img aria-label=" "><img title="">' }, 'no_alternative_text'],
  ['fails decoration that can be focused', { html: '<img role=none tabindex=0>' }, 'no_alternative_text'],
  ['fails a label that is not there', { html: '<img aria-labelledby="nowhere">' }, 'no_alternative_text'],
]);

it('counts and locates every image without a text', () => {
  const html = '<!doctype html>\n<img alt="a">\n  <img src="b.png">';
  const [finding] = audit(aPage({ html }), [imageKeywords]);
  const { value, evidence } = finding ?? {};
  expect(value).toEqual({ images: 2, without_text: 1 });
  expect(evidence).toEqual([
    { selector: 'img:nth-of-type(2)', line: 3, column: 3, excerpt: '<img src="b.png">' },
  ]);
});

it.each([
  [{ html: '<img alt="">' }, 'The only image has alternative text or is marked as decorative.'],
  [{ html: '<img alt="a"><img alt="">' }, 'All 2 images have alternative text or are marked as decorative.'],
  [{ html: '<img alt="a"><img>' }, '1 of 2 images has no alternative text.'],
  [{ html: '<img alt="a"><img><img>' }, '2 of 3 images have no alternative text.'],
])('counts the images', (page, message) => {
  expect(messageOf(findingOn(imageKeywords, page))).toBe(message);
});
