import { type Place } from '../check.js';
import { attribute } from '../dom/dom.js';
import { textEvidence } from '../dom/evidence.js';
import { metadata } from '../dom/head.js';
import { documentUrlOf, headerValues, type Page } from '../page.js';
import { lighthouseRobotsOf } from './lighthouse-robots.js';
import { directivesOf, preventsIndexing, sentDirectives } from './robots-directives.js';

/** undefined: any other robot. */
export const AGENTS = [undefined, 'Googlebot', 'bingbot', 'DuckDuckBot', 'archive.org_bot'] as const;
export type Agent = (typeof AGENTS)[number];

/** Returns the obstacles that prevent a robot from indexing a page. The rules for all robots and those for one of them add
 *  up, so the strictest one applies.
 *  @see https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag */
export function obstaclesOn(page: Page): (agent: Agent) => Place[] {
  const prevents = (directive: string) => preventsIndexing(directive, page.loadedAtMs);
  const metas = metadata(page)
    .filter((meta) => directivesOf(attribute(meta, 'content') ?? '').some(prevents))
    .map((meta) => ({ meta, name: attribute(meta, 'name')?.trim().toLowerCase() ?? '' }));
  const headers = headerValues(page, 'x-robots-tag');
  const robotsTxt = robotsTxtObstacles(page);
  return (agent) => {
    const name = agent?.toLowerCase();
    return [
      ...metas.filter((each) => each.name === 'robots' || each.name === name).map(({ meta }) => meta),
      ...headers
        .filter((header) => sentDirectives(header, (meant) => meant === name).some(prevents))
        .map((header) => textEvidence(`X-Robots-Tag: ${header}`)),
      ...robotsTxt(agent),
    ];
  };
}

/** The line of robots.txt that forbids a robot to fetch a page. */
export function robotsTxtObstacles(page: Page): (agent: Agent) => Place[] {
  const { robotsTxt } = page;
  const { status, body } = robotsTxt;
  if (status === null || status < 200 || status >= 300 || body === '') return () => [];
  const robots = lighthouseRobotsOf(robotsTxt);
  return (agent) => {
    const rule = robots.decide(documentUrlOf(page), agent);
    return rule?.allows === false ? [textEvidence('robots.txt', rule.line)] : [];
  };
}

/** Whether at least one robot may index a page. */
export function isIndexable(page: Page): boolean {
  const obstacles = obstaclesOn(page);
  return AGENTS.some((agent) => obstacles(agent).length === 0);
}
