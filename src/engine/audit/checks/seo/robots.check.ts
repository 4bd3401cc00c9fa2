import { counted } from '../../../../basics/quantities.js';
import { documentCheck, fail, notApplicable, pass } from '../../check.js';
import { textEvidence } from '../../dom/evidence.js';
import { faultyRobotsLines, type RobotsFault } from '../../parity/robots-lines.js';
import { listed } from '../../quoted.js';
import { ROBOTS_TXT_UNKNOWN } from '../../robots-txt/unknown.js';
import { isUnheard } from '../../surroundings.js';

const FAULTS: Readonly<Record<RobotsFault['reason'], string>> = {
  syntax: 'no colon',
  unknown_directive: 'unknown directive',
  no_user_agent: 'no user agent',
  pattern_start: 'path that starts with neither / nor *',
  dollar_inside: 'path with a $ before its end',
  sitemap_url: 'sitemap without an absolute URL',
  sitemap_protocol: 'sitemap with an unknown protocol',
};

export const robots = documentCheck({
  id: 'robots',
  name: 'Valid robots.txt',
  category: 'seo',
  importance: 'high',
  what: 'The robots.txt, if it exists, can be fetched and has no invalid lines.',
  why: 'Robots skip invalid lines, and avoid a site whose robots.txt returns an error.',
  fix: 'Correct the lines shown. Make /robots.txt return 200, or 404 if there is none.',
  source: 'https://www.rfc-editor.org/rfc/rfc9309',
  method: 'exact',
  value: { status: 'integer?', invalid_lines: 'integer', faults: 'texts' },
  messages: {
    pass: 'The robots.txt has no invalid lines.',
    unreachable: notLoaded,
    server_error: notLoaded,
    invalid_lines: ({ invalid_lines, faults }) =>
      `The robots.txt has ${counted(invalid_lines, 'invalid line')} (${namesOf(faults)}).`,
    absent: 'There is no robots.txt, or it is empty.',
    unknown: ROBOTS_TXT_UNKNOWN,
  },
  examples: {
    passes: { html: '', robotsTxt: { status: 200, body: 'User-agent: *\nDisallow: /private/' } },
    fails: { html: '', robotsTxt: { status: 200, body: 'Disallow: /private/' } },
  },
  run({ robotsTxt }) {
    const { status, body } = robotsTxt;
    if (isUnheard(robotsTxt)) return notApplicable('unknown');
    const unread = { status, invalid_lines: 0, faults: [] };
    if (status === null) return fail('unreachable', { value: unread });
    if (status >= 500 || status === 429) return fail('server_error', { value: unread });
    if (status >= 400 || body === '') return notApplicable('absent');
    const lines = faultyRobotsLines(body, { knowsOthers: true });
    const evidence = lines.map(({ line, text }) => textEvidence(text, line));
    const faults = [...new Set(lines.map(({ reason }) => reason))];
    const value = { status, invalid_lines: lines.length, faults };
    return lines.length === 0 ? pass(value) : fail('invalid_lines', { value, evidence });
  },
});

function notLoaded({ status }: { status: number | null }): string {
  return status === null
    ? 'The robots.txt could not be loaded.'
    : `The robots.txt returned status ${String(status)}.`;
}

function namesOf(faults: readonly string[]): string {
  const names = Object.entries(FAULTS).flatMap(([fault, name]) => (faults.includes(fault) ? name : []));
  return listed(names, names.length);
}
