import { documentCheck, fail, pass } from '../../check.js';
import { textEvidence } from '../../dom/evidence.js';
import { headerValues } from '../../page.js';
import { quoted } from '../../quoted.js';

export const contentTypeOptions = documentCheck({
  id: 'content_type_options',
  name: 'X-Content-Type-Options',
  category: 'security',
  importance: 'low',
  what: 'X-Content-Type-Options stops browsers from guessing content types.',
  why: 'A browser that guesses may run an uploaded text or image as a script.',
  fix: 'Send "X-Content-Type-Options: nosniff" with every response.',
  source: 'https://developer.mozilla.org/en-US/docs/Web/HTTP/Reference/Headers/X-Content-Type-Options',
  method: 'exact',
  value: { x_content_type_options: 'text?' },
  messages: {
    pass: 'X-Content-Type-Options is nosniff.',
    missing: 'The response has no X-Content-Type-Options header.',
    invalid: ({ x_content_type_options }) =>
      `X-Content-Type-Options is ${quoted(x_content_type_options ?? '')} instead of nosniff, so browsers ignore it.`,
  },
  examples: {
    passes: { html: '', headers: [['x-content-type-options', 'nosniff']] },
    fails: { html: '' },
  },
  run(page) {
    const values = headerValues(page, 'x-content-type-options');
    const [first] = values.join(',').split(',');
    const value = { x_content_type_options: values.length === 0 ? null : values.join(', ') };
    if (values.length === 0) return fail('missing', { value });
    // https://fetch.spec.whatwg.org/#determine-nosniff
    if (first?.trim().toLowerCase() === 'nosniff') return pass(value);
    return fail('invalid', {
      value,
      evidence: values.map((header) => textEvidence(`X-Content-Type-Options: ${header}`)),
    });
  },
});
