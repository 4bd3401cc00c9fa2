const BLOCKING = new Set(['noindex', 'none']);
const UNAVAILABLE_AFTER = 'unavailable_after';

/** Whether a list of robots directives, without a user agent, prevents indexing.
 *  @param nowMs milliseconds since 1970
 *  @see https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag */
export function blocksIndexing(directives: string, nowMs: number): boolean {
  return directives
    .split(',')
    .map((directive) => directive.toLowerCase().trim())
    .some((directive) => BLOCKING.has(directive) || isExpired(directive, nowMs));
}

/** How to read headers: as Google documents it, or with Lighthouse's quirks. */
export type Reading = 'standard' | 'lighthouse';

/** Directives with a colon, which are not user agents. */
const WITH_VALUE = new Set([UNAVAILABLE_AFTER, 'max-snippet', 'max-image-preview', 'max-video-preview']);

/** User agent of an X-Robots-Tag header; undefined: all. Lighthouse treats any first directive with a colon as a user
 *  agent, except unavailable_after. */
export function agentOf(header: string, reading: Reading): string | undefined {
  const agent = /^([^,:]+):/.exec(header)?.[1];
  if (agent === undefined) return undefined;
  const isDirective =
    reading === 'standard'
      ? WITH_VALUE.has(agent.trim().toLowerCase())
      : agent.toLowerCase() === UNAVAILABLE_AFTER;
  return isDirective ? undefined : agent;
}

function isExpired(directive: string, nowMs: number): boolean {
  const [name, ...rest] = directive.split(':');
  if (name !== UNAVAILABLE_AFTER || rest.length === 0) return false;
  const date = Date.parse(rest.join(':'));
  return !Number.isNaN(date) && date < nowMs;
}
