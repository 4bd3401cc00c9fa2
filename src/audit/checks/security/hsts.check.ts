import { type DocumentCheck, fail, notApplicable, pass, warn } from '../../check.js';
import { textEvidence } from '../../dom/evidence.js';
import { headerValues } from '../../page.js';

/** 180 days.
 *  @see https://github.com/mdn/mdn-http-observatory/blob/main/src/analyzer/tests/strict-transport-security.js */
const MIN_MAX_AGE_SECONDS = 15_552_000;

export const hsts: DocumentCheck = {
  id: 'hsts',
  name: 'Strict-Transport-Security',
  category: 'security',
  importance: 'medium',
  what: 'Strict-Transport-Security makes browsers use https for at least 180 days.',
  why: 'Without it, the first request of each visit can go over plain http, where it can be intercepted.',
  fix: 'Send "Strict-Transport-Security: max-age=31536000; includeSubDomains" with every https response.',
  source: 'https://www.rfc-editor.org/rfc/rfc6797#section-6.1',
  method: 'exact',
  examples: {
    passes: { html: '', headers: [['strict-transport-security', 'max-age=31536000']] },
    fails: { html: '' },
  },
  run(page) {
    if (!page.url.startsWith('https:')) return notApplicable('plain_http');
    if (page.tls?.isVerified !== true) return fail('invalid_certificate');
    const values = headerValues(page, 'strict-transport-security');
    const evidence = values.map((value) => textEvidence(`Strict-Transport-Security: ${value}`));
    const [value] = values;
    if (value === undefined) return fail('missing');
    const maxAge = maxAgeOf(value);
    if (maxAge === null) return fail('invalid', { evidence });
    if (maxAge < MIN_MAX_AGE_SECONDS) return fail('too_short', { value: maxAge, evidence });
    return values.length > 1 ? warn('sent_twice', { value: maxAge, evidence }) : pass(maxAge);
  },
};

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
  return maxAge !== undefined && /^\d+$/.test(maxAge) ? Number(maxAge) : null;
}
