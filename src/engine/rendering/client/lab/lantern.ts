import { Handlers, Helpers, Lantern, LanternComputationData, Processor } from '@paulirish/trace_engine';
import { type LabValues } from '../../../audit/parity/performance.js';
import { type Device } from '../../device.js';
import { type LabWork } from './lab-work.js';
import { linkInitiators } from './initiators.js';
import { worstShifts } from './layout-shift.js';
import { type LoggedRequest } from './network-log.js';
import { opportunitiesOf, type TracedOpportunity } from './opportunities.js';
import { type Simulated, type Trace } from './simulated.js';
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

const { Animations, ImagePainting, LargestImagePaint, LayoutShifts, Meta } = Handlers.ModelHandlers;
const { NetworkRequests, PageLoadMetrics, Screenshots, Workers } = Handlers.ModelHandlers;

/** Its parts hold what they read of one trace. */
const PROCESSOR = new Processor.TraceProcessor({
  Meta,
  NetworkRequests,
  PageLoadMetrics,
  Workers,
  Animations,
  ImagePainting,
  LargestImagePaint,
  LayoutShifts,
  Screenshots,
});

/** Image pixels per CSS pixel of a browser without a window. */
const HOST_SCALE = 1;

interface Navigation {
  readonly frameId: string;
  readonly id: string;
  readonly event: Trace['Meta']['mainFrameNavigations'][number];
  /** In microseconds. */
  readonly startsAt: number;
}

export interface Simulation {
  readonly values: LabValues;
  readonly opportunities: readonly TracedOpportunity[];
}

/** What the page would take on the device and connection that Lighthouse simulates, computed from a trace of an
 *  unthrottled load, and what would make it faster there.
 *  @throws NoPaint if it has no first or largest contentful paint, or all pictures of it are white
 *  @throws Error if the trace is not one of a page */
export async function simulate(
  events: TraceEvent[],
  { device, covered, requests: logged }: Omit<LabWork, 'gzipped'>,
): Promise<Simulation> {
  const parsed = await parse(events);
  const navigation = navigationOf(parsed);
  const trace = { traceEvents: events };
  const requests = [...logged];
  linkInitiators(requests);
  const data = {
    graph: LanternComputationData.createGraph(requests, trace, parsed, addressesOf(requests, navigation)),
    simulator: simulatorOf(requests, device),
    processedNavigation: paintsOf(parsed, navigation),
  };
  const fcpResult = Lantern.Metrics.FirstContentfulPaint.compute(data);
  const lcpResult = Lantern.Metrics.LargestContentfulPaint.compute(data, { fcpResult });
  const interactiveResult = Lantern.Metrics.Interactive.compute(data, { lcpResult });
  const blocking = Lantern.Metrics.TotalBlockingTime.compute(data, { fcpResult, interactiveResult });
  const observedSpeedIndex = speedIndexOf(events, navigation.startsAt);
  if (observedSpeedIndex === 0) throw new NoPaint();
  const speedIndex = Lantern.Metrics.SpeedIndex.compute(data, { fcpResult, observedSpeedIndex });
  const { sum: cls, shifts } = worstShifts(events, navigation.startsAt);
  const values = {
    fcp_ms: fcpResult.timing,
    lcp_ms: lcpResult.timing,
    tbt_ms: blocking.timing,
    si_ms: speedIndex.timing,
    cls,
  };
  const metrics = {
    firstContentfulPaint: fcpResult,
    largestContentfulPaint: lcpResult,
    interactive: interactiveResult,
    totalBlockingTime: blocking,
  };
  const lantern = { requests, graph: data.graph, simulator: data.simulator, metrics };
  return {
    values,
    opportunities: opportunitiesOf(parsed, { ...contextOf(parsed, navigation, lantern), shifts, covered }),
  };
}

function contextOf(
  { Meta: meta }: Trace,
  { event, frameId, id }: Navigation,
  lantern: Simulated['lantern'],
): Omit<Simulated, 'shifts' | 'covered'> {
  const bounds = Helpers.Timing.traceWindowFromMicroSeconds(event.ts, meta.traceBounds.max);
  return { bounds, frameId, navigation: event, navigationId: id, lantern };
}

async function parse(events: readonly TraceEvent[]): Promise<Trace> {
  Helpers.SyntheticEvents.SyntheticEventsManager.createAndActivate(events);
  // Of a processor's profile, the insights are not computed: {@link opportunitiesOf} computes those that it needs.
  await PROCESSOR.parse(events, { isCPUProfile: true, metadata: { hostDPR: HOST_SCALE } });
  if (!PROCESSOR.parsedTrace) throw new Error('the trace has no events');
  return PROCESSOR.parsedTrace;
}

/** Frees what was kept of the last trace, so that another one can be simulated. */
export function forgetTrace(): void {
  PROCESSOR.reset();
  Helpers.SyntheticEvents.SyntheticEventsManager.reset();
}

/** The last one that showed something: pages may replace themselves. */
function navigationOf({ Meta: meta, PageLoadMetrics: metrics }: Trace): Navigation {
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
  return { frameId, id, event: shown, startsAt: shown.ts };
}

function paintsOf(parsed: Trace, { frameId, id }: Navigation): Lantern.Types.Simulation.ProcessedNavigation {
  const navigation = LanternComputationData.createProcessedNavigation(parsed, frameId, id);
  if (navigation.timestamps.largestContentfulPaint === undefined) throw new NoPaint();
  return navigation;
}

/** Where the page was asked for, and where its document came from. */
function addressesOf(
  requests: readonly LoggedRequest[],
  { frameId }: Navigation,
): Lantern.Types.Simulation.URL {
  const documents = requests.filter(
    (request) =>
      request.frameId === frameId &&
      request.resourceType === 'Document' &&
      request.statusCode !== -1 &&
      !request.failed,
  );
  const [first] = documents;
  const last = documents.at(-1);
  if (!first || !last) throw new Error('there is no request for the page');
  return { requestedUrl: first.redirects?.[0]?.url ?? first.url, mainDocumentUrl: last.url };
}

function simulatorOf(requests: readonly LoggedRequest[], device: Device): Lantern.Simulation.Simulator {
  const networkAnalysis = Lantern.Core.NetworkAnalyzer.analyze([...requests]);
  if (!networkAnalysis) throw new Error('there are no requests');
  return Lantern.Simulation.Simulator.createSimulator({
    networkAnalysis,
    throttlingMethod: 'simulate',
    throttling: THROTTLING[device],
  });
}
