import { type DocumentCheck, fail, notApplicable, pass } from '../../check.js';
import { textEvidence } from '../../dom/evidence.js';
import { faultyRobotsLines } from '../../parity/robots-lines.js';

export const robots: DocumentCheck = {
  id: 'robots',
  name: 'Valid robots.txt',
  category: 'seo',
  importance: 'high',
  what: 'The robots.txt, if it exists, can be fetched and has no invalid lines.',
  why: 'Robots skip invalid lines, and avoid a site whose robots.txt returns an error.',
  fix: 'Correct the lines shown. Make /robots.txt return 200, or 404 if there is none.',
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
    const faults = faultyRobotsLines(body, { knowsContentSignal: true });
    const evidence = faults.map(({ line, text }) => textEvidence(text, line));
    const reasons = [...new Set(faults.map((fault) => fault.reason))];
    return faults.length === 0 ? pass() : fail('invalid_lines', { value: reasons, evidence });
  },
};
