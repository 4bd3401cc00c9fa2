import { messageOf } from '../../message.js';
import { findingOn, verdictsOf } from '../verdicts.fixture.js';
import { headingOrder } from './heading-order.check.js';

verdictsOf(headingOrder, [
  ['does not apply without headings', { html: '<p>text' }, 'not_applicable'],
  ['passes any first level', { html: '<h3>a</h3><h4>b</h4>' }, 'pass'],
  ['passes any step up', { html: '<h1>a</h1><h2>b</h2><h3>c</h3><h1>d</h1>' }, 'pass'],
  ['fails a step over a level', { html: '<h2>a</h2><h4>b</h4>' }, 'skipped_level'],
  ['uses aria-level', { html: '<h1>a</h1><p role="heading" aria-level="3">b</p>' }, 'skipped_level'],
  ['ignores hidden headings', { html: '<h1>a</h1><h2 hidden>b</h2><h3>c</h3>' }, 'skipped_level'],
  ['ignores headings of another role', { html: '<h1>a</h1><h4 role="none">b</h4>' }, 'pass'],
]);

it.each([
  [{ html: '<h1>a</h1><h2>b</h2>' }, 'The page has 2 headings and no skipped heading level.'],
  [{ html: '<h2>a</h2><h4>b</h4>' }, '1 of 2 headings skips a level (h2 to h4).'],
  [
    { html: '<h1>a</h1><h3>b</h3><h1>c</h1><h3>d</h3><h6>e</h6>' },
    '3 of 5 headings skip a level (h1 to h3 and h3 to h6).',
  ],
])('says which levels are skipped', (page, message) => {
  expect(messageOf(findingOn(headingOrder, page))).toBe(message);
});

it('reports the levels, and shows the headings that skip one', () => {
  const { value, evidence } = findingOn(headingOrder, { html: '<h2>a</h2><h4>b</h4>' });
  expect(value).toEqual({ headings: 2, levels: ['h2', 'h4'], skips: ['h2 to h4'] });
  expect(evidence.map(({ excerpt }) => excerpt)).toEqual(['<h4>b</h4>']);
});
