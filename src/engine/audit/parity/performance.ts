/** What Lighthouse's category performance measures: durations in milliseconds, the layout shift without a unit. */
export const LAB_METRICS = ['fcp_ms', 'lcp_ms', 'tbt_ms', 'si_ms', 'cls'] as const;
export type LabMetric = (typeof LAB_METRICS)[number];
export type LabValues = Readonly<Record<LabMetric, number>>;

/** Two points of a log-normal distribution: the value that scores 0.9, and the one that scores 0.5. */
export interface ScoreCurve {
  readonly p10: number;
  readonly median: number;
}

/** By kind of device.
 *  @see https://github.com/GoogleChrome/lighthouse/tree/v12.8.2/core/audits/metrics */
export const LAB_CURVES: Readonly<Record<'mobile' | 'desktop', Readonly<Record<LabMetric, ScoreCurve>>>> = {
  mobile: {
    fcp_ms: { p10: 1800, median: 3000 },
    lcp_ms: { p10: 2500, median: 4000 },
    tbt_ms: { p10: 200, median: 600 },
    si_ms: { p10: 3387, median: 5800 },
    cls: { p10: 0.1, median: 0.25 },
  },
  desktop: {
    fcp_ms: { p10: 934, median: 1600 },
    lcp_ms: { p10: 1200, median: 2400 },
    tbt_ms: { p10: 150, median: 350 },
    si_ms: { p10: 1311, median: 2300 },
    cls: { p10: 0.1, median: 0.25 },
  },
};

const AUDIT_OF: Readonly<Record<LabMetric, string>> = {
  fcp_ms: 'first-contentful-paint',
  lcp_ms: 'largest-contentful-paint',
  tbt_ms: 'total-blocking-time',
  si_ms: 'speed-index',
  cls: 'cumulative-layout-shift',
};

/** @see https://github.com/GoogleChrome/lighthouse/blob/v12.8.2/core/config/default-config.js */
export const PERFORMANCE_WEIGHTS: Readonly<Record<string, number>> = {
  [AUDIT_OF.fcp_ms]: 10,
  [AUDIT_OF.lcp_ms]: 25,
  [AUDIT_OF.tbt_ms]: 30,
  [AUDIT_OF.si_ms]: 10,
  [AUDIT_OF.cls]: 25,
};

/** Why there is no score, by code. */
export const PERFORMANCE_FAULTS = {
  limits_reached:
    'The page requests more than a browser loads here, 500 files or 25 MB, so what it takes was not measured.',
  no_paint: 'The page showed no content while it loaded.',
  trace_too_large: 'The page kept the browser so busy that the record of it is too large to be analyzed.',
  took_too_long: 'The record of how the page loaded could not be analyzed in time.',
  trace_failed: 'The record of how the page loaded could not be analyzed.',
  no_answer: 'The page stopped answering before its performance was measured.',
} as const;

export type PerformanceFault = keyof typeof PERFORMANCE_FAULTS;

/** What was measured, or why it was not. */
export type PerformanceRun =
  | { readonly values: LabValues; readonly fault: null }
  | { readonly values: null; readonly fault: PerformanceFault };

/** Scores of its audits by id, or why there are none. */
export interface JudgedPerformance {
  readonly audits: Readonly<Record<string, number>>;
  readonly fault: PerformanceFault | null;
}

/** Scores of the audits by id, from 0 to 1 in hundredths. */
export function performanceAudits(
  values: LabValues,
  device: keyof typeof LAB_CURVES,
): Readonly<Record<string, number>> {
  return Object.fromEntries(
    LAB_METRICS.map((name) => [AUDIT_OF[name], curveScore(values[name], LAB_CURVES[device][name])]),
  );
}

/** The share of a log-normal distribution that lies above a value: 0.9 at p10, 0.5 at the median. A value never reaches
 *  the band of scores of a better point, however it is rounded, and scores above 0.9 are raised by up to half a
 *  hundredth, so that 1 can be reached.
 *  @returns 0 to 1, rounded down to hundredths
 *  @see https://github.com/GoogleChrome/lighthouse/blob/v12.8.2/shared/statistics.js */
export function curveScore(value: number, { p10, median }: ScoreCurve): number {
  if (value <= 0) return 1;
  const deviation = (Math.log(value / median) * INVERSE_ERFC_FIFTH) / Math.log(median / p10);
  const [lowest, highest] =
    value <= p10 ? [0.9, 1] : value <= median ? [0.5, 0.9 - Number.EPSILON] : [0, 0.5 - Number.EPSILON];
  const share = Math.min(highest, Math.max(lowest, (1 - erf(deviation)) / 2));
  const raised = share > 0.9 ? share + 0.05 * (share - 0.9) : share;
  return Math.floor(raised * 100) / 100;
}

/** The value whose complementary error function is 0.2. */
const INVERSE_ERFC_FIFTH = 0.9061938024368232;
/** Of the approximation below. */
const ERF_TERMS = [1.061405429, -1.453152027, 1.421413741, -0.284496736, 0.254829592];

/** The error function, within 1.5e-7, by the approximation that Lighthouse uses.
 *  @see Abramowitz and Stegun, Handbook of Mathematical Functions, formula 7.1.26 */
function erf(x: number): number {
  const t = 1 / (1 + 0.3275911 * Math.abs(x));
  const polynomial = ERF_TERMS.reduce((sum, term) => (sum + term) * t, 0);
  return Math.sign(x) * (1 - polynomial * Math.exp(-x * x));
}
