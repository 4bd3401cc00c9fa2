import { messageOf } from '../../message.js';
import { findingOn, verdictsOf } from '../verdicts.fixture.js';
import { textHtmlRatio } from './text-html-ratio.check.js';

verdictsOf(textHtmlRatio, [
  ['passes a tenth', { html: `<p>${'x'.repeat(10)}<!--${'y'.repeat(80)}-->` }, 'pass'],
  ['warns of less', { html: `<p>${'x'.repeat(10)}<!--${'y'.repeat(120)}-->` }, 'little_text'],
  ['warns of nothing', { html: '' }, 'little_text'],
]);

it.each([
  [{ html: `<p>${'x'.repeat(97)}` }, 'Visible text makes up 97% of the document.'],
  [{ html: '' }, 'Visible text makes up only 0% of the document; it should make up at least 10%.'],
])('says what was found: %#', (page, message) => {
  expect(messageOf(findingOn(textHtmlRatio, page))).toBe(message);
});
