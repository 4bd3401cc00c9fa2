import { contentTypesIn } from '../../../../basics/content-type.js';
import { counted } from '../../../../basics/quantities.js';
import { documentCheck, fail, pass } from '../../check.js';
import { textEvidence } from '../../dom/evidence.js';
import { headerValues } from '../../page.js';
import { quoted, quotedList } from '../../quoted.js';

export const contentTypeHeader = documentCheck({
  id: 'content_type_header',
  name: 'Content-Type header',
  category: 'best_practice',
  importance: 'low',
  what: 'The Content-Type header says that the document is HTML.',
  why: 'Without the header, browsers have to guess the type, and some programs refuse the document.',
  fix: 'Send "Content-Type: text/html; charset=utf-8".',
  source: 'https://www.rfc-editor.org/rfc/rfc9110#section-8.3',
  method: 'exact',
  judgesSource: true,
  value: { content_types: 'texts' },
  messages: {
    pass: ({ content_types }) => `The Content-Type header is ${quoted(content_types[0] ?? '')}.`,
    missing: 'The response has no Content-Type header.',
    sent_twice: ({ content_types }) =>
      `The response has ${counted(content_types.length, 'content type')} (${quotedList(content_types)}); it should have only one.`,
    not_html: ({ content_types }) =>
      `The Content-Type header is ${quoted(content_types[0] ?? '')}, which is not a type of HTML.`,
  },
  examples: {
    passes: { html: '', headers: [['content-type', 'text/html; charset=utf-8']] },
    fails: { html: '', headers: [] },
  },
  run(page) {
    const headers = headerValues(page, 'content-type');
    const content_types = headers.flatMap(contentTypesIn);
    const value = { content_types };
    const [first] = content_types;
    if (first === undefined) return fail('missing', { value });
    const evidence = headers.map((type) => textEvidence(`Content-Type: ${type}`));
    if (content_types.length > 1) return fail('sent_twice', { value, evidence });
    const isHtml = /^\s*(text\/html|application\/xhtml\+xml)\s*(;|$)/i.test(first);
    return isHtml ? pass(value) : fail('not_html', { value, evidence });
  },
});
