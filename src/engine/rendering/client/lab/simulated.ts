import { type Handlers, type Insights } from '@paulirish/trace_engine';
import { type Covered } from './coverage.js';
import { type TraceEvent } from './trace-events.js';

/** A trace as it was parsed. */
export type Trace = Handlers.Types.ParsedTrace;

export type TracedRequest = Trace['NetworkRequests']['byTime'][number];

/** One navigation of a trace, and what it would take on the simulated device. */
export type Simulated = Insights.Types.InsightSetContextWithNavigation & {
  readonly lantern: Insights.Types.LanternContext;
  /** Those layout shifts that count. */
  readonly shifts: readonly TraceEvent[];
  readonly covered: Covered;
};
