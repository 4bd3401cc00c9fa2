import { messageOf } from '../../message.js';
import { findingOn } from '../../example-page.js';
import { verdictsOf } from '../verdicts.fixture.js';
import { scrollableRegions } from './scrollable-regions.check.js';

const measured = (passed: number, failed: number) => ({
  html: '',
  layout: { 'scrollable-region-focusable': { passed, failed, unsure: 0, places: [] } },
});

verdictsOf(scrollableRegions, [
  ['does not apply without a browser', { html: '<div class="list">Shoes</div>' }, 'not_applicable'],
  ['does not apply where there is nothing to measure', measured(0, 0), 'not_applicable'],
  ['passes if nothing fails', measured(2, 0), 'pass'],
  ['fails if one of many fails', measured(20, 1), 'unreachable'],
]);

it('counts the elements', () => {
  expect(messageOf(findingOn(scrollableRegions, measured(20, 1)))).toBe(
    '1 of 21 parts that scroll can not be reached with the keyboard.',
  );
  expect(messageOf(findingOn(scrollableRegions, measured(0, 1)))).toBe(
    'The only part that scrolls can not be reached with the keyboard.',
  );
});
