import { attribute } from '../dom/dom.js';
import { headMetasNamed } from '../dom/head.js';
import { headerValues, type Page } from '../page.js';
import { type Agent, AGENTS, robotsTxtObstacles } from '../robots-txt/indexing.js';
import { preventsIndexing } from '../robots-txt/robots-directives.js';

/** Whether at least one robot may index a page, by Lighthouse's reading.
 *  @see https://developer.chrome.com/docs/lighthouse/seo/is-crawlable */
export function isCrawlable(page: Page): boolean {
  const headers = headerValues(page, 'x-robots-tag');
  const robotsTxt = robotsTxtObstacles(page);
  const isBlocked = (agent: Agent) =>
    isBlockedByMeta(page, agent) ||
    headers.some((header) => isBlockedByHeader(header, agent, page.loadedAtMs)) ||
    robotsTxt(agent).length > 0;
  return !AGENTS.every(isBlocked);
}

/** The first meta element for the agent counts, or else the first one for all robots. */
function isBlockedByMeta(page: Page, agent: Agent): boolean {
  const [own] = agent === undefined ? [] : headMetasNamed(page, agent.toLowerCase());
  const meta = own ?? headMetasNamed(page, 'robots')[0];
  return meta !== undefined && blocks(attribute(meta, 'content') ?? '', page.loadedAtMs);
}

/** The first directive with a colon is a user agent, in its exact case, unless it is unavailable_after. */
function isBlockedByHeader(header: string, agent: Agent, nowMs: number): boolean {
  const meant = /^([^,:]+):/.exec(header)?.[1];
  if (meant === undefined || meant.toLowerCase() === 'unavailable_after') return blocks(header, nowMs);
  return meant === agent && blocks(header.slice(meant.length + 1), nowMs);
}

/** Also a comma within a date ends a directive, and a space before it counts. */
function blocks(directives: string, nowMs: number): boolean {
  return directives.split(',').some((directive) => preventsIndexing(directive, nowMs, Date.parse));
}
