import { millisecondsText } from '../../../../basics/quantities.js';
import { fail, notApplicable, pass, surroundingsCheck, warn } from '../../check.js';

/** @see https://developer.chrome.com/docs/lighthouse/performance/time-to-first-byte */
const GOOD_MS = 600;
/** @see https://web.dev/articles/ttfb#what-is-a-good-ttfb-score */
const POOR_MS = 1800;

export const ttfb = surroundingsCheck({
  id: 'ttfb',
  name: 'Response time',
  category: 'performance',
  importance: 'medium',
  what: 'The server starts to respond within 600 ms.',
  why: 'Everything else waits for the first byte; no other optimization can make up for a slow response.',
  fix: 'Cache pages on the server or in a CDN, and look for slow database queries of this page.',
  source: 'https://web.dev/articles/ttfb',
  method: 'approximate',
  value: { median_ms: 'number', samples: 'integer' },
  messages: {
    pass: ({ median_ms }) => `The server started to respond after ${millisecondsText(median_ms)}.`,
    slow: tooSlow,
    very_slow: tooSlow,
    not_measured: 'The response time was not measured.',
  },
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
});

function tooSlow({ median_ms }: { median_ms: number }): string {
  return `The server took ${millisecondsText(median_ms)} to start its response; it should take at most ${millisecondsText(GOOD_MS)}.`;
}
