import { settlesWithin } from '../../../basics/settles-within.js';
import { NOT_LOADED } from '../../page-loader/proxied-headers.js';
import { RenderError } from '../render-error.js';
import { isFavicon } from './page-activity.js';
import { SessionEnded } from './protocol/browser-connection.js';
import { type BrowserPage, SHARED_WORKER } from './protocol/browser-page.js';

/** Without a request for that time, a page is at rest. */
const IDLE_MS = 500;
/** A page that has loaded does not wait longer for up to so many requests: they are streams, or polls that wait for news.
 *  Lighthouse does not wait for two open requests, either.
 *  @see https://github.com/GoogleChrome/lighthouse/blob/main/core/gather/driver/wait-for-condition.js */
const PATIENCE_MS = 8000;
const MAX_LASTING = 2;

const CERTIFICATE_FAULTS: Readonly<Record<string, string>> = {
  AUTHORITY_INVALID: 'was issued by no authority that it trusts, or lacks the certificate between them',
  COMMON_NAME_INVALID: 'is for another host name, or names none as a subject alternative name',
  DATE_INVALID: 'has expired or is not valid yet, or that of its issuer',
  INVALID:
    'breaks a rule for certificates: its usage, the constraints of its issuer, or a signature with SHA-1',
  REVOKED: 'was revoked',
  WEAK_KEY: 'has a key that is too short',
  WEAK_SIGNATURE_ALGORITHM: 'is signed with SHA-1',
};

interface PendingRequest {
  readonly startedAt: number;
  readonly url: string;
  readonly frameId: string | undefined;
  readonly loaderId: string;
  readonly sessionId: string | undefined;
}

interface Waiting {
  readonly isMet: () => boolean;
  readonly resolve: () => void;
}

/** How far the load of a page is, with its frames and workers. */
export class PageLoad {
  /** Address of the last document. Scripts may have given it another one since. */
  documentUrl = '';
  private documents = 0;
  private hasLoaded = false;
  private isIdle = false;
  /** Of the last document that the server sent. */
  private status = 200;
  private readonly pending = new Map<string, PendingRequest>();
  /** The scripts of those that run, by their sessions. */
  private readonly sharedWorkers = new Map<string, string>();
  private idling: NodeJS.Timeout | undefined;
  private waiting: Waiting[] = [];

  constructor(private readonly page: BrowserPage) {
    this.watchDocument();
    this.watchRequests();
    // Of a frame, which stays attached.
    page.on('Inspector.targetCrashed', (_, session) => {
      this.forget((request) => request.sessionId === session.id);
    });
    page.on('Page.frameDetached', ({ frameId, reason }) => {
      // A frame that only moves to another process is detached, too.
      if (reason !== 'swap') this.forget((request) => request.frameId === frameId);
    });
    page.on('Target.attachedToTarget', ({ sessionId, targetInfo: { type, url } }) => {
      if (type === SHARED_WORKER) this.sharedWorkers.set(sessionId, url);
    });
    page.on('Target.detachedFromTarget', ({ sessionId }) => {
      // The page requests its script. If that is missing, the browser does not always report how the request ended.
      const script = this.sharedWorkers.get(sessionId);
      this.sharedWorkers.delete(sessionId);
      this.forget((request) => request.sessionId === sessionId || request.url === script);
    });
  }

  /** Requests a page, and waits until its document begins to arrive.
   *  @throws RenderError `page_not_loaded`
   *  @throws SessionEnded */
  async begin(url: string, timeLimitMs: number): Promise<void> {
    const beginning = this.navigate(url, timeLimitMs);
    if (!(await settlesWithin(timeLimitMs, beginning))) throw notLoaded();
    await beginning;
  }

  /** Waits for the load event of its document, for the time limit at most. */
  async loaded(timeLimitMs: number): Promise<void> {
    await this.until(() => this.hasLoaded, timeLimitMs);
  }

  /** @throws RenderError `page_not_loaded` if its document came with the status of an error */
  requireSuccess(): void {
    if (this.status < 400) return;
    const text = `The server responded to the browser with status ${String(this.status)}, unlike before.`;
    throw new RenderError('page_not_loaded', text);
  }

  /** Waits until it has sent no request for half a second and waits for none, for the time limit at most. */
  async idle(timeLimitMs: number): Promise<void> {
    await this.until(() => this.isIdle, timeLimitMs);
  }

  private async navigate(url: string, timeLimitMs: number): Promise<void> {
    const before = this.documents;
    const { errorText, isDownload } = await this.page.session
      .send('Page.navigate', { url, referrerPolicy: 'unsafeUrl' })
      .catch((cause: unknown) => {
        throw cause instanceof SessionEnded ? cause : notLoaded(cause);
      });
    if (errorText !== undefined || isDownload === true) throw notLoaded(errorText);
    await this.until(() => this.documents > before, timeLimitMs);
  }

  private watchDocument(): void {
    const { page } = this;
    page.on('Page.frameNavigated', ({ frame: { id, url, loaderId } }) => {
      const isPage = id === page.id;
      this.forget((request) => (isPage || request.frameId === id) && request.loaderId !== loaderId);
      if (!isPage) return;
      if (url !== 'about:blank') this.documents += 1;
      this.documentUrl = url;
      this.hasLoaded = false;
      this.noteRequests();
    });
    page.on('Network.responseReceived', ({ type, frameId, response: { status, headers } }) => {
      // What our proxy sends instead of a page is recognized by the document.
      const isPage = type === 'Document' && frameId === page.id;
      if (isPage && headers['server-timing'] !== NOT_LOADED) this.status = status;
    });
    page.on('Page.lifecycleEvent', ({ frameId, name }) => {
      if (frameId !== page.id || name !== 'load') return;
      this.hasLoaded = true;
      if (this.pending.size > 0) this.noteRequests();
      else this.resolveMet();
    });
  }

  private watchRequests(): void {
    const { page, pending } = this;
    page.on(
      'Network.requestWillBeSent',
      ({ requestId, frameId, loaderId, type, request: { url } }, session) => {
        if (type === 'EventSource' || url.startsWith('data:') || isFavicon(url)) return;
        pending.set(requestId, {
          startedAt: performance.now(),
          url,
          frameId,
          loaderId,
          sessionId: session.id,
        });
        this.noteRequests();
      },
    );
    for (const event of ['Network.loadingFinished', 'Network.loadingFailed'] as const)
      page.on(event, ({ requestId }) => {
        if (pending.delete(requestId)) this.noteRequests();
      });
  }

  private forget(isOver: (request: PendingRequest) => boolean): void {
    const over = [...this.pending].filter(([, request]) => isOver(request));
    for (const [requestId] of over) this.pending.delete(requestId);
    if (over.length > 0) this.noteRequests();
  }

  private noteRequests(): void {
    clearTimeout(this.idling);
    this.isIdle = false;
    this.resolveMet();
    const patienceMs = this.patienceMs();
    if (patienceMs > 0) {
      if (patienceMs < Infinity)
        this.idling = setTimeout(() => {
          this.noteRequests();
        }, patienceMs);
      return;
    }
    this.idling = setTimeout(() => {
      this.isIdle = true;
      this.resolveMet();
    }, IDLE_MS);
  }

  /** How long to wait for the requests that are open. */
  private patienceMs(): number {
    const { pending } = this;
    if (pending.size === 0) return 0;
    if (!this.hasLoaded || pending.size > MAX_LASTING) return Infinity;
    const latest = Math.max(...[...pending.values()].map(({ startedAt }) => startedAt));
    return Math.max(0, latest + PATIENCE_MS - performance.now());
  }

  private async until(isMet: () => boolean, timeLimitMs: number): Promise<void> {
    if (isMet()) return;
    const met = new Promise<void>((resolve) => {
      this.waiting.push({ isMet, resolve });
    });
    await settlesWithin(timeLimitMs, met);
  }

  private resolveMet(): void {
    const met = this.waiting.filter(({ isMet }) => isMet());
    this.waiting = this.waiting.filter((waiting) => !met.includes(waiting));
    for (const { resolve } of met) resolve();
  }
}

function notLoaded(cause?: unknown): RenderError {
  const [, code = ''] = /net::ERR_CERT_(\w+)/.exec(String(cause)) ?? [];
  const reason = CERTIFICATE_FAULTS[code];
  const text =
    reason === undefined
      ? 'The browser could not load the page.'
      : `The browser could not load the page: its certificate ${reason}.`;
  return new RenderError('page_not_loaded', text, { cause });
}
