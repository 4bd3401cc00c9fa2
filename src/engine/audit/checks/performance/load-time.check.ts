import { millisecondsText } from '../../../../basics/quantities.js';
import { documentCheck, fail, notApplicable, pass } from '../../check.js';

const LIMIT_MS = 2000;

export const loadTime = documentCheck({
  id: 'load_time',
  name: 'Load time',
  category: 'performance',
  importance: 'medium',
  what: 'The document loads completely within 2 seconds, including redirects.',
  why: 'Browsers can show nothing before the document arrives.',
  fix: 'Reduce redirects, speed up the server, compress the document, and serve it from a location near its readers.',
  source: 'https://web.dev/articles/ttfb',
  method: 'approximate',
  value: { document_ms: 'number' },
  messages: {
    pass: ({ document_ms }) => `The document loaded in ${millisecondsText(document_ms)}.`,
    too_slow: ({ document_ms }) =>
      `The document took ${millisecondsText(document_ms)} to load; it should take at most ${millisecondsText(LIMIT_MS)}.`,
    not_measured: 'The load time was not measured.',
  },
  examples: {
    passes: { html: '', timings: { ttfbMs: 100, documentMs: 300 } },
    fails: { html: '', timings: { ttfbMs: 100, documentMs: 4000 } },
  },
  run({ timings: { documentMs } }) {
    if (documentMs === null) return notApplicable('not_measured');
    const value = { document_ms: documentMs };
    return documentMs <= LIMIT_MS ? pass(value) : fail('too_slow', { value });
  },
});
