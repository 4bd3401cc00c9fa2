import { type SitemapAnswer } from '../../surroundings.js';
import { verdictsOf } from '../verdicts.fixture.js';
import { sitemap } from './sitemap.check.js';

const answered = (parts: Partial<SitemapAnswer>) => ({
  html: '',
  answers: {
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
  ['does not apply where time ran out', answered({ status: null, error: 'too_slow' }), 'not_applicable'],
  ['passes a sitemap', answered({}), 'pass'],
  ['passes an index of sitemaps', answered({ kind: 'sitemapindex' }), 'pass'],
  ['passes 50 000 locations', answered({ locations: 50_000 }), 'pass'],
  ['fails 50 001 locations', answered({ locations: 50_001 }), 'too_many_locations'],
  ['fails 404', answered({ status: 404, kind: null }), 'missing'],
  ['fails HTML', answered({ kind: null }), 'not_a_sitemap'],
  ['fails over 50 MiB', answered({ decodedBytes: 50 * 1024 * 1024 + 1 }), 'too_large'],
  ['fails another host', answered({ foreign: ['https://example.org/'] }), 'foreign_locations'],
]);
