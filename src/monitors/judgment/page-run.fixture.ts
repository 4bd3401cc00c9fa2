import { type Outcome } from '../../engine/audit/check.js';
import { valuesOf } from './measurements.js';
import { type Measured } from './monitor-state.js';

/** A report of a page, for the tests of the state. */
export interface PageRun extends Pick<Measured, 'at' | 'basis' | 'renderingFailed' | 'loads'> {
  readonly reportId: number;
  readonly score: number;
  readonly categories: Readonly<Record<string, number | null>>;
  readonly checks: Readonly<Record<string, Outcome>>;
  /** Default: none. */
  readonly lighthouse?: Readonly<Record<string, number | null>>;
  readonly rendered: Readonly<Record<string, number | null>>;
  /** Default: none. */
  readonly lab?: Readonly<Record<string, number>>;
}

export function measuredBy({ reportId, at, basis, renderingFailed, loads, ...values }: PageRun): Measured {
  return {
    source: { reportId },
    at,
    basis,
    renderingFailed,
    loads,
    ...valuesOf({ lighthouse: {}, lab: {}, ...values }),
  };
}
