import { verdictsOf } from '../verdicts.fixture.js';
import { duplicateIds } from './duplicate-ids.check.js';

verdictsOf(duplicateIds, [
  ['passes ids that differ in case', { html: '<p id="a"><p id="A">' }, 'pass'],
  ['passes empty ids', { html: '<p id=""><p id="">' }, 'pass'],
  ['fails a repeated one', { html: '<p id="a"><div id="a">' }, 'repeated'],
  ['does not look into templates', { html: '<p id="a"><template><p id="a"></template>' }, 'pass'],
]);
