import { fail, notApplicable, pass, type SurroundingsCheck } from '../../check.js';
import { textEvidence } from '../../dom/evidence.js';
import { type SitemapResponse } from '../../surroundings.js';

/** @see https://www.sitemaps.org/protocol.html#index */
const MAX_LOCATIONS = 50_000;
const MAX_BYTES = 50 * 1024 * 1024;

export const sitemap: SurroundingsCheck = {
  id: 'sitemap',
  name: 'Sitemap',
  category: 'seo',
  importance: 'medium',
  what: 'There is a valid sitemap, named in robots.txt or at /sitemap.xml.',
  why: 'It tells search engines about all pages, including those that few links lead to.',
  fix: 'Publish an XML sitemap of absolute URLs on this host, with at most 50,000 URLs and 50 MiB, and name it in robots.txt.',
  source: 'https://www.sitemaps.org/protocol.html',
  method: 'exact',
  examples: {
    passes: { html: '', responses: { sitemap: aSitemap({}) } },
    fails: { html: '', responses: { sitemap: aSitemap({ status: 404, kind: null, locations: 0 }) } },
  },
  judge({ responses: { sitemap: response } }) {
    if (!response || (response.status === null && response.error === 'too_slow'))
      return notApplicable('not_asked');
    const value = { url: response.url, locations: response.locations };
    const reason = faultOf(response);
    if (reason === null) return pass(value);
    const places = reason === 'foreign_locations' ? response.foreign : [response.url];
    return fail(reason, { value, evidence: places.map((place) => textEvidence(place)) });
  },
};

function faultOf({ status, kind, locations, decodedBytes, foreign }: SitemapResponse): string | null {
  if (status !== 200) return 'missing';
  if (decodedBytes > MAX_BYTES) return 'too_large';
  if (kind === null) return 'not_a_sitemap';
  if (locations > MAX_LOCATIONS) return 'too_many_locations';
  return foreign.length > 0 ? 'foreign_locations' : null;
}

function aSitemap(parts: Partial<SitemapResponse>): SitemapResponse {
  const url = 'https://example.com/sitemap.xml';
  return {
    url,
    status: 200,
    error: null,
    headers: [],
    kind: 'urlset',
    locations: 3,
    decodedBytes: 500,
    foreign: [],
    ...parts,
  };
}
