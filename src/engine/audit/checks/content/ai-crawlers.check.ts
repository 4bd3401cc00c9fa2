import { documentCheck, notApplicable, pass, warn } from '../../check.js';
import { listed } from '../../quoted.js';
import { googleRobotsOf } from '../../robots-txt/google-robots.js';

/** Crawlers of language models, by their official names.
 *  @see https://developers.openai.com/api/docs/bots
 *  @see https://support.claude.com/en/articles/8896518
 *  @see https://developers.google.com/crawling/docs/crawlers-fetchers/google-common-crawlers */
const CRAWLERS = [
  'GPTBot',
  'OAI-SearchBot',
  'ChatGPT-User',
  'ClaudeBot',
  'Claude-User',
  'Claude-SearchBot',
  'Google-Extended',
  'PerplexityBot',
  'CCBot',
  'Applebot-Extended',
  'meta-externalagent',
  'Bytespider',
  'Amazonbot',
];

export const aiCrawlers = documentCheck({
  id: 'ai_crawlers',
  name: 'AI crawlers',
  category: 'content',
  importance: 'info',
  what: 'The robots.txt allows the crawlers of language models to fetch the page.',
  why: 'AI assistants can only quote pages that their crawlers may fetch. Some sites do not want that. Both are valid; this shows which one applies.',
  fix: 'Allow or disallow each crawler by name in robots.txt, as you prefer.',
  source: 'https://www.rfc-editor.org/rfc/rfc9309',
  method: 'exact',
  value: { allowed: 'texts', blocked: 'texts' },
  messages: {
    pass: `All ${String(CRAWLERS.length)} known AI crawlers may fetch the page.`,
    some_blocked: ({ allowed, blocked }) =>
      allowed.length === 0
        ? `None of the ${String(blocked.length)} known AI crawlers may fetch the page.`
        : `${String(blocked.length)} of ${String(CRAWLERS.length)} known AI crawlers may not fetch the page (${listed(blocked)}).`,
    unreachable: 'The robots.txt could not be loaded.',
  },
  examples: {
    passes: { html: '', robotsTxt: { status: 200, body: 'User-agent: *\nDisallow:' } },
    fails: { html: '', robotsTxt: { status: 200, body: 'User-agent: GPTBot\nDisallow: /' } },
  },
  run({ url, robotsTxt }) {
    if (robotsTxt.status === null) return notApplicable('unreachable');
    const robots = googleRobotsOf(robotsTxt);
    const allowed = CRAWLERS.filter((crawler) => robots.judge(url, crawler).isAllowed);
    const blocked = CRAWLERS.filter((crawler) => !allowed.includes(crawler));
    const value = { allowed, blocked };
    return blocked.length === 0 ? pass(value) : warn('some_blocked', { value });
  },
});
