import { type DocumentCheck, fail, pass } from '../../check.js';
import { textEvidence } from '../../dom/evidence.js';
import { referrerPolicyOf } from '../../parity/referrer-policy.js';

export const referrerPolicy: DocumentCheck = {
  id: 'referrer_policy',
  name: 'Referrer-Policy',
  category: 'security',
  importance: 'low',
  what: 'The referrer policy, if any, sends no more than the origin to other sites.',
  why: 'Full URLs can contain names, search terms and keys. Without a policy, browsers send only the origin.',
  fix: 'Send "Referrer-Policy: strict-origin-when-cross-origin" or a stricter policy.',
  source: 'https://www.w3.org/TR/referrer-policy/',
  method: 'exact',
  examples: {
    passes: { html: '', headers: [['referrer-policy', 'no-referrer']] },
    fails: { html: '', headers: [['referrer-policy', 'unsafe-url']] },
  },
  run(page) {
    const { kind, policy } = referrerPolicyOf(page);
    if (kind === 'absent' || kind === 'private') return pass(policy);
    return fail(kind, { value: policy, evidence: [textEvidence(`Referrer-Policy: ${policy ?? ''}`)] });
  },
};
