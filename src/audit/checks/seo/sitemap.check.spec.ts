import { type SitemapResponse } from '../../surroundings.js';
import { verdictsOf } from '../verdicts.fixture.js';
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

verdictsOf(sitemap, [
  ['does not apply if it was not requested', { html: '' }, 'not_applicable'],
  ['does not apply where time ran out', responding({ status: null, error: 'too_slow' }), 'not_applicable'],
  ['passes a sitemap', responding({}), 'pass'],
  ['passes an index of sitemaps', responding({ kind: 'sitemapindex' }), 'pass'],
  ['passes 50 000 locations', responding({ locations: 50_000 }), 'pass'],
  ['fails 50 001 locations', responding({ locations: 50_001 }), 'too_many_locations'],
  ['fails 404', responding({ status: 404, kind: null }), 'missing'],
  ['fails HTML', responding({ kind: null }), 'not_a_sitemap'],
  ['fails over 50 MiB', responding({ decodedBytes: 50 * 1024 * 1024 + 1 }), 'too_large'],
  ['fails another host', responding({ foreign: ['https://example.org/'] }), 'foreign_locations'],
]);
