import { EventEmitter } from 'node:events';
import { type BrowserContext } from './browser-context.js';
import { type ProtocolEvent, type ProtocolEvents, type ProtocolSession } from './protocol-session.js';

export type TargetKind = 'page' | 'iframe' | 'worker';

/** The type of targets that belong to no page. Those of a context are taken for workers of its only page. */
export const SHARED_WORKER = 'shared_worker';

/** Tells the session of the page, a frame or a worker what to emulate and to report, before anything runs there. */
export type PrepareSession = (session: ProtocolSession, kind: TargetKind) => readonly Promise<unknown>[];

type Listener<E extends ProtocolEvent> = (
  params: ProtocolEvents[E][0],
  session: ProtocolSession,
  kind: TargetKind,
) => void;

/** The only page of a context, with its workers and those of its frames that have a process of their own. What it opens is
 *  closed. */
export class BrowserPage {
  /** Is called when the page has opened another one. */
  onpopup?: () => void;
  ondownload?: () => void;
  private readonly events = new EventEmitter();

  private constructor(
    private readonly context: BrowserContext,
    /** Of the page's main frame, too. */
    readonly id: string,
    /** Of the page and the frames in its process. */
    readonly session: ProtocolSession,
    private readonly prepare: PrepareSession,
  ) {
    this.watchBrowser();
  }

  static async open(context: BrowserContext, prepare: PrepareSession = () => []): Promise<BrowserPage> {
    const attaching = attached(context);
    const blank = { url: 'about:blank', browserContextId: context.id };
    const { targetId } = await context.connection.browser.send('Target.createTarget', blank);
    const page = new BrowserPage(context, targetId, await attaching, prepare);
    const begun = page.session.send('Page.getFrameTree').then(async ({ frameTree }) => {
      if (/^:?$/.test(frameTree.frame.url)) await page.session.next('Page.frameNavigated');
    });
    await Promise.all([page.adopt(page.session, 'page'), begun]);
    return page;
  }

  /** Listens to the page, its frames and its workers. */
  on<E extends ProtocolEvent>(event: E, listener: Listener<E>): void {
    this.events.on(event, listener);
  }

  private async adopt(session: ProtocolSession, kind: TargetKind): Promise<void> {
    session.onany = (event, params) => {
      // This is also what is told of a shared worker that has ended.
      if (kind === 'worker' && event === 'Inspector.targetCrashed') return;
      this.events.emit(event, params, session, kind);
    };
    session.on('Target.attachedToTarget', ({ sessionId, targetInfo: { type } }) => {
      const part = this.context.connection.session(sessionId);
      const isPart = type === 'iframe' || type === 'worker';
      // Service workers stay without emulation.
      const taking = isPart ? this.adopt(part, type) : part.send('Runtime.runIfWaitingForDebugger');
      taking.catch(ignoreEnd);
    });
    await Promise.all([
      ...(kind === 'worker' ? [] : [session.send('Page.enable')]),
      session.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: true, flatten: true }),
      ...this.prepare(session, kind),
      session.send('Runtime.runIfWaitingForDebugger'),
    ]);
  }

  private watchBrowser(): void {
    const { connection } = this.context;
    const { browser } = connection;
    const unwatch = [
      browser.on('Target.attachedToTarget', (params) => {
        const { sessionId, targetInfo } = params;
        const { browserContextId, targetId, type } = targetInfo;
        if (browserContextId !== this.context.id) return;
        if (type === SHARED_WORKER) {
          this.events.emit('Target.attachedToTarget', params, browser, 'worker');
          this.adopt(connection.session(sessionId), 'worker').catch(ignoreEnd);
          return;
        }
        this.onpopup?.();
        this.closePopup(targetId, sessionId).catch(ignoreEnd);
      }),
      browser.on('Browser.downloadWillBegin', () => this.ondownload?.()),
      browser.on('Target.detachedFromTarget', (params) => {
        this.events.emit('Target.detachedFromTarget', params, browser, 'page');
        if (params.sessionId === this.session.id) for (const end of unwatch) end();
      }),
    ];
  }

  /** Closed before it runs, it would hold up the page that has opened it. */
  private async closePopup(targetId: string, sessionId: string): Promise<void> {
    const { connection } = this.context;
    await connection.session(sessionId).send('Runtime.runIfWaitingForDebugger');
    await connection.browser.send('Target.closeTarget', { targetId });
  }
}

/** The first page of a context. */
async function attached({ connection, id }: BrowserContext): Promise<ProtocolSession> {
  return new Promise((resolve) => {
    const stop = connection.browser.on('Target.attachedToTarget', ({ sessionId, targetInfo }) => {
      if (targetInfo.browserContextId !== id) return;
      stop();
      resolve(connection.session(sessionId));
    });
  });
}

/** The page, frame or worker has ended meanwhile. */
function ignoreEnd(): void {
  return undefined;
}
