import { messageOf } from '../../message.js';
import { findingOn } from '../../example-page.js';
import { verdictsOf } from '../verdicts.fixture.js';
import { colorContrast } from './color-contrast.check.js';

const measured = (passed: number, failed: number) => ({
  html: '',
  layout: { 'color-contrast': { passed, failed, unsure: 0, places: [] } },
});

verdictsOf(colorContrast, [
  ['does not apply without a browser', { html: '<p>Shoes' }, 'not_applicable'],
  ['does not apply where there is nothing to measure', measured(0, 0), 'not_applicable'],
  ['passes if nothing fails', measured(2, 0), 'pass'],
  ['fails if one of many fails', measured(20, 1), 'low_contrast'],
]);

it('counts the elements', () => {
  expect(messageOf(findingOn(colorContrast, measured(20, 1)))).toBe('1 of 21 texts has too little contrast.');
  expect(messageOf(findingOn(colorContrast, measured(0, 1)))).toBe('The only text has too little contrast.');
});
