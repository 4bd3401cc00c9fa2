import { messageOf } from '../../message.js';
import { findingOn } from '../../example-page.js';
import { verdictsOf } from '../verdicts.fixture.js';
import { linksInText } from './links-in-text.check.js';

const measured = (passed: number, failed: number) => ({
  html: '',
  layout: { 'link-in-text-block': { passed, failed, unsure: 0, places: [] } },
});

verdictsOf(linksInText, [
  ['does not apply without a browser', { html: '<p>Buy <a href="/">shoes</a> here' }, 'not_applicable'],
  ['does not apply where there is nothing to measure', measured(0, 0), 'not_applicable'],
  ['passes if nothing fails', measured(2, 0), 'pass'],
  ['fails if one of many fails', measured(20, 1), 'indistinct'],
]);

it('counts the elements', () => {
  expect(messageOf(findingOn(linksInText, measured(20, 1)))).toBe(
    'Only their color sets 1 of 21 links apart from the text around them.',
  );
  expect(messageOf(findingOn(linksInText, measured(0, 1)))).toBe(
    'Only its color sets the only link within text apart.',
  );
});
