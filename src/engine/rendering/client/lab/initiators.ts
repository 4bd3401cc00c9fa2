import { Lantern } from '@paulirish/trace_engine';
import { type LoggedRequest } from './network-log.js';

type Narrowing = (request: LoggedRequest, candidates: readonly LoggedRequest[]) => readonly LoggedRequest[];

/** Links requests to those that led to them, by Lighthouse's rules.
 *  @see https://github.com/GoogleChrome/lighthouse/blob/v12.8.2/core/lib/network-recorder.js */
export function linkInitiators(requests: readonly LoggedRequest[]): void {
  const byUrl = new Map<string, LoggedRequest[]>();
  for (const request of requests) {
    const same = byUrl.get(request.url);
    if (same) same.push(request);
    else byUrl.set(request.url, [request]);
  }
  for (const request of requests) {
    request.initiatorRequest = request.redirectSource ?? initiatorOf(request, byUrl);
    if (request.redirectSource && !request.redirectDestination) request.redirects = stepsBefore(request);
  }
}

function stepsBefore(request: LoggedRequest): LoggedRequest[] {
  const steps: LoggedRequest[] = [];
  for (let step = request.redirectSource; step; step = step.redirectSource) steps.unshift(step);
  return steps;
}

/** The only request that can have led to another one; undefined: there is none, or there are several. */
function initiatorOf(
  request: LoggedRequest,
  byUrl: ReadonlyMap<string, readonly LoggedRequest[]>,
): LoggedRequest | undefined {
  const [url = ''] = Lantern.Graph.PageDependencyGraph.getNetworkInitiators(request);
  let candidates = (byUrl.get(url) ?? []).filter(
    ({ responseHeadersEndTime, finished, failed }) =>
      responseHeadersEndTime <= request.rendererStartTime && finished && !failed,
  );
  for (const narrowed of NARROWINGS) {
    const left = candidates.length > 1 ? narrowed(request, candidates) : [];
    if (left.length > 0) candidates = [...left];
  }
  return candidates.length === 1 ? candidates[0] : undefined;
}

/** Each counts if it leaves any. */
const NARROWINGS: readonly Narrowing[] = [
  // A prefetch leads to nothing.
  (_, candidates) => candidates.filter(({ resourceType }) => resourceType !== 'Other'),
  ({ frameId }, candidates) => candidates.filter((candidate) => candidate.frameId === frameId),
  ({ initiator: { type } }, candidates) =>
    type === 'parser' ? candidates.filter(({ resourceType }) => resourceType === 'Document') : [],
  // Where all others came from the cache, it was filled by the preload.
  (_, candidates) => {
    const others = candidates.filter(({ isLinkPreload }) => !isLinkPreload);
    const areCached = others.every(({ fromDiskCache, fromMemoryCache }) => fromDiskCache || fromMemoryCache);
    return others.length > 0 && areCached ? candidates.filter(({ isLinkPreload }) => isLinkPreload) : [];
  },
];
