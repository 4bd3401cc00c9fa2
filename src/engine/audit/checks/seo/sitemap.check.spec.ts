import { type SitemapResponse } from '../../surroundings.js';
import { messageOf } from '../../message.js';
import { findingOn, verdictsOf } from '../verdicts.fixture.js';
import { sitemap } from './sitemap.check.js';

const responding = (parts: Partial<SitemapResponse>) => ({
  html: '',
  responses: {
    sitemap: {
      url: 'https://example.com/sitemap.xml',
      status: 200,
      error: null,
      headers: [],
      kind: 'urlset' as const,
      locations: 1,
      decodedBytes: 100,
      foreign: [],
      ...parts,
    },
  },
});

const NAMES_TWO = {
  robotsTxt: { status: 200, body: 'Sitemap: /sitemap.xml\nSitemap: https://example.org/other.xml' },
};

verdictsOf(sitemap, [
  ['does not apply if it was not requested', { html: '' }, 'not_applicable'],
  ['does not apply where time ran out', responding({ status: null, error: 'too_slow' }), 'not_applicable'],
  [
    'does not apply where our network failed',
    responding({ status: null, error: 'dns_failed' }),
    'not_applicable',
  ],
  ['fails a host that does not exist', responding({ status: null, error: 'dns_not_found' }), 'missing'],
  ['passes a sitemap', responding({}), 'pass'],
  ['passes an index of sitemaps', responding({ kind: 'sitemapindex' }), 'pass'],
  ['passes a feed', responding({ kind: 'rss' }), 'pass'],
  ['passes a list of URLs', responding({ kind: 'text' }), 'pass'],
  ['fails one without URLs', responding({ locations: 0 }), 'empty'],
  ['passes 50 000 locations', responding({ locations: 50_000 }), 'pass'],
  ['fails 50 001 locations', responding({ locations: 50_001 }), 'too_many_locations'],
  ['does not apply if we asked too often', responding({ status: 429, kind: null }), 'not_applicable'],
  ['fails 404', responding({ status: 404, kind: null }), 'missing'],
  [
    'warns of 404 if robots.txt names another',
    { ...responding({ status: 404, kind: null }), ...NAMES_TWO },
    'named_missing',
  ],
  [
    'warns of one that is empty if robots.txt names another',
    { ...responding({ locations: 0 }), ...NAMES_TWO },
    'named_empty',
  ],
  ['fails HTML, whatever else is named', { ...responding({ kind: null }), ...NAMES_TWO }, 'not_a_sitemap'],
  ['fails HTML', responding({ kind: null }), 'not_a_sitemap'],
  ['fails over 50 MiB', responding({ decodedBytes: 50 * 1024 * 1024 + 1 }), 'too_large'],
  ['fails another host', responding({ foreign: ['https://example.org/'] }), 'foreign_locations'],
]);

it.each([
  [{}, 'The sitemap lists 1 URL.'],
  [{ kind: 'sitemapindex' as const, locations: 2 }, 'The sitemap index lists 2 sitemaps.'],
  [
    { status: 404, kind: null },
    'There is no sitemap: “https://example.com/sitemap.xml” returned status 404.',
  ],
  [
    { status: null, error: 'timeout', kind: null },
    'There is no sitemap: “https://example.com/sitemap.xml” could not be loaded.',
  ],
  [
    { kind: null },
    '“https://example.com/sitemap.xml” is neither a well-formed XML sitemap or feed nor a list of URLs.',
  ],
  [{ locations: 0 }, 'The sitemap lists no URLs.'],
  [{ kind: 'sitemapindex' as const, locations: 0 }, 'The sitemap index lists no sitemaps.'],
  [{ locations: 50_001 }, 'The sitemap lists 50,001 URLs; it may list at most 50,000.'],
  [
    { locations: 2, foreign: ['/a'] },
    "1 of 2 URLs in the sitemap is not an absolute URL on the page's host.",
  ],
  [
    { locations: 3000, foreign: Array.from({ length: 20 }, () => '/a') },
    "At least 20 of 3,000 URLs in the sitemap are not absolute URLs on the page's host.",
  ],
])('tells about %j', (parts, message) => {
  expect(messageOf(findingOn(sitemap, responding(parts)))).toBe(message);
});

it('does not say that there is no sitemap if robots.txt names others', () => {
  const finding = findingOn(sitemap, { ...responding({ status: 404, kind: null }), ...NAMES_TWO });
  expect(messageOf(finding)).toBe(
    '“https://example.com/sitemap.xml” returned status 404; robots.txt names other sitemaps, which were not checked.',
  );
});
