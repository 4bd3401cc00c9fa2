import { messageOf } from '../../message.js';
import { findingOn } from '../../example-page.js';
import { verdictsOf } from '../verdicts.fixture.js';
import { targetSize } from './target-size.check.js';

const measured = (passed: number, failed: number) => ({
  html: '',
  layout: { 'target-size': { passed, failed, unsure: 0, places: [] } },
});

verdictsOf(targetSize, [
  ['does not apply without a browser', { html: '<button>Buy</button>' }, 'not_applicable'],
  ['does not apply where there is nothing to measure', measured(0, 0), 'not_applicable'],
  ['passes if nothing fails', measured(2, 0), 'pass'],
  ['fails if one of many fails', measured(20, 1), 'too_small'],
]);

it('counts the elements', () => {
  expect(messageOf(findingOn(targetSize, measured(20, 1)))).toBe(
    '1 of 21 touch targets is too small or too close to another one.',
  );
  expect(messageOf(findingOn(targetSize, measured(0, 1)))).toBe('The only touch target is too small.');
});
