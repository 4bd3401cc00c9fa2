import { type Lantern } from '@paulirish/trace_engine';
import { parsedUrl } from '../../../../basics/url.js';
import { type BrowserPage } from '../protocol/browser-page.js';
import { type ProtocolEvents } from '../protocol/protocol-session.js';

type LanternRequest = Lantern.Types.NetworkRequest;
type Initiator = LanternRequest['initiator'];
type WillBeSent = ProtocolEvents['Network.requestWillBeSent'][0];

/** Frames of one page, scripts in a stack and characters of a URL. */
const MAX_FRAMES = 200;
const MAX_SCRIPTS = 20;
const MAX_URL_CHARACTERS = 2000;

/** One request on the way to the document of a frame. Times are in milliseconds of the browser's clock, as in traces. */
interface Hop {
  readonly url: string;
  readonly startedAt: number;
  endedAt: number;
  /** Of the redirect; -1: there was no response. */
  status: number;
}

/** The requests for the document of a frame that could not be loaded: redirects, and the last one. */
export interface FailedFrame {
  readonly id: string;
  readonly initiator: Initiator;
  readonly hops: readonly Hop[];
}

/** Notes which documents of frames could not be loaded. The browser reports their requests, so that Lighthouse counts them,
 *  but traces lack them: a frame is in a trace once it has a response. */
export class FailedFrames {
  private readonly requested = new Map<string, FailedFrame & { readonly hops: Hop[] }>();
  private readonly failed: FailedFrame[] = [];

  /** To be created before the page is loaded. */
  constructor(page: BrowserPage) {
    page.on('Network.requestWillBeSent', (request) => {
      const { type, frameId, requestId } = request;
      if (type !== 'Document' || frameId === undefined || frameId === page.id) return;
      if (!isKept(request.request.url)) this.requested.delete(requestId);
      else if (request.redirectResponse) this.redirect(requestId, request);
      else if (this.requested.size + this.failed.length < MAX_FRAMES)
        this.requested.set(requestId, {
          id: frameId,
          initiator: shortened(request.initiator),
          hops: [hopOf(request)],
        });
    });
    page.on('Network.responseReceived', ({ requestId }) => {
      this.requested.delete(requestId);
    });
    page.on('Network.loadingFailed', ({ requestId, timestamp }) => {
      const frame = this.requested.get(requestId);
      if (!frame) return;
      this.requested.delete(requestId);
      end(frame.hops, timestamp, -1);
      this.failed.push(frame);
    });
  }

  /** Those until now. */
  get all(): readonly FailedFrame[] {
    return [...this.failed];
  }

  private redirect(requestId: string, request: WillBeSent): void {
    const hops = this.requested.get(requestId)?.hops;
    if (!hops) return;
    end(hops, request.timestamp, request.redirectResponse?.status ?? -1);
    hops.push(hopOf(request));
  }
}

function hopOf({ request: { url }, timestamp }: WillBeSent): Hop {
  return { url, startedAt: timestamp * 1000, endedAt: Infinity, status: -1 };
}

function isKept(url: string): boolean {
  return url.length <= MAX_URL_CHARACTERS && /^https?:/.test(url) && parsedUrl(url) !== null;
}

function end(hops: readonly Hop[], timestamp: number, status: number): void {
  const last = hops.at(-1);
  if (last) Object.assign(last, { endedAt: timestamp * 1000, status });
}

function shortened({ type, url, stack }: WillBeSent['initiator']): Initiator {
  const scripts = new Set<string>();
  for (let part = stack; part && scripts.size < MAX_SCRIPTS; part = part.parent)
    for (const frame of part.callFrames.slice(0, MAX_SCRIPTS)) scripts.add(frame.url);
  const callFrames = [...scripts]
    .filter(isKept)
    .map((script) => ({ url: script, scriptId: '', functionName: '', lineNumber: 0, columnNumber: 0 }));
  return {
    type: type === 'FedCM' ? 'other' : type,
    ...(url !== undefined && isKept(url) && { url }),
    ...(callFrames.length > 0 && { stack: { callFrames } }),
  };
}

/** The requests as Lighthouse has them for its simulation. */
export function requestsFor(frames: readonly FailedFrame[]): LanternRequest[] {
  return frames.flatMap(({ hops, ...frame }, at) => {
    const requests = hops.map((hop, step) =>
      requestOf(hop, frame, `failed frame ${String(at)}.${String(step)}`),
    );
    requests.forEach((request, step) => {
      request.redirectSource = requests[step - 1];
      request.redirectDestination = requests[step + 1];
      request.initiatorRequest = request.redirectSource;
      if (step > 0) request.redirects = requests.slice(0, step);
    });
    return requests;
  });
}

function requestOf(
  { url, startedAt, endedAt, status }: Hop,
  { id, initiator }: Omit<FailedFrame, 'hops'>,
  requestId: string,
): LanternRequest {
  const { protocol, hostname, origin } = new URL(url);
  const isRedirect = status !== -1;
  return {
    requestId,
    url,
    documentURL: url,
    parsedURL: { scheme: protocol.slice(0, -1), host: hostname, securityOrigin: origin },
    frameId: id,
    initiator,
    initiatorRequest: undefined,
    redirects: undefined,
    redirectSource: undefined,
    redirectDestination: undefined,
    rendererStartTime: startedAt,
    networkRequestTime: startedAt,
    responseHeadersEndTime: endedAt,
    networkEndTime: endedAt,
    finished: true,
    failed: !isRedirect,
    statusCode: status,
    resourceType: isRedirect ? undefined : 'Document',
    priority: 'VeryHigh',
    mimeType: '',
    protocol: '',
    timing: undefined,
    transferSize: 0,
    resourceSize: 0,
    connectionId: 0,
    connectionReused: false,
    fromDiskCache: false,
    fromMemoryCache: false,
    isLinkPreload: false,
    fromWorker: false,
  };
}
