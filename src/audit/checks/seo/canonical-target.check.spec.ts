import { type CanonicalAnswer } from '../../surroundings.js';
import { verdictsOf } from '../verdicts.fixture.js';
import { canonicalTarget } from './canonical-target.check.js';

const html = '<head><link rel="canonical" href="https://example.com/shoes"></head>';
const answered = (parts: Partial<CanonicalAnswer>) => {
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
  return { html, answers: { canonical } };
};

verdictsOf(canonicalTarget, [
  ['does not apply without a canonical link', { html: '' }, 'not_applicable'],
  [
    'does not apply to a page that names itself',
    { html: '<head><link rel="canonical" href="https://example.com/"></head>' },
    'not_applicable',
  ],
  ['does not apply if it was not requested', { html }, 'not_applicable'],
  ['passes a page that names itself', answered({}), 'pass'],
  ['passes a page without a canonical link', answered({ canonical: null }), 'pass'],
  ['passes a target that is not HTML', answered({ isIndexable: null, canonical: null }), 'pass'],
  ['fails a redirect', answered({ status: 301 }), 'redirects'],
  ['fails an error', answered({ status: 500 }), 'http_error'],
  ['fails a missing response', answered({ status: null, error: 'dns_not_found' }), 'unreachable'],
  ['fails a page closed to robots', answered({ isIndexable: false }), 'not_indexable'],
  [
    'fails a chain of canonical links',
    answered({ canonical: 'https://example.com/other' }),
    'canonical_elsewhere',
  ],
]);
