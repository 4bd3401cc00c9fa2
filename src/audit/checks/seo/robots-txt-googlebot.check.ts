import { type DocumentCheck, fail, notApplicable, pass } from '../../check.js';
import { textEvidence } from '../../dom/evidence.js';
import { googleRobotsOf } from '../../robots-txt/google-robots.js';
import { lighthouseRobotsOf } from '../../robots-txt/lighthouse-robots.js';

export const robotsTxtGooglebot: DocumentCheck = {
  id: 'robots_txt_googlebot',
  name: 'Googlebot and robots.txt',
  category: 'seo',
  importance: 'high',
  what: "The robots.txt lets Googlebot fetch the page, according to Google's own parser.",
  why: 'A page that Googlebot may not fetch can at best appear as a bare URL in search results.',
  fix: 'Remove the Disallow rule shown, or add a longer Allow rule for this URL. Make robots.txt return 200 or 404, not 5xx.',
  source: 'https://developers.google.com/crawling/docs/robots-txt/robots-txt-spec',
  method: 'exact',
  examples: {
    passes: { html: '', robotsTxt: { status: 200, body: 'User-agent: *\nDisallow: /private/' } },
    fails: { html: '', robotsTxt: { status: 200, body: 'User-agent: Googlebot\nDisallow: /' } },
  },
  run({ url, robotsTxt }) {
    const { status, body } = robotsTxt;
    if (status === null) return fail('unreachable');
    if (status >= 500 || status === 429) return fail('server_error', { value: status });
    if (status >= 300 || body === '') return notApplicable('absent');
    const { isAllowed, pattern, line } = googleRobotsOf(robotsTxt).judge(url, 'Googlebot');
    if (isAllowed) return pass(pattern);
    const others = lighthouseRobotsOf(robotsTxt).decide(url, 'Googlebot')?.allows ?? true;
    const evidence = [textEvidence(`Disallow: ${pattern ?? ''}`, line)];
    return fail('disallowed', { value: { pattern, other_parsers_agree: !others }, evidence });
  },
};
