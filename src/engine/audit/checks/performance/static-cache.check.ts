import { counted } from '../../../../basics/quantities.js';
import { fail, notApplicable, pass, surroundingsCheck } from '../../check.js';
import { textEvidence } from '../../dom/evidence.js';
import { headerValues } from '../../page.js';
import { type SiteResponse } from '../../surroundings.js';

const DAY_SECONDS = 86_400;
const MIN_SECONDS = 7 * DAY_SECONDS;
const MIN_SHARE = 0.8;

export const staticCache = surroundingsCheck({
  id: 'static_cache',
  name: 'File caching',
  category: 'performance',
  importance: 'medium',
  what: 'Browsers may cache at least four of five sampled files for a week or longer. Documents in frames do not count.',
  why: 'Cached files take no time on the next page and the next visit.',
  fix: 'Send "Cache-Control: max-age=31536000, immutable" for files whose name changes with their content.',
  source: 'https://developer.chrome.com/docs/performance/insights/cache',
  method: 'sampled',
  value: { files: 'integer', kept_less_than_a_week: 'integer' },
  messages: {
    pass: ({ files, kept_less_than_a_week }) =>
      `${cacheable(files, kept_less_than_a_week)} for a week or longer.`,
    short_lived: ({ files, kept_less_than_a_week }) =>
      `${cacheable(files, kept_less_than_a_week)} for a week${files === 1 ? '' : `; at least ${String(MIN_SHARE * 100)}% should be`}.`,
    no_files: 'The page loads no files.',
    not_asked: "None of the page's files was loaded.",
  },
  examples: {
    passes: { html: '<img src="/a">', responses: { resources: [cached('max-age=31536000')] } },
    fails: { html: '<img src="/a">', responses: { resources: [cached('no-cache')] } },
  },
  judge({ references: { resources }, responses }) {
    const documents = new Set(resources.taken.filter(({ kind }) => kind === 'frame').map(({ url }) => url));
    const files = resources.of - documents.size;
    const found = responses.resources.filter(({ status, url }) => status === 200 && !documents.has(url));
    if (found.length === 0) return notApplicable(files === 0 ? 'no_files' : 'not_asked');
    const short = found.filter((response) => lifetimeOf(response) < MIN_SECONDS);
    const sample = { taken: found.length, of: files };
    const value = { files: found.length, kept_less_than_a_week: short.length };
    if (found.length - short.length >= MIN_SHARE * found.length) return { ...pass(value), sample };
    const evidence = short.map((response) => {
      const policy = headerValues(response, 'cache-control').join(', ') || '(absent)';
      return textEvidence(`${response.url} Cache-Control: ${policy}`);
    });
    return { ...fail('short_lived', { value, evidence }), sample };
  },
});

/** The first half of a sentence. */
function cacheable(files: number, short: number): string {
  const kept = files - short;
  if (files === 1) return `The sampled file ${kept === 1 ? 'may' : 'may not'} be cached`;
  const all = counted(files, 'sampled file');
  if (kept === 0) return `None of the ${all} may be cached`;
  return `${kept === files ? 'All' : `${kept.toLocaleString('en')} of`} ${all} may be cached`;
}

/** Freshness lifetime of a response in a private cache, in seconds.
 *  @see https://www.rfc-editor.org/rfc/rfc9111#section-4.2.1 */
function lifetimeOf(response: SiteResponse): number {
  const directives = headerValues(response, 'cache-control')
    .join(',')
    .toLowerCase()
    .split(',')
    .map((directive) => directive.trim());
  if (directives.includes('no-store') || directives.includes('no-cache')) return 0;
  const maxAge = directives
    .map((directive) => /^max-age\s*=\s*"?(\d+)"?$/.exec(directive)?.[1])
    .find(Boolean);
  if (maxAge !== undefined) return Number(maxAge);
  if (directives.includes('immutable')) return MIN_SECONDS;
  const expires = Date.parse(headerValues(response, 'expires')[0] ?? '');
  const sent = Date.parse(headerValues(response, 'date')[0] ?? '');
  return Number.isNaN(expires) || Number.isNaN(sent) ? 0 : (expires - sent) / 1000;
}

function cached(policy: string): SiteResponse {
  return { url: 'https://example.com/a', status: 200, error: null, headers: [['cache-control', policy]] };
}
