import {
  LAB_CURVES,
  LAB_METRICS,
  type LabMetric,
  type LabValues,
  PERFORMANCE_FAULTS,
  type PerformanceRun,
} from '../audit/parity/performance.js';
import { type Device } from './device.js';
import { type RatedMetric } from './web-vitals.js';

/** What a page would take on the device and connection that Lighthouse simulates. */
export type Lab = Readonly<Record<LabMetric, RatedMetric>> & {
  readonly throttling: 'simulated';
  readonly device: Device;
};

/** Of a run that ended before there was an answer. */
export const UNMEASURED: PerformanceRun = { values: null, fault: 'no_answer' };

/** Higher than any page that is loaded within half a minute. */
const MAX_VALUE = 1e6;

/** Values with Lighthouse's ratings: good from a score of 0.9 on, poor below 0.5. */
export function labOf(values: LabValues, device: Device): Lab {
  const rated = LAB_METRICS.map((name) => [name, ratedMetric(name, values[name], device)] as const);
  return {
    throttling: 'simulated',
    device,
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
