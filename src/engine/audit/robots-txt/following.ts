import { attribute } from '../dom/dom.js';
import { headMetas } from '../dom/head.js';
import { headerValues, type Page } from '../page.js';
import { OWN_AGENT } from './own-agent.js';
import { agentOf } from './robots-directives.js';

const BLOCKING = new Set(['nofollow', 'none']);
const OWN_NAME = OWN_AGENT.toLowerCase();
const META_NAMES = new Set(['robots', OWN_NAME]);

/** Whether our crawler may follow the links of a page, by its robots meta elements and X-Robots-Tag headers. As for Google,
 *  the rules for all robots and those for our own add up, so the strictest one applies.
 *  @see https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag */
export function isFollowed(page: Page): boolean {
  const metas = headMetas(page)
    .filter((meta) => META_NAMES.has(attribute(meta, 'name')?.trim().toLowerCase() ?? ''))
    .map((meta) => attribute(meta, 'content') ?? '');
  const directives = metas.flatMap((content) => content.split(','));
  const sent = headerValues(page, 'x-robots-tag').flatMap(ownDirectives);
  return ![...directives, ...sent].some((directive) => BLOCKING.has(directive.trim().toLowerCase()));
}

/** Directives of a header for all robots and for our own. A user agent applies to all that follow it:
 *  `otherbot: noindex, nofollow, pagegrade: none`. */
function ownDirectives(header: string): string[] {
  let isMeant = true;
  return header.split(',').flatMap((part) => {
    const agent = userAgentOf(part);
    if (agent !== undefined) isMeant = agent.trim().toLowerCase() === OWN_NAME;
    return isMeant ? [agent === undefined ? part : part.slice(agent.length + 1)] : [];
  });
}

/** Dates have colons and commas as well: `unavailable_after: Sat, 28 Nov 2026 15:00:00 GMT`. */
function userAgentOf(part: string): string | undefined {
  const agent = agentOf(part, 'standard');
  return agent === undefined || /\s/.test(agent.trim()) ? undefined : agent;
}
