import { Insights } from '@paulirish/trace_engine';
import { type FoundDetail, type FoundItem, type FoundOpportunity, MAX_ITEMS } from '../../opportunities.js';
import { tasksOf } from './main-thread.js';
import { type Simulated, type Trace, type TracedRequest } from './simulated.js';
import { savedByCompression } from './text-compression.js';
import { thirdPartiesOf } from './third-parties.js';
import { unusedFilesOf } from './unused-files.js';
import { type Covered } from './coverage.js';

const {
  Cache,
  CLSCulprits,
  DocumentLatency,
  FontDisplay,
  ImageDelivery,
  LCPBreakdown,
  LCPDiscovery,
  RenderBlocking,
} = Insights.Models;

type Model = Insights.Types.InsightModel;

/** An item whose element has no selector yet. */
export interface TracedItem extends FoundItem {
  /** Id of a node in the browser. */
  readonly node?: number;
}

export type TracedOpportunity = Omit<FoundOpportunity, 'items'> & { readonly items: readonly TracedItem[] };

type Found = Omit<TracedOpportunity, 'id' | 'count' | 'savingsMs' | 'savingsBytes'> &
  Partial<Pick<TracedOpportunity, 'count' | 'savingsMs' | 'savingsBytes'>>;
type Finder = (trace: Trace, of: Simulated) => Found | null;

/** What would make the page faster. What can't be found out is left out. */
export function opportunitiesOf(trace: Trace, of: Simulated): TracedOpportunity[] {
  return Object.entries(FINDERS).flatMap(([id, find]) => {
    try {
      const found = find(trace, of);
      if (!found || found.items.length === 0) return [];
      const items = found.items.slice(0, MAX_ITEMS);
      return [
        {
          count: found.items.length,
          savingsMs: null,
          savingsBytes: null,
          ...found,
          id: id as FoundOpportunity['id'],
          items,
        },
      ];
    } catch {
      return [];
    }
  });
}

/** By the definitions of Chromium’s own insights. */
const FINDERS: Readonly<Record<FoundOpportunity['id'], Finder>> = {
  'render-blocking': (trace, of) => {
    const model = RenderBlocking.generateInsight(trace, of);
    const delays = model.requestIdToWastedMs;
    const items = model.renderBlockingRequests.map((request) => ({
      ...fileOf(request),
      ms: delays?.get(request.args.data.requestId) ?? null,
    }));
    return { items: byMost(items, ({ ms }) => ms), ...savingsOf(model) };
  },
  // Its compression is text-compression’s.
  'document-latency': (trace, of) => {
    const { data, metricSavings } = DocumentLatency.generateInsight(trace, of);
    if (!data?.documentRequest) return null;
    const { checklist, redirectDuration, serverResponseTime, documentRequest } = data;
    const { redirects, url } = documentRequest.args.data;
    const items: TracedItem[] = [];
    if (!checklist.noRedirects.value)
      items.push({ url, ms: redirectDuration, details: [{ code: 'redirects', of: [redirects.length] }] });
    if (!checklist.serverResponseIsFast.value)
      items.push({ url, ms: serverResponseTime, details: [{ code: 'slow_response' }] });
    return { items, ...savingsOf({ metricSavings }) };
  },
  'lcp-discovery': (trace, of) => {
    const { checklist, lcpRequest, lcpEvent, state } = LCPDiscovery.generateInsight(trace, of);
    if (!checklist || !lcpRequest || state === 'pass') return null;
    const faults: readonly (readonly [boolean, FoundDetail['code']])[] = [
      [checklist.eagerlyLoaded.value, 'lazy'],
      [checklist.requestDiscoverable.value, 'not_in_html'],
      [checklist.priorityHinted.value, 'no_priority'],
    ];
    const details = faults.flatMap(([isRight, code]) => (isRight ? [] : [{ code }]));
    return { items: [{ ...fileOf(lcpRequest), ...nodeOf(lcpEvent?.args.data?.nodeId), details }] };
  },
  'image-delivery': (trace, of) => {
    const model = ImageDelivery.generateInsight(trace, of);
    const items = model.optimizableImages.map(
      ({ request, largestImagePaint, optimizations, byteSavings }) => ({
        ...fileOf(request),
        ...nodeOf(largestImagePaint.args.data.nodeId),
        savedBytes: byteSavings,
        details: optimizations.map(imageDetail),
      }),
    );
    return { items, ...savingsOf(model) };
  },
  'text-compression': (trace, of) => {
    const texts = trace.NetworkRequests.byTime.flatMap((request) => {
      const savedBytes = savedByCompression(request);
      return savedBytes === 0 ? [] : [{ request, savedBytes, details: [] }];
    });
    return foundBytes(texts, of);
  },
  'unused-javascript': (trace, of) => unusedIn(trace, of, 'scripts'),
  'unused-css-rules': (trace, of) => unusedIn(trace, of, 'styles'),
  cache: (trace, of) => {
    const model = Cache.generateInsight(trace, of);
    const items = model.requests.map(({ request, ttl, wastedBytes }) => ({
      ...fileOf(request),
      savedBytes: wastedBytes,
      details: [ttl === 0 ? ({ code: 'not_kept' } as const) : ({ code: 'kept', of: [ttl] } as const)],
    }));
    // It saves nothing on the first visit, which is what is simulated.
    return { items: byMost(items, ({ savedBytes }) => savedBytes), savingsBytes: model.wastedBytes ?? null };
  },
  'font-display': (trace, of) => {
    const model = FontDisplay.generateInsight(trace, of);
    const items = model.fonts.map(({ request, wastedTime }) => ({
      ...fileOf(request),
      ms: wastedTime,
      details: [{ code: 'hidden_text' } as const],
    }));
    return { items, ...savingsOf(model) };
  },
  'cls-culprits': (trace, of) => {
    // The engine has no causes of shifts right after the viewport was sized.
    const { shifts: causesByShift } = CLSCulprits.generateInsight(trace, of);
    const worst = byMost(of.shifts, scoreOf).slice(0, MAX_ITEMS);
    const items = worst.map((shift) => {
      const nodes = shift.args.data?.impacted_nodes as readonly { readonly node_id?: number }[] | undefined;
      const [, causes] = [...causesByShift].find(([{ ts }]) => ts === shift.ts) ?? [];
      const moved = { code: 'shifted', of: [Math.round(scoreOf(shift) * 10_000) / 10_000] } as const;
      const url = causes?.webFonts[0]?.args.data.url ?? causes?.iframes[0]?.url ?? null;
      return { url, ...nodeOf(nodes?.[0]?.node_id), details: [moved, ...culpritsOf(causes)] };
    });
    return { count: of.shifts.length, items };
  },
  'lcp-breakdown': (trace, of) => {
    const { subparts, lcpEvent, lcpRequest } = LCPBreakdown.generateInsight(trace, of);
    if (!subparts) return null;
    const { ttfb, loadDelay, loadDuration, renderDelay } = subparts;
    const place = { url: lcpRequest?.args.data.url ?? null, ...nodeOf(lcpEvent?.args.data?.nodeId) };
    const phases = [
      ['time_to_first_byte', ttfb],
      ['load_delay', loadDelay],
      ['load_duration', loadDuration],
      ['render_delay', renderDelay],
    ] as const;
    const items = phases.flatMap(([code, phase]) =>
      phase ? [{ ...place, ms: phase.range / 1000, details: [{ code }] }] : [],
    );
    return { items };
  },
  'third-parties': (trace, of) => {
    const parties = thirdPartiesOf(trace, of);
    const items = parties.map(({ name, url, requests, bytes, ms }) => ({
      url,
      bytes,
      ms,
      details: [{ code: 'third_party', of: [name, requests] } as const],
    }));
    return { items: byMost(items, ({ bytes }) => bytes) };
  },
  'long-tasks': (_, of) => {
    const tasks = tasksOf(of).flatMap(({ url, ms }) => (ms > LONG_MS ? [{ url, ms }] : []));
    return { items: byMost(tasks, ({ ms }) => ms) };
  },
};

const LONG_MS = 50;

function unusedIn(trace: Trace, of: Simulated, kind: keyof Covered): Found {
  const files = unusedFilesOf(trace, kind, of.covered).map(({ percent, ...file }) => ({
    ...file,
    details: [{ code: 'unused', of: [percent] } as const],
  }));
  return foundBytes(files, of);
}

/** Files that could be smaller. */
function foundBytes(
  files: readonly { request: TracedRequest; savedBytes: number; details: readonly FoundDetail[] }[],
  of: Simulated,
): Found {
  const savings = new Map<string, number>();
  for (const { request, savedBytes } of files) {
    const { requestId } = request.args.data;
    savings.set(requestId, (savings.get(requestId) ?? 0) + savedBytes);
  }
  const items = files.map(({ request, ...item }) => ({ ...fileOf(request), ...item }));
  return {
    items: byMost(items, ({ savedBytes }) => savedBytes),
    ...savingsOf({
      metricSavings: Insights.Common.metricSavingsForWastedBytes(savings, of),
      wastedBytes: items.reduce((sum, { savedBytes }) => sum + savedBytes, 0),
    }),
  };
}

function scoreOf({ args: { data } }: Simulated['shifts'][number]): number {
  return Number(data?.weighted_score_delta);
}

type Causes = Pick<
  Insights.Models.CLSCulprits.LayoutShiftRootCausesData,
  'webFonts' | 'iframes' | 'nonCompositedAnimations' | 'unsizedImages'
>;

function culpritsOf(causes: Causes | undefined): FoundDetail[] {
  if (!causes) return [];
  const found: readonly (readonly [readonly unknown[], FoundDetail['code']])[] = [
    [causes.webFonts, 'web_font'],
    [causes.iframes, 'frame'],
    [causes.nonCompositedAnimations, 'animation'],
    [causes.unsizedImages, 'unsized_image'],
  ];
  return found.flatMap(([list, code]) => (list.length > 0 ? [{ code }] : []));
}

function byMost<T>(items: readonly T[], weight: (item: T) => number | null): T[] {
  return items.toSorted((one, other) => (weight(other) ?? 0) - (weight(one) ?? 0));
}

function fileOf({ args: { data } }: TracedRequest): TracedItem {
  return { url: data.url, bytes: data.encodedDataLength };
}

function nodeOf(id: number | undefined): Pick<TracedItem, 'node'> {
  return id === undefined || id === 0 ? {} : { node: id };
}

function savingsOf({ metricSavings, wastedBytes }: Pick<Model, 'metricSavings' | 'wastedBytes'>) {
  const times = [metricSavings?.FCP, metricSavings?.LCP].filter(
    (ms) => ms !== undefined && Number.isFinite(ms),
  );
  return {
    savingsMs: times.length === 0 ? null : Math.max(0, ...(times as number[])),
    savingsBytes: wastedBytes === undefined || wastedBytes === 0 ? null : wastedBytes,
  };
}

type Optimization = ReturnType<
  typeof ImageDelivery.generateInsight
>['optimizableImages'][number]['optimizations'][number];

function imageDetail(optimization: Optimization): FoundDetail {
  const { ImageOptimizationType: types } = ImageDelivery;
  switch (optimization.type) {
    case types.VIDEO_FORMAT:
      return { code: 'video' };
    case types.ADJUST_COMPRESSION:
      return { code: 'compression' };
    case types.RESPONSIVE_SIZE: {
      const { fileDimensions: file, displayDimensions: shown } = optimization;
      return { code: 'size', of: [file.width, file.height, shown.width, shown.height] };
    }
    default:
      return { code: 'format' };
  }
}
