import { messageOf } from '../../message.js';
import { findingOn, verdictsOf } from '../verdicts.fixture.js';
import { inlineCss } from './inline-css.check.js';

verdictsOf(inlineCss, [
  ['passes ten', { html: '<p style="color:red">'.repeat(10) }, 'pass'],
  ['reports eleven', { html: '<p style="color:red">'.repeat(11) }, 'many_styles'],
  ['counts no empty ones', { html: '<p style=" ">'.repeat(20) }, 'pass'],
]);

it.each([
  [{ html: '<p>' }, 'No element has a style attribute.'],
  [{ html: '<p style="color:red">' }, '1 element has a style attribute.'],
  [
    { html: '<p style="color:red">'.repeat(11) },
    '11 elements have a style attribute; there should be at most 10.',
  ],
])('says what it found (%#)', (page, message) => {
  expect(messageOf(findingOn(inlineCss, page))).toBe(message);
});
