import { counted } from '../../../../basics/quantities.js';
import { documentCheck, fail, pass } from '../../check.js';
import { textEvidence } from '../../dom/evidence.js';
import { type Page } from '../../page.js';

export const redirects = documentCheck({
  id: 'redirects',
  name: 'Redirects',
  category: 'performance',
  importance: 'medium',
  what: "The URL leads directly to the page. One redirect, to https or to the site's preferred host name, is fine.",
  why: 'Each redirect costs a round trip before anything can be shown.',
  fix: 'Link to the final URL, and redirect old URLs there in one step.',
  source: 'https://developer.chrome.com/docs/performance/insights/document-latency',
  method: 'exact',
  value: { redirects: 'integer' },
  messages: {
    pass: ({ redirects }) =>
      redirects === 0
        ? 'The URL leads directly to the page.'
        : 'The URL redirects once, to the preferred form of the same URL.',
    redirected: 'The URL redirects once, to another path or site.',
    chain: ({ redirects }) =>
      `The URL redirects ${counted(redirects, 'time')} before it reaches the page; it should redirect at most once.`,
  },
  examples: {
    passes: { html: '' },
    fails: {
      html: '',
      requestedUrl: 'https://example.com/old',
      url: 'https://example.com/new',
      hops: [{ url: 'https://example.com/old', status: 301, setCookies: [] }],
    },
  },
  run(page) {
    const { hops } = page;
    const evidence = hops.map(({ url, status }) => textEvidence(`${String(status ?? 'refresh')} ${url}`));
    const value = { redirects: hops.length };
    if (hops.length === 0 || (hops.length === 1 && isCanonicalization(page))) return pass(value);
    return fail(hops.length === 1 ? 'redirected' : 'chain', { value, evidence });
  },
});

/** Whether only the scheme, a leading `www.` or a trailing slash differs. */
function isCanonicalization({ requestedUrl, url }: Page): boolean {
  return bare(requestedUrl) === bare(url);
}

function bare(address: string): string {
  const { host, pathname, search } = new URL(address);
  return host.replace(/^www\./, '').replace(/:(80|443)$/, '') + pathname.replace(/\/$/, '') + search;
}
