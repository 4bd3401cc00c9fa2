import { categoryScore } from './category-score.js';
import { curveScore, LAB_CURVES, PERFORMANCE_WEIGHTS, performanceAudits } from './performance.js';

/** Values and what Lighthouse 12.8.2 computes of them. */
it.each([
  [
    'mobile',
    'fcp_ms',
    [
      [0, 1],
      [700, 1],
      [1200, 0.99],
      [1800, 0.9],
      [1801, 0.89],
      [2400, 0.71],
      [3000, 0.5],
      [3001, 0.49],
      [4500, 0.15],
      [9000, 0],
    ],
  ],
  [
    'mobile',
    'lcp_ms',
    [
      [800, 1],
      [1500, 1],
      [2500, 0.9],
      [2501, 0.89],
      [3200, 0.72],
      [4000, 0.5],
      [4001, 0.49],
      [6000, 0.13],
      [20000, 0],
    ],
  ],
  [
    'mobile',
    'tbt_ms',
    [
      [0, 1],
      [10, 1],
      [50, 1],
      [200, 0.9],
      [201, 0.89],
      [350, 0.73],
      [600, 0.5],
      [601, 0.49],
      [1500, 0.14],
      [6000, 0],
    ],
  ],
  [
    'mobile',
    'si_ms',
    [
      [900, 1],
      [2000, 0.99],
      [3387, 0.9],
      [3388, 0.89],
      [4500, 0.72],
      [5800, 0.5],
      [5801, 0.49],
      [9000, 0.14],
    ],
  ],
  [
    'mobile',
    'cls',
    [
      [0, 1],
      [0.01, 1],
      [0.05, 0.99],
      [0.1, 0.9],
      [0.1001, 0.89],
      [0.18, 0.67],
      [0.25, 0.5],
      [0.2501, 0.49],
      [0.5, 0.16],
      [1, 0.02],
    ],
  ],
  [
    'desktop',
    'fcp_ms',
    [
      [300, 1],
      [600, 0.99],
      [934, 0.9],
      [935, 0.89],
      [1600, 0.5],
      [1601, 0.49],
      [3000, 0.06],
    ],
  ],
  [
    'desktop',
    'lcp_ms',
    [
      [400, 1],
      [900, 0.96],
      [1200, 0.9],
      [1201, 0.89],
      [2400, 0.5],
      [2401, 0.49],
      [5000, 0.08],
    ],
  ],
  [
    'desktop',
    'tbt_ms',
    [
      [0, 1],
      [40, 1],
      [150, 0.9],
      [151, 0.89],
      [350, 0.5],
      [351, 0.49],
      [1000, 0.05],
    ],
  ],
  [
    'desktop',
    'si_ms',
    [
      [400, 1],
      [1000, 0.97],
      [1311, 0.9],
      [1312, 0.89],
      [2300, 0.5],
      [2301, 0.49],
      [5000, 0.03],
    ],
  ],
  [
    'desktop',
    'cls',
    [
      [0, 1],
      [0.1, 0.9],
      [0.25, 0.5],
    ],
  ],
] as const)(
  'scores values of a %s device by the curve of %s as Lighthouse does',
  (device, metric, scores) => {
    expect(scores.map(([value]) => [value, curveScore(value, LAB_CURVES[device][metric])])).toEqual(scores);
  },
);

it('weighs the audits as Lighthouse does', () => {
  const audits = performanceAudits(
    { fcp_ms: 2400, lcp_ms: 4000, tbt_ms: 0, si_ms: 5800, cls: 0.25 },
    'mobile',
  );
  expect(audits).toEqual({
    'first-contentful-paint': 0.71,
    'largest-contentful-paint': 0.5,
    'total-blocking-time': 1,
    'speed-index': 0.5,
    'cumulative-layout-shift': 0.5,
  });
  expect(categoryScore(audits, PERFORMANCE_WEIGHTS)).toBe(67);
});

it('has weights of 100 in all', () => {
  expect(Object.values(PERFORMANCE_WEIGHTS).reduce((sum, weight) => sum + weight, 0)).toBe(100);
});
