import { messageOf } from '../../message.js';
import { findingOn, verdictOn, verdictsOf } from '../verdicts.fixture.js';
import { domSize } from './dom-size.check.js';

verdictsOf(domSize, [
  ['passes 1500 elements', { html: '<p>'.repeat(1497) }, 'pass'],
  ['fails 1501 elements', { html: '<p>'.repeat(1498) }, 'too_many_elements'],
  ['passes a depth of 32', { html: '<div>'.repeat(30) }, 'pass'],
  ['fails a depth of 33', { html: '<div>'.repeat(31) }, 'too_deep'],
]);

it('counts html, head and body, which every document has', () => {
  expect(verdictOn(domSize, { html: '' }).value).toEqual({ elements: 3, depth: 2 });
});

it.each([
  [{ html: '<p>' }, 'The document has 4 elements, nested up to 3 levels deep.'],
  [{ html: '<p>'.repeat(1498) }, 'The document has 1,501 elements; it should have at most 1,500.'],
  [
    { html: '<div>'.repeat(31) },
    'The elements are nested up to 33 levels deep; at most 32 levels are recommended.',
  ],
])('says what was found: %#', (page, message) => {
  expect(messageOf(findingOn(domSize, page))).toBe(message);
});
