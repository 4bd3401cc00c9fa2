import { type DocumentCheck, fail, pass } from '../../check.js';
import { textEvidence } from '../../dom/evidence.js';
import { headerValues } from '../../page.js';

export const contentTypeOptions: DocumentCheck = {
  id: 'content_type_options',
  name: 'X-Content-Type-Options',
  category: 'security',
  importance: 'low',
  what: 'X-Content-Type-Options stops browsers from guessing content types.',
  why: 'A browser that guesses may run an uploaded text or image as a script.',
  fix: 'Send "X-Content-Type-Options: nosniff" with every response.',
  source: 'https://developer.mozilla.org/en-US/docs/Web/HTTP/Reference/Headers/X-Content-Type-Options',
  method: 'exact',
  examples: {
    passes: { html: '', headers: [['x-content-type-options', 'nosniff']] },
    fails: { html: '' },
  },
  run(page) {
    const values = headerValues(page, 'x-content-type-options');
    const [first] = values.join(',').split(',');
    if (values.length === 0) return fail('missing');
    // https://fetch.spec.whatwg.org/#determine-nosniff
    if (first?.trim().toLowerCase() === 'nosniff') return pass();
    return fail('invalid', {
      evidence: values.map((value) => textEvidence(`X-Content-Type-Options: ${value}`)),
    });
  },
};
