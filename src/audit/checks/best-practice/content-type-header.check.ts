import { type DocumentCheck, fail, pass } from '../../check.js';
import { textEvidence } from '../../dom/evidence.js';
import { headerValues } from '../../page.js';

export const contentTypeHeader: DocumentCheck = {
  id: 'content_type_header',
  name: 'Content-Type header',
  category: 'best_practice',
  importance: 'low',
  what: 'The Content-Type header says that the document is HTML.',
  why: 'Without the header, browsers have to guess the type, and some programs refuse the document.',
  fix: 'Send "Content-Type: text/html; charset=utf-8".',
  source: 'https://www.rfc-editor.org/rfc/rfc9110#section-8.3',
  method: 'exact',
  examples: {
    passes: { html: '', headers: [['content-type', 'text/html; charset=utf-8']] },
    fails: { html: '', headers: [] },
  },
  run(page) {
    const values = headerValues(page, 'content-type');
    const [first] = values;
    if (first === undefined) return fail('missing');
    const evidence = values.map((value) => textEvidence(`Content-Type: ${value}`));
    if (values.length > 1) return fail('sent_twice', { evidence });
    const isHtml = /^\s*(text\/html|application\/xhtml\+xml)\s*(;|$)/i.test(first);
    return isHtml ? pass(first) : fail('not_html', { value: first, evidence });
  },
};
