import { fail, notApplicable, pass, type SurroundingsCheck } from '../../check.js';
import { textEvidence } from '../../dom/evidence.js';
import { type SiteResponse } from '../../surroundings.js';

/** Statuses that may only apply to robots: unauthorized, forbidden, too many requests. */
const UNDECIDED = new Set([401, 403, 429]);
const DEAD = new Set(['dns_not_found', 'connection_refused']);

export const brokenLinks: SurroundingsCheck = {
  id: 'broken_links',
  name: 'Broken links',
  category: 'seo',
  importance: 'high',
  what: 'The sampled links work: at most 20 within the site and 10 to other sites.',
  why: 'Broken links are a dead end for readers and crawlers.',
  fix: 'Correct the links shown, redirect them to the new location of the content, or remove them.',
  source: 'https://www.rfc-editor.org/rfc/rfc9110#section-15.5',
  method: 'sampled',
  examples: {
    passes: {
      html: '<a href="/shoes">Shoes</a>',
      responses: { links: [{ url: 'https://example.com/shoes', status: 200, error: null, headers: [] }] },
    },
    fails: {
      html: '<a href="/shoes">Shoes</a>',
      responses: { links: [{ url: 'https://example.com/shoes', status: 404, error: null, headers: [] }] },
    },
  },
  judge({ references: { links }, responses }) {
    const responded = responses.links.filter(({ status, error }) => status !== null || DEAD.has(error ?? ''));
    if (responded.length === 0) return notApplicable(links.of === 0 ? 'no_links' : 'not_asked');
    const sample = { taken: responded.length, of: links.of };
    const broken = responded.filter(isBroken);
    if (broken.length === 0) return { ...pass(), sample };
    const places = new Map(links.taken.map(({ url, place }) => [url, place]));
    const evidence = broken.map((response) => places.get(response.url) ?? textEvidence(response.url));
    const value = broken.map((response) => `${response.url} ${String(response.status ?? response.error)}`);
    return { ...fail('broken', { value, evidence }), sample };
  },
};

function isBroken({ status }: SiteResponse): boolean {
  return status === null || (status >= 400 && !UNDECIDED.has(status));
}
