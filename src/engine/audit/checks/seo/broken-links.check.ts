import { counted } from '../../../../basics/quantities.js';
import { fail, notApplicable, pass, surroundingsCheck } from '../../check.js';
import { textEvidence } from '../../dom/evidence.js';
import { listed, quoted } from '../../quoted.js';
import { isRefusal } from '../../refusals.js';
import { type SiteResponse } from '../../surroundings.js';

/** Statuses that may only apply to robots: unauthorized, forbidden, too many requests. Others beyond 599 are no statuses of
 *  HTTP; some sites send them to all robots. */
const UNDECIDED = new Set([401, 403, 429]);
const DEAD: ReadonlyMap<string | null, string> = new Map([
  ['dns_not_found', 'unknown host'],
  ['connection_refused', 'connection refused'],
]);

export const brokenLinks = surroundingsCheck({
  id: 'broken_links',
  name: 'Broken links',
  category: 'seo',
  importance: 'high',
  what: 'None of the sampled links is broken: at most 20 within the site and 10 to other sites. Redirects are not followed, and statuses by which sites refuse robots are left out.',
  why: 'Broken links are a dead end for readers and crawlers.',
  fix: 'Correct the links shown, redirect them to the new location of the content, or remove them.',
  source: 'https://www.rfc-editor.org/rfc/rfc9110#section-15.5',
  method: 'sampled',
  value: { broken: 'integer', urls: 'texts', faults: 'texts' },
  messages: {
    pass: (_value, { sample: { taken, of } }) =>
      `No broken link was found: ${taken.toLocaleString('en')} of ${counted(of, 'link')} ${taken === 1 ? 'was' : 'were'} tested, without following redirects.`,
    broken: ({ broken, urls, faults }, { sample }) => {
      const list = urls.map((url, index) => `${quoted(url)}: ${faults[index] ?? ''}`);
      return `${broken.toLocaleString('en')} of ${counted(sample.taken, 'tested link')} ${broken === 1 ? 'is' : 'are'} broken (${listed(list)}).`;
    },
    no_links: 'The page has no links to other pages.',
    not_asked: 'None of the links of the page could be tested.',
  },
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
  judge({ page, references: { links }, responses }) {
    const responded = responses.links.filter(({ status, error }) => status !== null || DEAD.has(error));
    if (responded.length === 0) return notApplicable(links.of === 0 ? 'no_links' : 'not_asked');
    const sample = { taken: responded.length, of: links.of };
    const own = domainOf(page.url);
    const broken = responded.filter((response) => isBroken(response, own));
    const value = {
      broken: broken.length,
      urls: broken.map(({ url }) => url),
      faults: broken.map(faultOf),
    };
    if (broken.length === 0) return { ...pass(value), sample };
    const places = new Map(links.taken.map(({ url, place }) => [url, place]));
    const evidence = broken.map((response) => places.get(response.url) ?? textEvidence(response.url));
    return { ...fail('broken', { value, evidence }), sample };
  },
});

function isBroken({ url, status }: SiteResponse, own: string): boolean {
  if (status === null) return true;
  const isUndecided = UNDECIDED.has(status) || isRefusal({ status }, `.${domainOf(url)}`.endsWith(`.${own}`));
  return status >= 400 && status < 600 && !isUndecided;
}

function domainOf(url: string): string {
  return new URL(url).host.replace(/^www\./, '');
}

function faultOf({ status, error }: SiteResponse): string {
  return status === null ? (DEAD.get(error) ?? 'no response') : `status ${String(status)}`;
}
