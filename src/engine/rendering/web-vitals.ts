export const RATINGS = ['good', 'needs_improvement', 'poor'] as const;
export type Rating = (typeof RATINGS)[number];

export interface RatedMetric {
  readonly value: number;
  readonly rating: Rating;
}

/** Upper limits of good and of needs_improvement.
 *  @see https://web.dev/articles/vitals
 *  @see https://web.dev/articles/tbt */
const LIMITS = {
  fcp_ms: [1800, 3000],
  lcp_ms: [2500, 4000],
  cls: [0.1, 0.25],
  tbt_ms: [200, 600],
  ttfb_ms: [800, 1800],
} as const;

export type RatedName = keyof typeof LIMITS;

/** Observed in one run on this machine; null: it did not happen. */
export type Metrics = Readonly<Record<RatedName, RatedMetric | null>> & {
  readonly load_ms: { readonly value: number } | null;
};

/** What `page-scripts/observe.js` returns; durations in milliseconds. */
export interface Observed {
  readonly fcp: number | null;
  readonly lcp: number | null;
  readonly cls: number | null;
  readonly tbt: number | null;
  readonly ttfb: number | null;
  readonly load: number | null;
}

export function metricsOf({ fcp, lcp, cls, tbt, ttfb, load }: Observed): Metrics {
  return {
    fcp_ms: rated('fcp_ms', fcp),
    lcp_ms: rated('lcp_ms', lcp),
    cls: rated('cls', cls),
    tbt_ms: rated('tbt_ms', tbt),
    ttfb_ms: rated('ttfb_ms', ttfb),
    load_ms: load === null ? null : { value: Math.round(load) },
  };
}

function rated(name: RatedName, observed: number | null): RatedMetric | null {
  if (observed === null) return null;
  const [good, fair] = LIMITS[name];
  const rating = observed <= good ? 'good' : observed <= fair ? 'needs_improvement' : 'poor';
  const value = name === 'cls' ? Math.round(observed * 10_000) / 10_000 : Math.round(observed);
  return { value, rating };
}
