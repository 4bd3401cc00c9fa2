import { type DocumentCheck, fail, notApplicable, pass } from '../../check.js';

const LIMIT_MS = 2000;

export const loadTime: DocumentCheck = {
  id: 'load_time',
  name: 'Load time',
  category: 'performance',
  importance: 'medium',
  what: 'The document loads completely within 2 seconds, including redirects.',
  why: 'Browsers can show nothing before the document arrives.',
  fix: 'Reduce redirects, speed up the server, compress the document, and serve it from a location near its readers.',
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
