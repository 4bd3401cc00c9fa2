import { type Check, fail, pass, type Place, warn } from '../../check.js';
import { attribute } from '../../dom/dom.js';
import { textEvidence } from '../../dom/evidence.js';
import { headMetas } from '../../dom/head.js';
import { headerValues, type Page } from '../../page.js';
import { parseRobots } from './robots-parser.js';
import { agentOf, blocksIndexing } from './robots-directives.js';

/** undefined stands for every robot that is not named. */
const AGENTS = [undefined, 'Googlebot', 'bingbot', 'DuckDuckBot', 'archive.org_bot'] as const;
type Agent = (typeof AGENTS)[number];

export const indexable: Check = {
  id: 'indexable',
  category: 'seo',
  importance: 'high',
  what: 'At least one search engine may index the page.',
  why: 'A page that robots must not index or fetch does not appear in search results, whatever else is right with it.',
  fix: 'Remove noindex and none from robots meta elements and X-Robots-Tag headers, and the Disallow rule that matches this address from robots.txt.',
  source: 'https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag',
  method: 'exact',
  scoreCap: 49,
  examples: {
    passes: { html: '<head><meta name="robots" content="index, nosnippet"></head>' },
    fails: { html: '<head><meta name="robots" content="noindex"></head>' },
  },
  run(page) {
    const obstacles = obstaclesOn(page);
    const blocked = AGENTS.map((agent) => ({ agent, evidence: obstacles(agent) })).filter(
      (b) => b.evidence.length > 0,
    );
    const names = blocked.map(({ agent }) => agent ?? '*');
    if (blocked.length === 0) return pass([]);
    const evidence = blocked[0]?.evidence ?? [];
    return blocked.length === AGENTS.length
      ? fail('blocked_for_all', { value: names, evidence })
      : warn('blocked_for_some', { value: names, evidence });
  },
};

function obstaclesOn(page: Page): (agent: Agent) => Place[] {
  const metas = headMetas(page);
  const headers = headerValues(page, 'x-robots-tag');
  const { status, body } = page.robotsTxt;
  const isFound = status !== null && status >= 200 && status < 300 && body !== '';
  const robots = isFound ? parseRobots(new URL('/robots.txt', page.url).href, body) : null;
  return (agent) => [
    ...metaObstacles(page, metas, agent),
    ...headers
      .filter((header) => isBlockedBy(header, agent, page.loadedAtMs))
      .map((h) => textEvidence(`X-Robots-Tag: ${h}`)),
    ...(robots && robots.isAllowed(page.url, agent) !== true
      ? [textEvidence('robots.txt', Math.max(1, robots.getMatchingLineNumber(page.url, agent)))]
      : []),
  ];
}

/** The first meta element for the agent counts; without one, the first for all. */
function metaObstacles(page: Page, metas: ReturnType<typeof headMetas>, agent: Agent): Place[] {
  const named = (name: string) => metas.find((meta) => attribute(meta, 'name')?.toLowerCase() === name);
  const meta = (agent === undefined ? undefined : named(agent.toLowerCase())) ?? named('robots');
  if (!meta || !blocksIndexing(attribute(meta, 'content') ?? '', page.loadedAtMs)) return [];
  return [meta];
}

function isBlockedBy(header: string, agent: Agent, nowMs: number): boolean {
  const meant = agentOf(header);
  if (meant !== undefined && meant !== agent) return false;
  return blocksIndexing(meant === undefined ? header : header.slice(meant.length + 1), nowMs);
}
