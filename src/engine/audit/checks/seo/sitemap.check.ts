import { counted } from '../../../../basics/quantities.js';
import { fail, notApplicable, pass, surroundingsCheck, warn } from '../../check.js';
import { textEvidence } from '../../dom/evidence.js';
import { quoted } from '../../quoted.js';
import { isUnknown, type SitemapResponse } from '../../surroundings.js';

/** @see https://www.sitemaps.org/protocol.html#index */
const MAX_LOCATIONS = 50_000;
const MAX_BYTES = 50 * 1024 * 1024;
/** Foreign locations beyond this number are not in the response. */
const MAX_FOREIGN = 20;

export const sitemap = surroundingsCheck({
  id: 'sitemap',
  name: 'Sitemap',
  category: 'seo',
  importance: 'medium',
  what: 'There is a valid sitemap that lists URLs, named in robots.txt or at /sitemap.xml.',
  why: 'It tells search engines about all pages, including those that few links lead to.',
  fix: 'Publish a sitemap of absolute URLs on this host, in XML, as a feed or as a text with one URL per line, with at most 50,000 URLs and 50 MiB, and name it in robots.txt.',
  source: 'https://www.sitemaps.org/protocol.html',
  method: 'exact',
  value: { url: 'text', status: 'integer?', is_index: 'flag', locations: 'integer' },
  messages: {
    pass: ({ is_index, locations }) =>
      is_index
        ? `The sitemap index lists ${counted(locations, 'sitemap')}.`
        : `The sitemap lists ${counted(locations, 'URL')}.`,
    missing: (value) => `There is no sitemap: ${absenceText(value)}.`,
    named_empty: ({ url }) =>
      `${quoted(url)} lists nothing; robots.txt names other sitemaps, which were not checked.`,
    named_missing: (value) =>
      `${absenceText(value)}; robots.txt names other sitemaps, which were not checked.`,
    too_large: 'The sitemap is larger than 50 MiB.',
    not_a_sitemap: ({ url }) =>
      `${quoted(url)} is neither a well-formed XML sitemap or feed nor a list of URLs.`,
    empty: ({ is_index }) =>
      is_index ? 'The sitemap index lists no sitemaps.' : 'The sitemap lists no URLs.',
    too_many_locations: ({ locations }) =>
      `The sitemap lists ${counted(locations, 'URL')}; it may list at most 50,000.`,
    foreign_locations: ({ locations }, { places }) => {
      const count = `${places < MAX_FOREIGN ? '' : 'At least '}${places.toLocaleString('en')}`;
      const fault = places === 1 ? 'is not an absolute URL' : 'are not absolute URLs';
      return `${count} of ${counted(locations, 'URL')} in the sitemap ${fault} on the page's host.`;
    },
    not_asked: 'The response to the sitemap is unknown, or late.',
  },
  examples: {
    passes: { html: '', responses: { sitemap: aSitemap({}) } },
    fails: { html: '', responses: { sitemap: aSitemap({ status: 404, kind: null, locations: 0 }) } },
  },
  judge({ references: { otherSitemaps }, responses: { sitemap: response } }) {
    if (!response || isUnknown(response)) return notApplicable('not_asked');
    const { url, status, kind, locations } = response;
    const value = { url, status, is_index: kind === 'sitemapindex', locations };
    const reason = faultOf(response);
    if (reason === null) return pass(value);
    const places = reason === 'foreign_locations' ? response.foreign : [url];
    const evidence = places.map((place) => textEvidence(place));
    const isOneOfMany = otherSitemaps > 0 && (reason === 'missing' || reason === 'empty');
    return isOneOfMany ? warn(`named_${reason}`, { value, evidence }) : fail(reason, { value, evidence });
  },
});

function absenceText({ url, status }: { readonly url: string; readonly status: number | null }): string {
  const cause = status === null ? 'could not be loaded' : `returned status ${String(status)}`;
  return `${quoted(url)} ${cause}`;
}

type Fault = 'missing' | 'too_large' | 'not_a_sitemap' | 'empty' | 'too_many_locations' | 'foreign_locations';

function faultOf({ status, kind, locations, decodedBytes, foreign }: SitemapResponse): Fault | null {
  if (status !== 200) return 'missing';
  if (decodedBytes > MAX_BYTES) return 'too_large';
  if (kind === null) return 'not_a_sitemap';
  if (locations === 0) return 'empty';
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
