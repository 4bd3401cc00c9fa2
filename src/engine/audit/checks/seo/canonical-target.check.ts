import { fail, notApplicable, pass, surroundingsCheck } from '../../check.js';
import { headerValues } from '../../page.js';
import { quoted } from '../../quoted.js';
import { isRefusal } from '../../refusals.js';
import { isUnknown } from '../../surroundings.js';

export const canonicalTarget = surroundingsCheck({
  id: 'canonical_target',
  name: 'Canonical target',
  category: 'seo',
  importance: 'medium',
  what: 'The canonical URL returns a page that can be indexed and that names itself as canonical.',
  why: 'Search engines ignore a canonical link to an error, a redirect or a page with another canonical URL, and choose one themselves.',
  fix: 'Let the canonical link name the final URL of a page that returns 200, can be indexed, and is its own canonical.',
  source: 'https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls',
  method: 'exact',
  value: { url: 'text', status: 'integer?', error: 'text?', redirects_to: 'text?', canonical_url: 'text?' },
  messages: {
    pass: ({ url }) =>
      `The canonical URL ${quoted(url)} returned status 200 and names no other canonical URL.`,
    unreachable: ({ url }) => `The canonical URL ${quoted(url)} could not be loaded.`,
    redirects: ({ url, redirects_to }) =>
      `The canonical URL ${quoted(url)} redirects to ${redirects_to === null ? 'another URL' : quoted(redirects_to)}.`,
    http_error: ({ url, status }) =>
      `The canonical URL ${quoted(url)} returned ${status === null ? 'an error' : `status ${String(status)}`} instead of status 200.`,
    not_indexable: ({ url }) => `Search engines may not index the canonical URL ${quoted(url)}.`,
    canonical_elsewhere: ({ url, canonical_url }) =>
      `The canonical URL ${quoted(url)} itself names ${canonical_url === null ? 'another URL' : quoted(canonical_url)} as canonical.`,
    own_address: 'The page has no single canonical URL other than its own.',
    not_asked: 'The response to the canonical URL is unknown.',
  },
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
  judge({ page, references, responses: { canonical: response } }) {
    const reference = references.canonical;
    if (!reference) return notApplicable('own_address');
    const isOwn = new URL(reference.url).hostname === new URL(page.url).hostname;
    if (!response || isUnknown(response) || isRefusal(response, isOwn)) return notApplicable('not_asked');
    const { url, status, error, canonical: canonical_url } = response;
    const isRedirect = status !== null && status >= 300 && status < 400;
    const redirects_to = isRedirect ? (headerValues(response, 'location')[0] ?? null) : null;
    const value = { url, status, error, redirects_to, canonical_url };
    const evidence = [reference.place];
    if (status === null) return fail('unreachable', { value, evidence });
    if (isRedirect) return fail('redirects', { value, evidence });
    if (status !== 200) return fail('http_error', { value, evidence });
    if (response.isIndexable === false) return fail('not_indexable', { value, evidence });
    if (canonical_url === null || canonical_url === url) return pass(value);
    return fail('canonical_elsewhere', { value, evidence });
  },
});
