import { DEFAULT_LIMITS } from '../../limits.js';
import { messageOf } from '../../message.js';
import { findingOn, verdictsOf } from '../verdicts.fixture.js';
import { pageSize } from './page-size.check.js';

verdictsOf(pageSize, [
  ['passes 330 kB', { html: '', decodedBytes: 330_000 }, 'pass'],
  ['fails one byte more', { html: '', decodedBytes: 330_001 }, 'too_large'],
  ['fails 2 MiB as large', { html: '', decodedBytes: 2_097_152 }, 'too_large'],
  ['tells where Googlebot stops reading', { html: '', decodedBytes: 2_097_153 }, 'beyond_googlebot'],
]);

it('takes its limit from the configuration', () => {
  const limits = { ...DEFAULT_LIMITS, page_kb: 1 };
  expect(messageOf(findingOn(pageSize, { html: '', decodedBytes: 1500, limits }))).toBe(
    'The HTML is 1.5 kB in size; it should be at most 1.0 kB.',
  );
});

it.each([
  [{ html: '', decodedBytes: 1 }, 'The HTML is 1 byte in size.'],
  [{ html: '', decodedBytes: 900_000 }, 'The HTML is 900.0 kB in size; it should be at most 330.0 kB.'],
  [
    { html: '', decodedBytes: 3_000_000 },
    'The HTML is 3.00 MB in size; Googlebot reads only the first 2.10 MB.',
  ],
])('says what was found: %#', (page, message) => {
  expect(messageOf(findingOn(pageSize, page))).toBe(message);
});
