import { type DocumentCheck, fail, pass } from '../../check.js';

export const doctype: DocumentCheck = {
  id: 'doctype',
  name: 'Doctype',
  category: 'best_practice',
  importance: 'medium',
  what: 'The document begins with <!doctype html>.',
  why: 'Without it browsers imitate the layout faults of the 1990s ("quirks mode").',
  fix: 'Make <!doctype html> the very first thing in the document, in place of any other doctype.',
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
