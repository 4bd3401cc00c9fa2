import { type DocumentCheck, fail, pass } from '../../check.js';
import { textEvidence } from '../../dom/evidence.js';

const MAX_CHARACTERS = 115;
const MAX_PARAMETERS = 3;
const SESSION = /(^|[;&?])(jsessionid|phpsessid|aspsessionid\w*|session_?id|sess_?id|sid)=/i;

export const seoFriendlyUrl: DocumentCheck = {
  id: 'seo_friendly_url',
  name: 'Readable URL',
  category: 'seo',
  importance: 'medium',
  what: 'The URL is short and in lower case, with words separated by hyphens and at most three parameters.',
  why: 'People read URLs before they click. Search engines treat URLs that differ in case or session id as different pages.',
  fix: 'Use a path like /blue-shoes without capitals, underscores, spaces or session ids, and redirect the old URL to it.',
  source: 'https://developers.google.com/search/docs/crawling-indexing/url-structure',
  method: 'exact',
  examples: {
    passes: { url: 'https://example.com/blue-shoes', html: '' },
    fails: { url: 'https://example.com/Blue_Shoes', html: '' },
  },
  run({ url }) {
    const faults = faultsOf(new URL(url));
    const [first] = faults;
    return first === undefined ? pass(url) : fail(first, { value: faults, evidence: [textEvidence(url)] });
  },
};

function faultsOf(url: URL): string[] {
  const path = url.pathname.replaceAll(/%[0-9a-f]{2}/gi, (escape) => escape.toLowerCase());
  const address = path + url.search;
  const faults: readonly (readonly [boolean, string])[] = [
    [path !== path.toLowerCase(), 'capitals'],
    [path.includes('_'), 'underscores'],
    [path.includes('%20') || path.includes('+'), 'blanks'],
    [path.includes('//'), 'empty_segments'],
    [SESSION.test(address), 'session_id'],
    [address.length > MAX_CHARACTERS, 'too_long'],
    [[...url.searchParams.keys()].length > MAX_PARAMETERS, 'too_many_parameters'],
  ];
  return faults.filter(([isFault]) => isFault).map(([, name]) => name);
}
