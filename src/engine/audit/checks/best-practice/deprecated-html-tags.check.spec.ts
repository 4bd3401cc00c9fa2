import { messageOf } from '../../message.js';
import { findingOn, verdictsOf } from '../verdicts.fixture.js';
import { deprecatedHtmlTags } from './deprecated-html-tags.check.js';

verdictsOf(deprecatedHtmlTags, [
  ['passes today’s elements', { html: '<menu><li><s>a</s><ruby>b<rp>c</rp></ruby></menu>' }, 'pass'],
  ['fails font', { html: '<FONT>a</FONT>' }, 'obsolete'],
  ['fails a frameset', { html: '<frameset><frame></frameset>' }, 'obsolete'],
  ['passes SVG’s font', { html: '<svg><g><font></font></g></svg>' }, 'pass'],
  ['passes one in a comment', { html: '<!--<center>-->' }, 'pass'],
]);

it.each([
  [{ html: '<big>a</big>' }, 'The page has 1 deprecated HTML element (big).'],
  [{ html: '<tt>a</tt><big>b</big><big>c</big>' }, 'The page has 3 deprecated HTML elements (tt and big).'],
])('says what it found (%#)', (page, message) => {
  expect(messageOf(findingOn(deprecatedHtmlTags, page))).toBe(message);
});
