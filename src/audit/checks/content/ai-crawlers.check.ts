import { type DocumentCheck, notApplicable, pass, warn } from '../../check.js';
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

export const aiCrawlers: DocumentCheck = {
  id: 'ai_crawlers',
  name: 'AI crawlers',
  category: 'content',
  importance: 'info',
  what: 'The robots.txt allows the crawlers of language models to fetch the page.',
  why: 'AI assistants can only quote pages that their crawlers may fetch. Some sites do not want that. Both are valid; this shows which one applies.',
  fix: 'Allow or disallow each crawler by name in robots.txt, as you prefer.',
  source: 'https://www.rfc-editor.org/rfc/rfc9309',
  method: 'exact',
  examples: {
    passes: { html: '', robotsTxt: { status: 200, body: 'User-agent: *\nDisallow:' } },
    fails: { html: '', robotsTxt: { status: 200, body: 'User-agent: GPTBot\nDisallow: /' } },
  },
  run({ url, robotsTxt }) {
    if (robotsTxt.status === null) return notApplicable('unreachable');
    const robots = googleRobotsOf(robotsTxt);
    const blocked = CRAWLERS.filter((crawler) => !robots.judge(url, crawler).isAllowed);
    return blocked.length === 0 ? pass(CRAWLERS) : warn('some_blocked', { value: blocked });
  },
};
