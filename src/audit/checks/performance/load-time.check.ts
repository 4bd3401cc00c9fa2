import { type DocumentCheck, fail, notApplicable, pass } from '../../check.js';

const LIMIT_MS = 2000;

export const loadTime: DocumentCheck = {
  id: 'load_time',
  name: 'Load time',
  category: 'performance',
  importance: 'medium',
  what: 'The document is read to its end within 2 seconds, redirects included.',
  why: 'Nothing of a page can be shown before its document arrives.',
  fix: "Shorten redirects, speed up the server's answer, compress the document, and serve it near its readers.",
  source: 'https://web.dev/articles/ttfb',
  method: 'approximate',
  examples: {
    passes: { html: '', timings: { ttfbMs: 100, documentMs: 300 } },
    fails: { html: '', timings: { ttfbMs: 100, documentMs: 4000 } },
  },
  run({ timings: { documentMs } }) {
    if (documentMs === null) return notApplicable('not_measured');
    return documentMs <= LIMIT_MS ? pass(documentMs) : fail('too_slow', { value: documentMs });
  },
};
