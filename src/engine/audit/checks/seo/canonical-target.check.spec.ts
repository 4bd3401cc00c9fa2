import { type CanonicalResponse } from '../../surroundings.js';
import { messageOf } from '../../message.js';
import { findingOn, verdictsOf } from '../verdicts.fixture.js';
import { canonicalTarget } from './canonical-target.check.js';

const html = '<head><link rel="canonical" href="https://example.com/shoes"></head>';
const responding = (parts: Partial<CanonicalResponse>) => {
  const url = 'https://example.com/shoes';
  const canonical = {
    url,
    status: 200,
    error: null,
    headers: [],
    isIndexable: true,
    canonical: url,
    ...parts,
  };
  return { html, responses: { canonical } };
};

verdictsOf(canonicalTarget, [
  ['does not apply without a canonical link', { html: '' }, 'not_applicable'],
  [
    'does not apply to a page that names itself',
    { html: '<head><link rel="canonical" href="https://example.com/"></head>' },
    'not_applicable',
  ],
  ['does not apply if it was not requested', { html }, 'not_applicable'],
  ['passes a page that names itself', responding({}), 'pass'],
  ['passes a page without a canonical link', responding({ canonical: null }), 'pass'],
  ['passes a target that is not HTML', responding({ isIndexable: null, canonical: null }), 'pass'],
  ['fails a redirect', responding({ status: 301 }), 'redirects'],
  ['does not apply if we asked too often', responding({ status: 429 }), 'not_applicable'],
  ['does not apply if there was no time', responding({ status: null, error: 'too_slow' }), 'not_applicable'],
  [
    'does not apply if another host refuses robots',
    {
      html: html.replace('example.com', 'other.example'),
      responses: responding({ url: 'https://other.example/shoes', status: 403 }).responses,
    },
    'not_applicable',
  ],
  ['fails a refusal of the own host', responding({ status: 403 }), 'http_error'],
  ['fails an error', responding({ status: 500 }), 'http_error'],
  ['fails a missing response', responding({ status: null, error: 'dns_not_found' }), 'unreachable'],
  ['fails a page closed to robots', responding({ isIndexable: false }), 'not_indexable'],
  [
    'fails a chain of canonical links',
    responding({ canonical: 'https://example.com/other' }),
    'canonical_elsewhere',
  ],
]);

it.each([
  [
    responding({}),
    'The canonical URL “https://example.com/shoes” returned status 200 and names no other canonical URL.',
  ],
  [
    responding({ status: 301, headers: [['location', '/boots']] }),
    'The canonical URL “https://example.com/shoes” redirects to “/boots”.',
  ],
  [responding({ status: 301 }), 'The canonical URL “https://example.com/shoes” redirects to another URL.'],
  [
    responding({ status: 500 }),
    'The canonical URL “https://example.com/shoes” returned status 500 instead of status 200.',
  ],
  [
    responding({ canonical: 'https://example.com/other' }),
    'The canonical URL “https://example.com/shoes” itself names “https://example.com/other” as canonical.',
  ],
])('says what the canonical URL returned', (page, message) => {
  expect(messageOf(findingOn(canonicalTarget, page))).toBe(message);
});

it('reports where a redirect leads', () => {
  const page = responding({ status: 301, headers: [['location', '/boots']], canonical: null });
  expect(findingOn(canonicalTarget, page).value).toEqual({
    url: 'https://example.com/shoes',
    status: 301,
    error: null,
    redirects_to: '/boots',
    canonical_url: null,
  });
});
