import { verdictsOf } from '../verdicts.fixture.js';
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
