import { parsedUrl } from '../../../basics/url.js';
const DIRECTIVES = new Set(
  'user-agent disallow allow sitemap crawl-delay clean-param host request-rate visit-time noindex'.split(' '),
);
const SITEMAP_PROTOCOLS = new Set(['https:', 'http:', 'ftp:']);

/** An invalid line. */
export interface RobotsFault {
  /** From 1. */
  readonly line: number;
  readonly text: string;
  readonly reason:
    | 'syntax'
    | 'unknown_directive'
    | 'no_user_agent'
    | 'pattern_start'
    | 'dollar_inside'
    | 'sitemap_url'
    | 'sitemap_protocol';
}

/** Records of other programs than search engines, which Lighthouse 12 doesn't know.
 *  @see https://www.rfc-editor.org/rfc/rfc9309#section-2.2.4 */
const OTHER_RECORDS = new Set('content-signal content-usage license schemamap'.split(' '));

/** Invalid lines of a robots.txt.
 *  @see https://developer.chrome.com/docs/lighthouse/seo/invalid-robots-txt/ */
export function faultyRobotsLines(body: string, { knowsOthers }: { knowsOthers: boolean }): RobotsFault[] {
  const faults: RobotsFault[] = [];
  let hasAgent = false;
  const directives = knowsOthers ? new Set([...DIRECTIVES, ...OTHER_RECORDS]) : DIRECTIVES;
  for (const [index, text] of body.split(/\r\n|\r|\n/).entries()) {
    const content = text.replace(/#.*$/s, '').trim();
    if (content === '') continue;
    const colon = content.indexOf(':');
    const name = content.slice(0, Math.max(0, colon)).trim().toLowerCase();
    const value = content.slice(colon + 1).trim();
    const reason =
      colon < 0
        ? 'syntax'
        : (directiveFault({ name, value, directives }) ??
          (needsAgent(name) && !hasAgent ? 'no_user_agent' : null));
    if (reason !== null) faults.push({ line: index + 1, text, reason });
    if (name === 'user-agent' && value !== '') hasAgent = true;
  }
  return faults;
}

function needsAgent(name: string): boolean {
  return name === 'allow' || name === 'disallow';
}

function directiveFault({
  name,
  value,
  directives,
}: {
  name: string;
  value: string;
  directives: ReadonlySet<string>;
}): RobotsFault['reason'] | null {
  if (!directives.has(name)) return 'unknown_directive';
  if (name === 'user-agent' && value === '') return 'no_user_agent';
  if (name === 'sitemap') return sitemapFault(value);
  if (!needsAgent(name) || value === '') return null;
  if (!/^[/*]/.test(value)) return 'pattern_start';
  return /\$./s.test(value) ? 'dollar_inside' : null;
}

function sitemapFault(value: string): RobotsFault['reason'] | null {
  const url = parsedUrl(value);
  if (!url) return 'sitemap_url';
  return SITEMAP_PROTOCOLS.has(url.protocol) ? null : 'sitemap_protocol';
}
