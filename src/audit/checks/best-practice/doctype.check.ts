import { type DocumentCheck, fail, pass } from '../../check.js';

export const doctype: DocumentCheck = {
  id: 'doctype',
  name: 'Doctype',
  category: 'best_practice',
  importance: 'medium',
  what: 'The document starts with <!doctype html>.',
  why: 'Without it, browsers emulate the layout bugs of the 1990s ("quirks mode").',
  fix: 'Start the document with <!doctype html>, instead of any other doctype.',
  source: 'https://html.spec.whatwg.org/multipage/parsing.html#the-initial-insertion-mode',
  method: 'exact',
  examples: {
    passes: { html: '<!doctype html><title>A page</title>' },
    fails: { html: '<title>A page</title>' },
  },
  run({ dom: { mode } }) {
    return mode === 'no-quirks' ? pass(mode) : fail(mode.replace('-', '_'), { value: mode });
  },
};
