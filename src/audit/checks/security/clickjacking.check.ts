import { type DocumentCheck, fail, pass } from '../../check.js';
import { textEvidence } from '../../dom/evidence.js';
import { headerValues } from '../../page.js';

const BROAD = new Set(['*', 'http:', 'https:', 'http://*', 'https://*']);

export const clickjacking: DocumentCheck = {
  id: 'clickjacking',
  name: 'Clickjacking protection',
  category: 'security',
  importance: 'medium',
  what: "Other sites can't embed the page in a frame.",
  why: 'A page in an invisible frame receives clicks that visitors intend for another page.',
  fix: 'Send "Content-Security-Policy: frame-ancestors \'self\'" or "X-Frame-Options: DENY".',
  source:
    'https://developer.mozilla.org/en-US/docs/Web/Security/Practical_implementation_guides/Clickjacking',
  method: 'exact',
  examples: {
    passes: { html: '', headers: [['content-security-policy', "frame-ancestors 'self'"]] },
    fails: { html: '' },
  },
  run(page) {
    const policies = headerValues(page, 'content-security-policy').flatMap((value) => value.split(','));
    const ancestors = policies.flatMap(frameAncestors);
    const evidence = ancestors.map((sources) => textEvidence(`frame-ancestors ${sources.join(' ')}`));
    if (ancestors.some((sources) => !sources.some((source) => BROAD.has(source))))
      return pass('frame-ancestors');
    if (ancestors.length > 0) return fail('broad_frame_ancestors', { evidence });
    return byFrameOptions(headerValues(page, 'x-frame-options'));
  },
};

/** Sources of the first frame-ancestors directive of a policy; others are ignored. */
function frameAncestors(policy: string): string[][] {
  for (const directive of policy.split(';')) {
    const [name, ...sources] = directive.trim().toLowerCase().split(/\s+/);
    if (name === 'frame-ancestors') return [sources];
  }
  return [];
}

/** @see https://html.spec.whatwg.org/multipage/document-lifecycle.html#the-x-frame-options-header */
function byFrameOptions(headers: readonly string[]) {
  if (headers.length === 0) return fail('missing');
  const options = new Set(
    headers.flatMap((value) => value.split(',')).map((value) => value.trim().toLowerCase()),
  );
  const [option = ''] = options;
  const isValid = options.size === 1 && (option === 'deny' || option === 'sameorigin');
  if (isValid) return pass(option);
  return fail('invalid_x_frame_options', {
    evidence: headers.map((value) => textEvidence(`X-Frame-Options: ${value}`)),
  });
}
