import { metricsOf } from './web-vitals.js';

const NOTHING = { fcp: null, lcp: null, cls: null, tbt: null, ttfb: null, load: null };

it.each([
  [1800, 'good'],
  [1800.1, 'needs_improvement'],
  [3000, 'needs_improvement'],
  [3000.1, 'poor'],
] as const)('rates a first paint after %d ms: %s', (fcp, rating) => {
  expect(metricsOf({ ...NOTHING, fcp }).fcp_ms).toEqual({ value: Math.round(fcp), rating });
});

it.each([
  [0, 'good'],
  [0.1, 'good'],
  [0.10004, 'needs_improvement'],
  [0.3, 'poor'],
] as const)('rates a layout shift of %d: %s', (cls, rating) => {
  expect(metricsOf({ ...NOTHING, cls }).cls?.rating).toBe(rating);
});

it('leaves out what did not happen', () => {
  expect(metricsOf(NOTHING)).toEqual({
    fcp_ms: null,
    lcp_ms: null,
    cls: null,
    tbt_ms: null,
    ttfb_ms: null,
    load_ms: null,
  });
});

it('does not rate the load event', () => {
  expect(metricsOf({ ...NOTHING, load: 361.4 }).load_ms).toEqual({ value: 361 });
});
