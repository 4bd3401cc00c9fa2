import { documentCheck, fail, pass } from '../../check.js';
import { textEvidence } from '../../dom/evidence.js';
import { referrerPolicyOf } from '../../parity/referrer-policy.js';
import { quoted } from '../../quoted.js';

/** Leaking policies that send whole URLs to other sites. */
const FULL_URL = new Set(['unsafe-url', 'no-referrer-when-downgrade']);

export const referrerPolicy = documentCheck({
  id: 'referrer_policy',
  name: 'Referrer-Policy',
  category: 'security',
  importance: 'low',
  what: 'The referrer policy, if any, sends no more than the origin to other sites.',
  why: 'Full URLs can contain names, search terms and keys. Without a policy, browsers send only the origin.',
  fix: 'Send "Referrer-Policy: strict-origin-when-cross-origin" or a stricter policy.',
  source: 'https://www.w3.org/TR/referrer-policy/',
  method: 'exact',
  value: { policy: 'text?' },
  messages: {
    pass: ({ policy }) =>
      policy === null
        ? 'The page has no referrer policy, so browsers send only the origin to other sites.'
        : `The referrer policy is ${quoted(policy)}, which sends no more than the origin to other sites.`,
    leaking: ({ policy }) =>
      FULL_URL.has(policy ?? '')
        ? `The referrer policy is ${quoted(policy ?? '')}, which sends the full URL of the page to other sites.`
        : `The referrer policy is ${quoted(policy ?? '')}, which sends the origin even over unencrypted http.`,
    unknown: ({ policy }) =>
      `Browsers do not know the referrer policy ${quoted(policy ?? '')} and ignore it.`,
  },
  examples: {
    passes: { html: '', headers: [['referrer-policy', 'no-referrer']] },
    fails: { html: '', headers: [['referrer-policy', 'unsafe-url']] },
  },
  run(page) {
    const { kind, policy, element } = referrerPolicyOf(page);
    const value = { policy };
    if (kind === 'absent' || kind === 'private') return pass(value);
    const evidence = [element ?? textEvidence(`Referrer-Policy: ${policy ?? ''}`)];
    return fail(kind, { value, evidence });
  },
});
