import { messageOf } from '../../message.js';
import { findingOn, verdictsOf } from '../verdicts.fixture.js';
import { duplicateIds } from './duplicate-ids.check.js';

const shadow = (content: string) => `<div><template shadowrootmode=open>${content}</template></div>`;

verdictsOf(duplicateIds, [
  ['passes ids that differ in case', { html: '<p id="a"><p id="A">' }, 'pass'],
  ['passes empty ids', { html: '<p id=""><p id="">' }, 'pass'],
  ['fails a repeated one', { html: '<p id="a"><div id="a">' }, 'repeated'],
  [
    'passes one in different shadow trees',
    { html: `<p id=a></p>${shadow('<p id=a></p>')}${shadow(`<p id=a></p>${shadow('<p id=a></p>')}`)}` },
    'pass',
  ],
  ['fails a repeated one in a shadow tree', { html: shadow('<p id=a></p><p id=a></p>') }, 'repeated'],
  [
    'fails a repeated one around a shadow tree',
    { html: `<p id=a></p>${shadow('<p id=b></p>')}<p id=a></p>` },
    'repeated',
  ],
  ['does not look into templates', { html: '<p id="a"><template><p id="a"></template>' }, 'pass'],
]);

it.each([
  [{ html: '<p id=a><p id=a><p id=a>' }, '1 id is used more than once (“a”).'],
  [{ html: '<p id=a><p id=a><p id=b><p id=b>' }, '2 ids are used more than once (“a” and “b”).'],
  [
    { html: Array.from({ length: 150 }, (_, n) => `<p id=x${String(n)}>`.repeat(2)).join('') },
    '150 ids are used more than once (“x0”, “x1”, “x2” and 147 more).',
  ],
])('says what it found (%#)', (page, message) => {
  expect(messageOf(findingOn(duplicateIds, page))).toBe(message);
});
