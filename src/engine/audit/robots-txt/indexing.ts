import { type Place } from '../check.js';
import { attribute, type Element } from '../dom/dom.js';
import { textEvidence } from '../dom/evidence.js';
import { headMetas } from '../dom/head.js';
import { headerValues, type Page } from '../page.js';
import { agentOf, blocksIndexing, type Reading } from './robots-directives.js';
import { lighthouseRobotsOf } from './lighthouse-robots.js';

/** undefined: any other robot. */
export const AGENTS = [undefined, 'Googlebot', 'bingbot', 'DuckDuckBot', 'archive.org_bot'] as const;
export type Agent = (typeof AGENTS)[number];

/** Returns the obstacles that prevent a robot from indexing a page.
 *  @see https://developer.chrome.com/docs/lighthouse/seo/is-crawlable */
export function obstaclesOn(page: Page, reading: Reading = 'standard'): (agent: Agent) => Place[] {
  const metas = headMetas(page);
  const headers = headerValues(page, 'x-robots-tag');
  const { status, body } = page.robotsTxt;
  const isFound = status !== null && status >= 200 && status < 300 && body !== '';
  const ruleFor = (agent: Agent) =>
    isFound ? lighthouseRobotsOf(page.robotsTxt).decide(page.url, agent) : null;
  return (agent) => [
    ...metaObstacles(page, metas, agent),
    ...headers
      .filter((header) => isBlockedBy(header, agent, { reading, nowMs: page.loadedAtMs }))
      .map((h) => textEvidence(`X-Robots-Tag: ${h}`)),
    ...[ruleFor(agent)].flatMap((rule) =>
      rule?.allows === false ? [textEvidence('robots.txt', rule.line)] : [],
    ),
  ];
}

/** Whether at least one robot may index a page. */
export function isIndexable(page: Page, reading: Reading = 'standard'): boolean {
  const obstacles = obstaclesOn(page, reading);
  return AGENTS.some((agent) => obstacles(agent).length === 0);
}

/** The first meta element for the agent counts, or else the first one for all robots. */
function metaObstacles(page: Page, metas: readonly Element[], agent: Agent): Place[] {
  const named = (name: string) => metas.find((meta) => attribute(meta, 'name')?.toLowerCase() === name);
  const meta = (agent === undefined ? undefined : named(agent.toLowerCase())) ?? named('robots');
  if (!meta || !blocksIndexing(attribute(meta, 'content') ?? '', page.loadedAtMs)) return [];
  return [meta];
}

function isBlockedBy(
  header: string,
  agent: Agent,
  { reading, nowMs }: { reading: Reading; nowMs: number },
): boolean {
  const meant = agentOf(header, reading);
  if (meant === undefined) return blocksIndexing(header, nowMs);
  const isMeant =
    reading === 'standard' ? meant.trim().toLowerCase() === agent?.toLowerCase() : meant === agent;
  return isMeant && blocksIndexing(header.slice(meant.length + 1), nowMs);
}
