import { type Lantern } from '@paulirish/trace_engine';
import { parsedUrl } from '../../../../basics/url.js';
import { type BrowserPage, type TargetKind } from '../protocol/browser-page.js';
import { type ProtocolEvents } from '../protocol/protocol-session.js';

type LanternRequest = Lantern.Types.NetworkRequest;
type Timing = LanternRequest['timing'];
type WillBeSent = ProtocolEvents['Network.requestWillBeSent'][0];
type Response = ProtocolEvents['Network.responseReceived'][0]['response'];

/** Requests of one page, scripts in a stack, and characters of a URL, where a `data:` URL is its own content, and of all
 *  scripts in stacks. */
const MAX_REQUESTS = 4000;
const MAX_SCRIPTS = 20;
const MAX_CHARACTERS = { url: 4096, data: 64, scripts: 4e6 };

/** A request on one step of its way, as the browser reports it. Times are in milliseconds of its clock, as in traces. */
export interface LoggedRequest extends LanternRequest {
  redirectSource: LoggedRequest | undefined;
  redirectDestination: LoggedRequest | undefined;
}

/** The requests of a page as Lighthouse takes them for its simulation: from the debugging protocol. Traces lack
 *  the timing of redirects, preflights, and the documents of frames that got no response.
 *  @see https://github.com/GoogleChrome/lighthouse/blob/v12.8.2/core/lib/network-request.js */
export class NetworkLog {
  private readonly requests: LoggedRequest[] = [];
  /** Of each way, the last step. */
  private readonly last = new Map<string, LoggedRequest>();
  /** Those in stacks, each once. */
  private readonly scripts = new Map<string, string>();
  private scriptCharacters = 0;
  private isOver = false;

  /** To be created before the page is loaded. */
  constructor(page: BrowserPage) {
    page.on('Network.requestWillBeSent', (sent, _, kind) => {
      const earlier = this.at(sent, kind);
      if (!earlier) this.add(sent.requestId, this.begun(sent, kind));
      else if (sent.redirectResponse) this.redirect(earlier, sent, kind);
    });
    page.on('Network.requestServedFromCache', (event, _, kind) => {
      const request = this.at(event, kind);
      if (request) request.fromMemoryCache = true;
    });
    page.on('Network.responseReceived', ({ response, timestamp, type, frameId, ...event }, _, kind) => {
      const request = this.at(event, kind);
      if (!request) return;
      respond(request, response, timestamp * 1000);
      Object.assign(request, { resourceType: type, frameId });
    });
    page.on('Network.dataReceived', ({ dataLength, encodedDataLength, ...event }, _, kind) => {
      const request = this.at(event, kind);
      if (!request) return;
      request.resourceSize += dataLength;
      request.transferSize += Math.max(0, encodedDataLength);
    });
    page.on('Network.resourceChangedPriority', ({ newPriority, ...event }, _, kind) => {
      const request = this.at(event, kind);
      if (request) request.priority = newPriority;
    });
    page.on('Network.loadingFinished', ({ timestamp, encodedDataLength, ...event }, _, kind) => {
      const request = this.at(event, kind);
      if (!request || request.finished) return;
      if (encodedDataLength >= 0) request.transferSize = encodedDataLength;
      finish(request, timestamp * 1000);
    });
    page.on('Network.loadingFailed', ({ timestamp, type, ...event }, _, kind) => {
      const request = this.at(event, kind);
      if (!request || request.finished) return;
      Object.assign(request, { failed: true, resourceType: type });
      finish(request, timestamp * 1000);
    });
  }

  /** Those until now, in the order in which they began. What follows is not noted. */
  end(): readonly LoggedRequest[] {
    this.isOver = true;
    return this.requests;
  }

  /** Who reports a request of a worker last decides whether it is the worker's. */
  private at({ requestId }: { readonly requestId: string }, kind: TargetKind): LoggedRequest | undefined {
    const request = this.isOver ? undefined : this.last.get(requestId);
    if (request) request.fromWorker = kind === 'worker';
    return request;
  }

  private add(id: string, request: LoggedRequest | null): void {
    if (!request || this.isOver || this.requests.length >= MAX_REQUESTS) return;
    this.requests.push(request);
    this.last.set(id, request);
  }

  private redirect(source: LoggedRequest, sent: WillBeSent, kind: TargetKind): void {
    if (sent.redirectResponse) respond(source, sent.redirectResponse, sent.timestamp * 1000);
    source.resourceType = undefined;
    finish(source, sent.timestamp * 1000);
    const next = this.begun(sent, kind);
    if (!next) return;
    const requestId = `${source.requestId}:redirect`;
    Object.assign(next, { requestId, initiator: source.initiator, redirectSource: source });
    source.redirectDestination = next;
    this.add(sent.requestId, next);
  }

  private begun(sent: WillBeSent, kind: TargetKind): LoggedRequest | null {
    const request = this.isOver ? null : begun(sent, kind);
    const scripts = request ? this.scriptsIn(sent.initiator.stack) : [];
    const none = { scriptId: '', functionName: '', lineNumber: 0, columnNumber: 0 };
    if (request && scripts.length > 0)
      request.initiator.stack = { callFrames: scripts.map((url) => ({ url, ...none })) };
    return request;
  }

  /** Of a stack, the scripts suffice. */
  private scriptsIn(stack: WillBeSent['initiator']['stack']): string[] {
    const scripts = new Set<string>();
    for (let part = stack; part && scripts.size < MAX_SCRIPTS; part = part.parent)
      for (const { url } of part.callFrames) {
        const script = scripts.size < MAX_SCRIPTS ? this.script(shortened(url)) : null;
        if (script !== null) scripts.add(script);
      }
    return [...scripts];
  }

  /** The same text each time; null: there are too many. */
  private script(url: string): string | null {
    const known = this.scripts.get(url);
    if (known !== undefined) return known;
    if ((this.scriptCharacters += url.length) > MAX_CHARACTERS.scripts) return null;
    this.scripts.set(url, url);
    return url;
  }
}

function begun(sent: WillBeSent, kind: TargetKind): LoggedRequest | null {
  const { requestId, request, documentURL, frameId, type, initiator, timestamp } = sent;
  const url = shortened(request.url);
  const parsed = parsedUrl(url);
  if (!parsed) return null;
  const startedAt = timestamp * 1000;
  return {
    requestId,
    url,
    documentURL: shortened(documentURL),
    parsedURL: {
      scheme: parsed.protocol.slice(0, -1),
      host: parsed.hostname,
      securityOrigin: parsed.origin,
    },
    frameId,
    initiator: initiatorOf(initiator),
    initiatorRequest: undefined,
    redirects: undefined,
    redirectSource: undefined,
    redirectDestination: undefined,
    rendererStartTime: startedAt,
    networkRequestTime: startedAt,
    responseHeadersEndTime: startedAt,
    networkEndTime: -1,
    finished: false,
    failed: false,
    statusCode: -1,
    resourceType: type,
    priority: request.initialPriority,
    mimeType: '',
    protocol: '',
    timing: undefined,
    transferSize: 0,
    resourceSize: 0,
    connectionId: 0,
    connectionReused: false,
    fromDiskCache: false,
    fromMemoryCache: false,
    isLinkPreload: initiator.type === 'preload' || request.isLinkPreload === true,
    fromWorker: kind === 'worker',
  };
}

function respond(request: LoggedRequest, response: Response, receivedAt: number): void {
  const { url, connectionId, connectionReused, status, mimeType, encodedDataLength } = response;
  const timing = request.fromMemoryCache ? undefined : timingOf(request, response.timing);
  Object.assign(request, {
    url: shortened(url),
    protocol: response.protocol ?? request.protocol,
    fromDiskCache: response.fromDiskCache ?? request.fromDiskCache,
    ...{ connectionId, connectionReused, statusCode: status, mimeType, timing },
    transferSize: encodedDataLength,
  });
  if (!timing || timing.requestTime === -1 || timing.receiveHeadersEnd === -1) return;
  request.networkRequestTime = timing.requestTime * 1000;
  const headersEndAt = Math.min(request.networkRequestTime + timing.receiveHeadersEnd, receivedAt);
  request.responseHeadersEndTime = Math.max(headersEndAt, request.networkRequestTime);
  request.networkEndTime = Math.max(request.networkEndTime, request.responseHeadersEndTime);
}

/** Without encryption, the browser's connection ends at the proxy: it says nothing of the way to the server. */
function timingOf({ parsedURL: { scheme } }: LoggedRequest, timing: Timing): Timing {
  return timing && scheme === 'http'
    ? { ...timing, connectStart: -1, connectEnd: -1, sendStart: -1 }
    : timing;
}

function finish(request: LoggedRequest, endedAt: number): void {
  request.finished = true;
  request.networkEndTime = endedAt;
  request.responseHeadersEndTime = Math.min(request.responseHeadersEndTime, endedAt);
}

function initiatorOf({ type, url }: WillBeSent['initiator']): LanternRequest['initiator'] {
  return {
    type: type as LanternRequest['initiator']['type'],
    ...(url !== undefined && { url: shortened(url) }),
  };
}

/** A copy: V8 keeps the whole text for a part of it. */
function shortened(url: string): string {
  const max = url.startsWith('data:') ? MAX_CHARACTERS.data : MAX_CHARACTERS.url;
  return url.length <= max ? url : Buffer.from(url.slice(0, max)).toString();
}
