import {
  LAB_CURVES,
  LAB_METRICS,
  type LabMetric,
  type LabValues,
  PERFORMANCE_FAULTS,
  PERFORMANCE_WEIGHTS,
  performanceAudits,
  type PerformanceRun,
} from '../audit/parity/performance.js';
import { categoryScore } from '../audit/parity/category-score.js';
import { type Device } from './device.js';
import { type Opportunity } from './opportunities.js';
import { type RatedMetric } from './web-vitals.js';

/** What a page would take on the device and connection that Lighthouse simulates. */
export type Lab = Readonly<Record<LabMetric, RatedMetric>> & {
  readonly throttling: 'simulated';
  readonly device: Device;
  /** Loads that were measured. The values are those of the one whose paints are nearest to the medians. */
  readonly runs: number;
  /** Of all loads; null: there was one. */
  readonly spread: { readonly performance: { readonly min: number; readonly max: number } } | null;
};

/** One load of a page, and what would make it faster. */
export interface MeasuredLoad {
  readonly performance: PerformanceRun;
  readonly opportunities: readonly Opportunity[];
}

type Measured = MeasuredLoad & { readonly performance: { readonly values: LabValues } };

/** Of a run that ended before there was an answer. */
export const UNMEASURED: PerformanceRun = { values: null, fault: 'no_answer' };

/** Higher than any page that is loaded within half a minute. */
const MAX_VALUE = 1e6;

/** The load whose first and largest contentful paint are nearest to the medians of all that were measured, as Lighthouse
 *  chooses one.
 *  @returns the first one if none was measured
 *  @see https://github.com/GoogleChrome/lighthouse/blob/v12.8.2/core/lib/median-run.js */
export function medianLoad(loads: readonly [MeasuredLoad, ...MeasuredLoad[]]): MeasuredLoad {
  const measured = loads.filter(isMeasured);
  const middle = (name: LabMetric) => medianOf(measured.map(({ performance: { values } }) => values[name]));
  const [fcp, lcp] = [middle('fcp_ms'), middle('lcp_ms')];
  const distance = ({ performance: { values } }: Measured) =>
    (values.fcp_ms - fcp) ** 2 + (values.lcp_ms - lcp) ** 2;
  const [nearest = loads[0]] = measured.toSorted((one, other) => distance(one) - distance(other));
  return nearest;
}

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const [below = 0, above = below] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  return (below + above) / 2;
}

function isMeasured(load: MeasuredLoad): load is Measured {
  return load.performance.values !== null;
}

/** Values with Lighthouse's ratings: good from a score of 0.9 on, poor below 0.5.
 *  @param loads all of them */
export function labOf(values: LabValues, device: Device, loads: readonly MeasuredLoad[]): Lab {
  const scores = loads
    .filter(isMeasured)
    .map(({ performance }) =>
      categoryScore(performanceAudits(performance.values, device), PERFORMANCE_WEIGHTS),
    );
  const spread = { performance: { min: Math.min(...scores), max: Math.max(...scores) } };
  const rated = LAB_METRICS.map((name) => [name, ratedMetric(name, values[name], device)] as const);
  return {
    throttling: 'simulated',
    device,
    runs: scores.length,
    spread: scores.length > 1 ? spread : null,
    ...(Object.fromEntries(rated) as Record<LabMetric, RatedMetric>),
  };
}

/** What a client says of a page’s performance. */
export function checkedPerformance(told: {
  readonly values?: unknown;
  readonly fault?: unknown;
}): PerformanceRun {
  const { values, fault } = told;
  if (typeof fault === 'string' && Object.hasOwn(PERFORMANCE_FAULTS, fault))
    return { values: null, fault: fault as keyof typeof PERFORMANCE_FAULTS };
  const measured = (values ?? {}) as Partial<Record<LabMetric, unknown>>;
  const known = LAB_METRICS.map((name) => [name, measured[name]] as const);
  return known.every(([, value]) => isValue(value))
    ? { values: Object.fromEntries(known) as Record<LabMetric, number>, fault: null }
    : { values: null, fault: 'trace_failed' };
}

function isValue(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= MAX_VALUE;
}

function ratedMetric(name: LabMetric, value: number, device: Device): RatedMetric {
  const { p10, median } = LAB_CURVES[device][name];
  const rating = value <= p10 ? 'good' : value <= median ? 'needs_improvement' : 'poor';
  return { value: name === 'cls' ? Math.round(value * 10_000) / 10_000 : Math.round(value), rating };
}
