import { documentCheck, fail, notApplicable, pass } from '../../check.js';
import { textEvidence } from '../../dom/evidence.js';
import { quoted } from '../../quoted.js';
import { googleRobotsOf } from '../../robots-txt/google-robots.js';
import { lighthouseRobotsOf } from '../../robots-txt/lighthouse-robots.js';
import { ROBOTS_TXT_UNKNOWN } from '../../robots-txt/unknown.js';
import { isUnheard } from '../../surroundings.js';

export const robotsTxtGooglebot = documentCheck({
  id: 'robots_txt_googlebot',
  name: 'Googlebot and robots.txt',
  category: 'seo',
  importance: 'high',
  what: "The robots.txt lets Googlebot fetch the page, according to Google's own parser.",
  why: 'A page that Googlebot may not fetch can at best appear as a bare URL in search results.',
  fix: 'Remove the Disallow rule shown, or add a longer Allow rule for this URL. Make robots.txt return 200 or 404, not 5xx.',
  source: 'https://developers.google.com/crawling/docs/robots-txt/robots-txt-spec',
  method: 'exact',
  value: { status: 'integer?', pattern: 'text?', other_parsers_agree: 'flag?' },
  messages: {
    pass: ({ pattern }) =>
      pattern === null
        ? 'No rule in robots.txt keeps Googlebot from fetching the page.'
        : `The rule ${quoted(`Allow: ${pattern}`)} in robots.txt lets Googlebot fetch the page.`,
    unreachable: notLoaded,
    server_error: notLoaded,
    disallowed: ({ pattern, other_parsers_agree }) => {
      const rule = quoted(`Disallow: ${pattern ?? ''}`);
      const others = other_parsers_agree === false ? '; other parsers allow it' : '';
      return `The rule ${rule} in robots.txt keeps Googlebot from fetching the page${others}.`;
    },
    absent: 'There is no robots.txt, or it is empty.',
    unknown: ROBOTS_TXT_UNKNOWN,
  },
  examples: {
    passes: { html: '', robotsTxt: { status: 200, body: 'User-agent: *\nDisallow: /private/' } },
    fails: { html: '', robotsTxt: { status: 200, body: 'User-agent: Googlebot\nDisallow: /' } },
  },
  run({ url, robotsTxt }) {
    const { status, body } = robotsTxt;
    if (isUnheard(robotsTxt)) return notApplicable('unknown');
    const unread = { status, pattern: null, other_parsers_agree: null };
    if (status === null) return fail('unreachable', { value: unread });
    if (status >= 500 || status === 429) return fail('server_error', { value: unread });
    if (status >= 300 || body === '') return notApplicable('absent');
    const { isAllowed, pattern, line } = googleRobotsOf(robotsTxt).judge(url, 'Googlebot');
    if (isAllowed) return pass({ status, pattern, other_parsers_agree: null });
    const others = lighthouseRobotsOf(robotsTxt).decide(url, 'Googlebot')?.allows ?? true;
    const evidence = [textEvidence(`Disallow: ${pattern ?? ''}`, line)];
    return fail('disallowed', { value: { status, pattern, other_parsers_agree: !others }, evidence });
  },
});

function notLoaded({ status }: { status: number | null }): string {
  const cause = status === null ? 'could not be loaded' : `returned status ${String(status)}`;
  return `The robots.txt ${cause}, so Googlebot may not fetch the page.`;
}
