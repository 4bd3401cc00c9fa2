import { type Check, fail, notApplicable, pass } from '../../check.js';
import { textEvidence } from '../../dom/evidence.js';

const DIRECTIVES = new Set(
  'user-agent disallow allow sitemap crawl-delay clean-param host request-rate visit-time noindex content-signal'.split(
    ' ',
  ),
);
const SITEMAP_PROTOCOLS = new Set(['https:', 'http:', 'ftp:']);

export const robots: Check = {
  id: 'robots',
  category: 'seo',
  importance: 'high',
  what: 'The file robots.txt, where there is one, can be fetched and has no line that robots do not understand.',
  why: 'Robots skip what they do not understand, and stay away from a site whose robots.txt answers with an error.',
  fix: 'Correct the lines shown, and have /robots.txt answer 200, or 404 where there is none.',
  source: 'https://www.rfc-editor.org/rfc/rfc9309',
  method: 'exact',
  examples: {
    passes: { html: '', robotsTxt: { status: 200, body: 'User-agent: *\nDisallow: /private/' } },
    fails: { html: '', robotsTxt: { status: 200, body: 'Disallow: /private/' } },
  },
  run({ robotsTxt: { status, body } }) {
    if (status === null) return fail('unreachable');
    if (status >= 500) return fail('server_error', { value: status });
    if (status >= 400 || body === '') return notApplicable('absent');
    const faults = faultsIn(body);
    const evidence = faults.map(({ line, text }) => textEvidence(text, line));
    const reasons = [...new Set(faults.map((fault) => fault.reason))];
    return faults.length === 0 ? pass() : fail('invalid_lines', { value: reasons, evidence });
  },
};

interface Fault {
  readonly line: number;
  readonly text: string;
  readonly reason: string;
}

/** @see https://developer.chrome.com/docs/lighthouse/seo/invalid-robots-txt/ */
function faultsIn(body: string): Fault[] {
  const faults: Fault[] = [];
  let hasAgent = false;
  for (const [index, text] of body.split(/\r\n|\r|\n/).entries()) {
    const content = text.replace(/#.*$/s, '').trim();
    if (content === '') continue;
    const colon = content.indexOf(':');
    const name = content.slice(0, Math.max(0, colon)).trim().toLowerCase();
    const value = content.slice(colon + 1).trim();
    const reason =
      colon < 0
        ? 'syntax'
        : (faultOf(name, value) ?? (needsAgent(name) && !hasAgent ? 'no_user_agent' : null));
    if (reason !== null) faults.push({ line: index + 1, text, reason });
    if (name === 'user-agent' && value !== '') hasAgent = true;
  }
  return faults;
}

function needsAgent(name: string): boolean {
  return name === 'allow' || name === 'disallow';
}

function faultOf(name: string, value: string): string | null {
  if (!DIRECTIVES.has(name)) return 'unknown_directive';
  if (name === 'user-agent' && value === '') return 'no_user_agent';
  if (name === 'sitemap') return sitemapFault(value);
  if (!needsAgent(name) || value === '') return null;
  if (!/^[/*]/.test(value)) return 'pattern_start';
  return /\$./s.test(value) ? 'dollar_inside' : null;
}

function sitemapFault(value: string): string | null {
  if (!URL.canParse(value)) return 'sitemap_url';
  return SITEMAP_PROTOCOLS.has(new URL(value).protocol) ? null : 'sitemap_protocol';
}
