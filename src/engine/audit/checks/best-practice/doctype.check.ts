import { documentCheck, fail, notApplicable, pass } from '../../check.js';

export const doctype = documentCheck({
  id: 'doctype',
  name: 'Doctype',
  category: 'best_practice',
  importance: 'medium',
  what: 'The document starts with <!doctype html>.',
  why: 'Without it, browsers emulate the layout bugs of the 1990s ("quirks mode").',
  fix: 'Start the document with <!doctype html>, instead of any other doctype.',
  source: 'https://html.spec.whatwg.org/multipage/parsing.html#the-initial-insertion-mode',
  method: 'exact',
  value: { mode: 'text' },
  messages: {
    pass: 'The document starts with a doctype that makes browsers use standards mode.',
    quirks: 'The document does not start with a modern doctype, so browsers use quirks mode.',
    limited_quirks: 'The document starts with an outdated doctype, so browsers use limited-quirks mode.',
    xhtml: 'The document is XHTML, for which browsers always use standards mode.',
  },
  examples: {
    passes: { html: '<!doctype html><title>A page</title>' },
    fails: { html: '<title>A page</title>' },
  },
  run({ dom: { mode, isXml } }) {
    if (isXml) return notApplicable('xhtml');
    const value = { mode };
    if (mode === 'no-quirks') return pass(value);
    return fail(mode === 'quirks' ? 'quirks' : 'limited_quirks', { value });
  },
});
