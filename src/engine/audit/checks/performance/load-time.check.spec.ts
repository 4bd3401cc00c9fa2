import { messageOf } from '../../message.js';
import { findingOn, verdictsOf } from '../verdicts.fixture.js';
import { loadTime } from './load-time.check.js';

const taking = (documentMs: number | null) => ({ html: '', timings: { ttfbMs: 1, documentMs } });

verdictsOf(loadTime, [
  ['does not apply where it was not measured', taking(null), 'not_applicable'],
  ['passes 2 s', taking(2000), 'pass'],
  ['fails more', taking(2000.1), 'too_slow'],
]);

it.each([
  [taking(300), 'The document loaded in 300 ms.'],
  [taking(12_345), 'The document took 12.3 s to load; it should take at most 2000 ms.'],
])('says what was found: %#', (page, message) => {
  expect(messageOf(findingOn(loadTime, page))).toBe(message);
});
