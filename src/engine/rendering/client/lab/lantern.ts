import { Handlers, Helpers, Lantern, LanternComputationData, Processor } from '@paulirish/trace_engine';
import { type LabValues } from '../../../audit/parity/performance.js';
import { type Device } from '../../device.js';
import { layoutShiftOf } from './layout-shift.js';
import { speedIndexOf } from './speed-index.js';
import { type TraceEvent } from './trace-events.js';

/** The page showed nothing. */
export class NoPaint extends Error {}

/** Connections and processors that are simulated.
 *  @see https://github.com/GoogleChrome/lighthouse/blob/v12.8.2/core/config/constants.js */
const THROTTLING: Readonly<Record<Device, Lantern.Types.Simulation.Settings['throttling']>> = {
  mobile: Lantern.Simulation.Constants.throttling.mobileSlow4G,
  desktop: Lantern.Simulation.Constants.throttling.desktopDense4G,
};

const { Meta, NetworkRequests, PageLoadMetrics, Workers } = Handlers.ModelHandlers;

interface Navigation {
  readonly frameId: string;
  readonly id: string;
  /** In microseconds. */
  readonly startsAt: number;
}

type Parsed = Handlers.Types.ParsedTrace;
type Request = ReturnType<typeof LanternComputationData.createNetworkRequests>[number];

/** What the page would take on the device and connection that Lighthouse simulates, computed from a trace of an
 *  unthrottled load.
 *  @throws NoPaint if it has no first or largest contentful paint
 *  @throws Error if the trace is not one of a page */
export async function simulate(events: TraceEvent[], device: Device): Promise<LabValues> {
  const parsed = await parse(events);
  const navigation = navigationOf(parsed);
  const trace = { traceEvents: events };
  const requests = LanternComputationData.createNetworkRequests(trace, parsed);
  const data = {
    graph: LanternComputationData.createGraph(requests, trace, parsed, addressesOf(requests, navigation)),
    simulator: simulatorOf(requests, device),
    processedNavigation: paintsOf(parsed, navigation),
  };
  const fcpResult = Lantern.Metrics.FirstContentfulPaint.compute(data);
  const lcpResult = Lantern.Metrics.LargestContentfulPaint.compute(data, { fcpResult });
  const interactiveResult = Lantern.Metrics.Interactive.compute(data, { lcpResult });
  const blocking = Lantern.Metrics.TotalBlockingTime.compute(data, { fcpResult, interactiveResult });
  const observedSpeedIndex = await speedIndexOf(events, navigation.startsAt);
  const speedIndex = Lantern.Metrics.SpeedIndex.compute(data, { fcpResult, observedSpeedIndex });
  return {
    fcp_ms: fcpResult.timing,
    lcp_ms: lcpResult.timing,
    tbt_ms: blocking.timing,
    si_ms: speedIndex.timing,
    cls: layoutShiftOf(events, navigation.startsAt),
  };
}

async function parse(events: readonly TraceEvent[]): Promise<Parsed> {
  Helpers.SyntheticEvents.SyntheticEventsManager.createAndActivate(events);
  const processor = new Processor.TraceProcessor({ Meta, NetworkRequests, PageLoadMetrics, Workers });
  // Of a processor's profile, no insights are computed.
  await processor.parse(events, { isCPUProfile: true });
  if (!processor.parsedTrace) throw new Error('the trace has no events');
  return processor.parsedTrace;
}

/** The last one that showed something: pages may replace themselves. */
function navigationOf({ Meta: meta, PageLoadMetrics: metrics }: Parsed): Navigation {
  const frameId = meta.mainFrameId;
  const scores = metrics.metricScoresByFrameId.get(frameId);
  const shown = meta.mainFrameNavigations.findLast(({ args }) => {
    const id = args.data?.navigationId;
    return (
      id !== undefined && scores?.get(id)?.get(Handlers.ModelHandlers.PageLoadMetrics.MetricName.FCP)?.event
    );
  });
  const id = shown?.args.data?.navigationId;
  if (!shown || id === undefined) throw new NoPaint();
  return { frameId, id, startsAt: shown.ts };
}

function paintsOf(parsed: Parsed, { frameId, id }: Navigation): Lantern.Types.Simulation.ProcessedNavigation {
  const navigation = LanternComputationData.createProcessedNavigation(parsed, frameId, id);
  if (navigation.timestamps.largestContentfulPaint === undefined) throw new NoPaint();
  return navigation;
}

/** Where the page was asked for, and where its document came from. */
function addressesOf(requests: readonly Request[], { frameId }: Navigation): Lantern.Types.Simulation.URL {
  const documents = requests.filter(
    (request) => request.frameId === frameId && request.resourceType === 'Document',
  );
  const [first] = documents;
  const last = documents.at(-1);
  if (!first || !last) throw new Error('the trace has no request for the page');
  return { requestedUrl: first.redirects?.[0]?.url ?? first.url, mainDocumentUrl: last.url };
}

function simulatorOf(requests: readonly Request[], device: Device): Lantern.Simulation.Simulator {
  const networkAnalysis = Lantern.Core.NetworkAnalyzer.analyze([...requests]);
  if (!networkAnalysis) throw new Error('the trace has no requests');
  return Lantern.Simulation.Simulator.createSimulator({
    networkAnalysis,
    throttlingMethod: 'simulate',
    throttling: THROTTLING[device],
  });
}
