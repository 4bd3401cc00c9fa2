import { fail, notApplicable, pass, type SurroundingsCheck } from '../../check.js';
import { headerValues } from '../../page.js';

export const canonicalTarget: SurroundingsCheck = {
  id: 'canonical_target',
  name: 'Canonical target',
  category: 'seo',
  importance: 'medium',
  what: 'The canonical URL returns a page that can be indexed and that names itself as canonical.',
  why: 'Search engines ignore a canonical link to an error, a redirect or a page with another canonical URL, and choose one themselves.',
  fix: 'Let the canonical link name the final URL of a page that returns 200, can be indexed, and is its own canonical.',
  source: 'https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls',
  method: 'exact',
  examples: {
    passes: {
      html: '<head><link rel="canonical" href="https://example.com/shoes"></head>',
      responses: {
        canonical: {
          url: 'https://example.com/shoes',
          status: 200,
          error: null,
          headers: [],
          isIndexable: true,
          canonical: 'https://example.com/shoes',
        },
      },
    },
    fails: {
      html: '<head><link rel="canonical" href="https://example.com/shoes"></head>',
      responses: {
        canonical: {
          url: 'https://example.com/shoes',
          status: 404,
          error: null,
          headers: [],
          isIndexable: null,
          canonical: null,
        },
      },
    },
  },
  judge({ references, responses: { canonical: response } }) {
    const reference = references.canonical;
    if (!reference) return notApplicable('own_address');
    if (!response || response.error === 'blocked_address') return notApplicable('not_asked');
    const evidence = [reference.place];
    const { status } = response;
    if (status === null) return fail('unreachable', { value: response.error, evidence });
    if (status >= 300 && status < 400) {
      return fail('redirects', { value: headerValues(response, 'location')[0] ?? status, evidence });
    }
    if (status !== 200) return fail('http_error', { value: status, evidence });
    if (response.isIndexable === false) return fail('not_indexable', { value: response.url, evidence });
    const isOwn = response.canonical === null || response.canonical === response.url;
    return isOwn ? pass(response.url) : fail('canonical_elsewhere', { value: response.canonical, evidence });
  },
};
