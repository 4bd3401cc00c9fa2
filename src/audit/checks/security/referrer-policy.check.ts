import { type DocumentCheck, fail, pass } from '../../check.js';
import { textEvidence } from '../../dom/evidence.js';
import { referrerPolicyOf } from '../../parity/referrer-policy.js';

export const referrerPolicy: DocumentCheck = {
  id: 'referrer_policy',
  name: 'Referrer-Policy',
  category: 'security',
  importance: 'low',
  what: 'The referrer policy, where there is one, tells other sites no more than where a visitor came from.',
  why: 'Full addresses may hold names, search words and keys; browsers send only the host where no policy says otherwise.',
  fix: 'Send "Referrer-Policy: strict-origin-when-cross-origin", or a stricter one.',
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
