import { preloadedEndingOf } from '../../preloaded-endings.js';
import { counted } from '../../../../basics/quantities.js';
import { documentCheck, fail, notApplicable, pass, warn } from '../../check.js';
import { textEvidence } from '../../dom/evidence.js';
import { headerValues } from '../../page.js';
import { quoted } from '../../quoted.js';

/** 180 days.
 *  @see https://github.com/mdn/mdn-http-observatory/blob/main/src/analyzer/tests/strict-transport-security.js */
const MIN_MAX_AGE_SECONDS = 15_552_000;
const DAY_SECONDS = 86_400;

export const hsts = documentCheck({
  id: 'hsts',
  name: 'Strict-Transport-Security',
  category: 'security',
  importance: 'medium',
  what: 'Strict-Transport-Security makes browsers use https for at least 180 days, unless the top-level domain does.',
  why: 'Without it, the first request of each visit can go over plain http, where it can be intercepted.',
  fix: 'Send "Strict-Transport-Security: max-age=31536000; includeSubDomains" with every https response.',
  source: 'https://www.rfc-editor.org/rfc/rfc6797#section-6.1',
  method: 'exact',
  value: { max_age_seconds: 'integer?', preloaded_ending: 'text?' },
  messages: {
    pass: ({ max_age_seconds, preloaded_ending }) =>
      preloaded_ending
        ? `Browsers use https for all addresses that end in ${quoted(`.${preloaded_ending}`)}.`
        : `Strict-Transport-Security makes browsers use https for ${durationText(max_age_seconds)}.`,
    too_short: ({ max_age_seconds }) =>
      max_age_seconds === 0
        ? 'Strict-Transport-Security has max-age=0, which turns it off; it should last at least 180 days.'
        : `Strict-Transport-Security lasts ${durationText(max_age_seconds)}; it should last at least 180 days.`,
    sent_twice: (_value, { places }) =>
      `The response has ${counted(places, 'Strict-Transport-Security header')}; browsers only use the first one.`,
    missing: 'The response has no Strict-Transport-Security header.',
    invalid:
      'The Strict-Transport-Security header is malformed or has no valid max-age, so browsers ignore it.',
    invalid_certificate: 'The certificate is not valid, so browsers ignore Strict-Transport-Security.',
    plain_http: 'The page was loaded over plain http, where browsers ignore Strict-Transport-Security.',
  },
  examples: {
    passes: { html: '', headers: [['strict-transport-security', 'max-age=31536000']] },
    fails: { html: '' },
  },
  run(page) {
    if (!page.url.startsWith('https:')) return notApplicable('plain_http');
    const values = headerValues(page, 'strict-transport-security');
    const evidence = values.map((value) => textEvidence(`Strict-Transport-Security: ${value}`));
    const [header] = values;
    const max_age_seconds = header === undefined ? null : maxAgeOf(header);
    const preloaded_ending = preloadedEndingOf(new URL(page.url).hostname);
    const value = { max_age_seconds, preloaded_ending };
    if (page.tls?.isVerified !== true) return fail('invalid_certificate', { value });
    if (preloaded_ending !== null) return pass(value);
    if (header === undefined) return fail('missing', { value });
    if (max_age_seconds === null) return fail('invalid', { value, evidence });
    if (max_age_seconds < MIN_MAX_AGE_SECONDS) return fail('too_short', { value, evidence });
    return values.length > 1 ? warn('sent_twice', { value, evidence }) : pass(value);
  },
});

/** max-age in seconds; null if the header is invalid by RFC 6797, so that browsers ignore it. */
function maxAgeOf(header: string): number | null {
  const seen = new Map<string, string>();
  for (const directive of header.split(';').map((part) => part.trim())) {
    if (directive === '') continue;
    const match = /^([!#$%&'*+\-.^_`|~\w]+)(?:\s*=\s*("[^"]*"|[!#$%&'*+\-.^_`|~\w]+))?$/.exec(directive);
    const name = match?.[1]?.toLowerCase();
    if (name === undefined || seen.has(name)) return null;
    seen.set(name, match?.[2]?.replaceAll('"', '') ?? '');
  }
  const maxAge = seen.get('max-age');
  return maxAge !== undefined && /^\d+$/.test(maxAge)
    ? Math.min(Number(maxAge), Number.MAX_SAFE_INTEGER)
    : null;
}

function durationText(seconds: number | null): string {
  return seconds === null || seconds < DAY_SECONDS
    ? counted(seconds ?? 0, 'second')
    : counted(Math.floor(seconds / DAY_SECONDS), 'day');
}
