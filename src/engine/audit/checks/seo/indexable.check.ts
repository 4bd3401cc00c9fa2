import { documentCheck, fail, pass, warn } from '../../check.js';
import { listed } from '../../quoted.js';
import { AGENTS, obstaclesOn } from '../../robots-txt/indexing.js';

/** Display names by the name in robots.txt, in the order of a message. */
const ROBOT_NAMES: Readonly<Record<NonNullable<(typeof AGENTS)[number]> | '*', string>> = {
  Googlebot: 'Googlebot',
  bingbot: 'Bingbot',
  DuckDuckBot: 'DuckDuckBot',
  'archive.org_bot': 'the Internet Archive',
  '*': 'all other robots',
};

export const indexable = documentCheck({
  id: 'indexable',
  name: 'Indexing allowed',
  category: 'seo',
  importance: 'high',
  what: 'At least one search engine may index the page.',
  why: 'A page that robots may not index or fetch does not appear in search results, however good it is.',
  fix: 'Remove noindex and none from robots meta elements and X-Robots-Tag headers, and remove the Disallow rule for this URL from robots.txt.',
  source: 'https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag',
  method: 'exact',
  scoreCap: 49,
  value: { blocked_robots: 'texts' },
  messages: {
    pass: 'Search engines may index the page.',
    blocked_for_all: 'No search engine may index the page.',
    blocked_for_some: ({ blocked_robots }) =>
      `Not every search engine may index the page (blocked: ${namesOf(blocked_robots)}).`,
  },
  examples: {
    passes: { html: '<head><meta name="robots" content="index, nosnippet"></head>' },
    fails: { html: '<head><meta name="robots" content="noindex"></head>' },
  },
  run(page) {
    const obstacles = obstaclesOn(page);
    const blocked = AGENTS.map((agent) => ({ agent, evidence: obstacles(agent) })).filter(
      (b) => b.evidence.length > 0,
    );
    const value = { blocked_robots: blocked.map(({ agent }) => agent ?? '*') };
    if (blocked.length === 0) return pass(value);
    const evidence = blocked[0]?.evidence ?? [];
    return blocked.length === AGENTS.length
      ? fail('blocked_for_all', { value, evidence })
      : warn('blocked_for_some', { value, evidence });
  },
});

function namesOf(robots: readonly string[]): string {
  const names = Object.entries(ROBOT_NAMES).flatMap(([robot, name]) => (robots.includes(robot) ? name : []));
  return listed(names, AGENTS.length);
}
