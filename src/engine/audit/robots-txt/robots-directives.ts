const BLOCKING = new Set(['noindex', 'none']);
const UNAVAILABLE_AFTER = 'unavailable_after';
/** Directives with a colon, which are not user agents. */
const WITH_VALUE = new Set([UNAVAILABLE_AFTER, 'max-snippet', 'max-image-preview', 'max-video-preview']);
/** A part of a list that ends within a date: `unavailable_after: Wed, 01 Jan 2020 00:00:00 GMT`. */
const ENDS_IN_DATE = /unavailable_after\s*:\s*(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*\s*$/i;

/** The directives of a robots meta element.
 *  @see https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag */
export function directivesOf(content: string): string[] {
  const directives: string[] = [];
  for (const part of content.split(',')) {
    const last = directives.at(-1);
    if (last !== undefined && ENDS_IN_DATE.test(last)) directives.splice(-1, 1, `${last},${part}`);
    else directives.push(part);
  }
  return directives;
}

/** The directives of an X-Robots-Tag header for all robots and for those that are meant. A user agent applies to all that
 *  follow it: `otherbot: noindex, nofollow, googlebot: none`.
 *  @param isMeant whether a user agent, in lower case, is meant */
export function sentDirectives(header: string, isMeant: (agent: string) => boolean): string[] {
  let isForUs = true;
  return directivesOf(header).flatMap((directive) => {
    const agent = userAgentOf(directive);
    if (agent !== undefined) isForUs = isMeant(agent.trim().toLowerCase());
    return isForUs ? [agent === undefined ? directive : directive.slice(agent.length + 1)] : [];
  });
}

/** Whether a directive, without a user agent, prevents indexing.
 *  @param nowMs milliseconds since 1970
 *  @param timeOf when the date in a directive is, likewise; NaN: it is none */
export function preventsIndexing(directive: string, nowMs: number, timeOf = timeIn): boolean {
  const [name = '', ...rest] = directive.trim().split(':');
  if (rest.length === 0) return BLOCKING.has(name.toLowerCase());
  if (name.toLowerCase() !== UNAVAILABLE_AFTER) return false;
  return timeOf(rest.join(':')) < nowMs;
}

function timeIn(text: string): number {
  return Date.parse(text.trim());
}

function userAgentOf(directive: string): string | undefined {
  const agent = /^([^:]+):/.exec(directive)?.[1];
  const name = agent?.trim().toLowerCase() ?? '';
  return WITH_VALUE.has(name) || /\s/.test(name) ? undefined : agent;
}
