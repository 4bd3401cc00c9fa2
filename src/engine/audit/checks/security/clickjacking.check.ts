import { documentCheck, fail, pass, warn } from '../../check.js';
import { textEvidence } from '../../dom/evidence.js';
import { headerValues } from '../../page.js';
import { quoted } from '../../quoted.js';

/** Sources that any site matches, or can match by serving from a port.
 *  @see https://www.w3.org/TR/CSP3/#match-url-to-source-expression */
const BROAD = /^(https?:|(https?:\/\/)?\*(:(\*|\d+))?\/?)$/;

const SAFE_OPTIONS = new Set(['deny', 'sameorigin']);
/** Together with any other option, each of them makes browsers refuse every frame.
 *  @see https://html.spec.whatwg.org/multipage/document-lifecycle.html#the-x-frame-options-header */
const KNOWN_OPTIONS = new Set([...SAFE_OPTIONS, 'allowall']);

export const clickjacking = documentCheck({
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
  value: { frame_ancestors: 'text?', x_frame_options: 'text?' },
  messages: {
    pass: ({ frame_ancestors, x_frame_options }) => {
      if (frame_ancestors !== null)
        return `The Content-Security-Policy restricts who can embed the page: ${quoted(`frame-ancestors ${frame_ancestors}`)}.`;
      return x_frame_options === 'deny'
        ? 'X-Frame-Options is DENY, so no site can embed the page.'
        : 'X-Frame-Options is SAMEORIGIN, so no other site can embed the page.';
    },
    broad_frame_ancestors: ({ frame_ancestors }) =>
      `The Content-Security-Policy lets any site embed the page: ${quoted(`frame-ancestors ${frame_ancestors ?? ''}`)}.`,
    missing: 'The response has neither frame-ancestors in a Content-Security-Policy nor X-Frame-Options.',
    conflicting_x_frame_options: ({ x_frame_options }) =>
      `X-Frame-Options is ${quoted(x_frame_options ?? '')}: the values conflict, so browsers let no site embed the page, not even its own.`,
    invalid_x_frame_options: ({ x_frame_options }) =>
      `X-Frame-Options is ${quoted(x_frame_options ?? '')}; it should be either DENY or SAMEORIGIN.`,
  },
  examples: {
    passes: { html: '', headers: [['content-security-policy', "frame-ancestors 'self'"]] },
    fails: { html: '' },
  },
  run(page) {
    const policies = headerValues(page, 'content-security-policy').flatMap((value) => value.split(','));
    const ancestors = policies.flatMap(frameAncestors);
    const evidence = ancestors.map((sources) => textEvidence(`frame-ancestors ${sources.join(' ')}`));
    const narrow = ancestors.find((sources) => !sources.some((source) => BROAD.test(source)));
    const headers = headerValues(page, 'x-frame-options');
    const [option = '', ...others] = optionsIn(headers);
    const isValid = others.length === 0 && SAFE_OPTIONS.has(option);
    const sent = headers.length === 0 ? null : headers.join(', ');
    const value = {
      frame_ancestors: (narrow ?? ancestors[0])?.join(' ') ?? null,
      x_frame_options: isValid ? option : sent,
    };
    if (narrow) return pass(value);
    if (ancestors.length > 0) return fail('broad_frame_ancestors', { value, evidence });
    if (headers.length === 0) return fail('missing', { value });
    if (isValid) return pass(value);
    const shown = { value, evidence: headers.map((header) => textEvidence(`X-Frame-Options: ${header}`)) };
    return others.length > 0 && [option, ...others].some((other) => KNOWN_OPTIONS.has(other))
      ? warn('conflicting_x_frame_options', shown)
      : fail('invalid_x_frame_options', shown);
  },
});

/** Sources of the first frame-ancestors directive of a policy; others are ignored. */
function frameAncestors(policy: string): string[][] {
  for (const directive of policy.split(';')) {
    const [name, ...sources] = directive.trim().toLowerCase().split(/\s+/);
    if (name === 'frame-ancestors') return [sources];
  }
  return [];
}

/** Different options, in lower case. */
function optionsIn(headers: readonly string[]): string[] {
  return [
    ...new Set(headers.flatMap((value) => value.split(',')).map((value) => value.trim().toLowerCase())),
  ];
}
