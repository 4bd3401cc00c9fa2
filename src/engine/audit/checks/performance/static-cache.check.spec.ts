import { messageOf } from '../../message.js';
import { type Header } from '../../page.js';
import { findingOn, verdictsOf } from '../verdicts.fixture.js';
import { staticCache } from './static-cache.check.js';

const responding = (...files: Header[][]) => ({
  html: '<img src="/0">',
  responses: {
    resources: files.map((headers, n) => ({
      url: `https://example.com/${String(n)}`,
      status: 200,
      error: null,
      headers,
    })),
  },
});
const policy = (value: string): Header[] => [['cache-control', value]];
const LONG = policy('max-age=9999999');

verdictsOf(staticCache, [
  ['does not apply without files', { html: '' }, 'not_applicable'],
  ['does not apply if nothing was requested', { html: '<img src="/0">' }, 'not_applicable'],
  [
    'does not apply to the document of a frame',
    { ...responding([]), html: '<iframe src="/0"></iframe>' },
    'not_applicable',
  ],
  [
    'does not judge the document of a frame',
    { ...responding(LONG, []), html: '<img src="/0"><iframe src="/1"></iframe>' },
    'pass',
  ],
  ['passes seven days', responding(policy('public, max-age=604800')), 'pass'],
  ['fails a second less', responding(policy('max-age=604799')), 'short_lived'],
  ['fails without a policy', responding([]), 'short_lived'],
  ['fails no-store beside a long age', responding(policy('no-store, max-age=31536000')), 'short_lived'],
  ['passes immutable', responding(policy('immutable')), 'pass'],
  [
    'passes Expires a month after Date',
    responding([
      ['date', 'Fri, 20 Nov 2026 12:00:00 GMT'],
      ['expires', 'Sun, 20 Dec 2026 12:00:00 GMT'],
    ]),
    'pass',
  ],
  [
    'fails Expires: 0',
    responding([
      ['date', 'Fri, 20 Nov 2026 12:00:00 GMT'],
      ['expires', '0'],
    ]),
    'short_lived',
  ],
  [
    'passes four of five',
    responding(...Array.from({ length: 4 }, () => policy('max-age=9999999')), []),
    'pass',
  ],
  [
    'fails three of four',
    responding(...Array.from({ length: 3 }, () => policy('max-age=9999999')), []),
    'short_lived',
  ],
]);

it.each([
  [responding(LONG), 'The sampled file may be cached for a week or longer.'],
  [responding(LONG, LONG), 'All 2 sampled files may be cached for a week or longer.'],
  [responding(LONG, LONG, LONG, LONG, []), '4 of 5 sampled files may be cached for a week or longer.'],
  [responding([]), 'The sampled file may not be cached for a week.'],
  [responding([], []), 'None of the 2 sampled files may be cached for a week; at least 80% should be.'],
  [responding(LONG, []), '1 of 2 sampled files may be cached for a week; at least 80% should be.'],
])('says what was found: %#', (page, message) => {
  expect(messageOf(findingOn(staticCache, page))).toBe(message);
});
