import { attribute } from '../dom/dom.js';
import { metadata } from '../dom/head.js';
import { headerValues, type Page } from '../page.js';
import { OWN_AGENT } from './own-agent.js';
import { directivesOf, sentDirectives } from './robots-directives.js';

const BLOCKING = new Set(['nofollow', 'none']);
const OWN_NAME = OWN_AGENT.toLowerCase();
const META_NAMES = new Set(['robots', OWN_NAME]);

/** Whether our crawler may follow the links of a page, by its robots meta elements and X-Robots-Tag headers. As for Google,
 *  the rules for all robots and those for our own add up, so the strictest one applies.
 *  @see https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag */
export function isFollowed(page: Page): boolean {
  const metas = metadata(page)
    .filter((meta) => META_NAMES.has(attribute(meta, 'name')?.trim().toLowerCase() ?? ''))
    .flatMap((meta) => directivesOf(attribute(meta, 'content') ?? ''));
  const sent = headerValues(page, 'x-robots-tag').flatMap((header) =>
    sentDirectives(header, (agent) => agent === OWN_NAME),
  );
  return ![...metas, ...sent].some((directive) => BLOCKING.has(directive.trim().toLowerCase()));
}
