const BLOCKING = new Set(['noindex', 'none']);
const UNAVAILABLE_AFTER = 'unavailable_after';

/** Whether a list of robots directives, without a user agent before it, keeps a page out of the index.
 *  @param nowMs milliseconds since 1970
 *  @see https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag */
export function blocksIndexing(directives: string, nowMs: number): boolean {
  return directives
    .split(',')
    .map((directive) => directive.toLowerCase().trim())
    .some((directive) => BLOCKING.has(directive) || isExpired(directive, nowMs));
}

/** User agent that an X-Robots-Tag header is for; undefined: for all.
 *  A first directive with a colon reads as a user agent too, except unavailable_after. */
export function agentOf(header: string): string | undefined {
  const agent = /^([^,:]+):/.exec(header)?.[1];
  return agent?.toLowerCase() === UNAVAILABLE_AFTER ? undefined : agent;
}

function isExpired(directive: string, nowMs: number): boolean {
  const [name, ...rest] = directive.split(':');
  if (name !== UNAVAILABLE_AFTER || rest.length === 0) return false;
  const date = Date.parse(rest.join(':'));
  return !Number.isNaN(date) && date < nowMs;
}
