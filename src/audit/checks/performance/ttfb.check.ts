import { fail, notApplicable, pass, type SurroundingsCheck, warn } from '../../check.js';

/** @see https://developer.chrome.com/docs/lighthouse/performance/time-to-first-byte */
const GOOD_MS = 600;
/** @see https://web.dev/articles/ttfb#what-is-a-good-ttfb-score */
const POOR_MS = 1800;

export const ttfb: SurroundingsCheck = {
  id: 'ttfb',
  name: 'Response time',
  category: 'performance',
  importance: 'medium',
  what: 'The server starts to respond within 600 ms.',
  why: 'Everything else waits for the first byte; no other optimization can make up for a slow response.',
  fix: 'Cache pages on the server or in a CDN, and look for slow database queries of this page.',
  source: 'https://web.dev/articles/ttfb',
  method: 'approximate',
  examples: {
    passes: { html: '', timings: { ttfbMs: 120, documentMs: 200 } },
    fails: { html: '', timings: { ttfbMs: 2500, documentMs: 2600 } },
  },
  judge({ page: { timings }, responses: { ttfbSamplesMs } }) {
    if (timings.ttfbMs === null) return notApplicable('not_measured');
    const samples = [timings.ttfbMs, ...ttfbSamplesMs].sort((a, b) => a - b);
    const median_ms = samples[Math.floor((samples.length - 1) / 2)] ?? timings.ttfbMs;
    const value = { median_ms, samples: samples.length };
    if (median_ms <= GOOD_MS) return pass(value);
    return median_ms <= POOR_MS ? warn('slow', { value }) : fail('very_slow', { value });
  },
};
