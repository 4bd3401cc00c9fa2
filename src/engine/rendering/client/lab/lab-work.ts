import { type PerformanceRun } from '../../../audit/parity/performance.js';
import { type Device } from '../../device.js';
import { type Covered } from './coverage.js';
import { type LoggedRequest } from './network-log.js';
import { type TracedOpportunity } from './opportunities.js';

/** What a thread is asked to compute. */
export interface LabWork {
  readonly device: Device;
  /** The trace as the browser sends it: gzipped JSON, in parts. */
  readonly gzipped: readonly Uint8Array[];
  readonly covered: Covered;
  readonly requests: readonly LoggedRequest[];
}

/** What it answers. */
export type LabAnswer = PerformanceRun & { readonly opportunities: readonly TracedOpportunity[] };

export function unmeasured(fault: NonNullable<PerformanceRun['fault']>): LabAnswer {
  return { values: null, fault, opportunities: [] };
}
