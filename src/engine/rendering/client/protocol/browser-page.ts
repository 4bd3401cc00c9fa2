import { EventEmitter } from 'node:events';
import { type BrowserConnection } from './browser-connection.js';
import { type ProtocolEvent, type ProtocolEvents, type ProtocolSession } from './protocol-session.js';

export type TargetKind = 'page' | 'iframe' | 'worker';

export interface PageOptions {
  /** URL of the proxy; default: the browser's. */
  readonly proxy?: string;
  /** Tells the session of the page, a frame or a worker what to emulate and to report, before anything runs there. */
  readonly prepare?: (session: ProtocolSession, kind: TargetKind) => readonly Promise<unknown>[];
}

type Listener<E extends ProtocolEvent> = (params: ProtocolEvents[E][0], session: ProtocolSession) => void;

/** A page in a context of its own, with its workers and those of its frames that have a process of their own. What it
 *  opens is closed. */
export class BrowserPage {
  /** Is called when the page has opened another one. */
  onpopup?: () => void;
  ondownload?: () => void;
  private readonly events = new EventEmitter();
  private readonly unwatch: readonly (() => void)[];

  private constructor(
    private readonly connection: BrowserConnection,
    private readonly contextId: string,
    /** Of the page's main frame, too. */
    readonly id: string,
    /** Of the page and the frames in its process. */
    readonly session: ProtocolSession,
    private readonly prepare: PageOptions['prepare'],
  ) {
    this.unwatch = this.watchBrowser();
  }

  static async open(
    connection: BrowserConnection,
    { proxy, prepare }: PageOptions = {},
  ): Promise<BrowserPage> {
    const { browser } = connection;
    const { browserContextId } = await browser.send('Target.createBrowserContext', {
      disposeOnDetach: true,
      // Without the rule, loopback addresses are not proxied.
      ...(proxy !== undefined && { proxyServer: proxy, proxyBypassList: '<-loopback>' }),
    });
    const download = { behavior: 'deny', browserContextId, eventsEnabled: true } as const;
    await browser.send('Browser.setDownloadBehavior', download);
    const attaching = attached(connection, browserContextId);
    const { targetId } = await browser.send('Target.createTarget', { url: 'about:blank', browserContextId });
    const page = new BrowserPage(connection, browserContextId, targetId, await attaching, prepare);
    const blank = page.session.send('Page.getFrameTree').then(async ({ frameTree }) => {
      // It has not begun.
      if (/^:?$/.test(frameTree.frame.url)) await page.session.next('Page.frameNavigated');
    });
    await Promise.all([page.adopt(page.session, 'page'), blank]);
    return page;
  }

  /** Listens to the page, its frames and its workers. */
  on<E extends ProtocolEvent>(event: E, listener: Listener<E>): void {
    this.events.on(event, listener);
  }

  /** Ends the page and all that it has stored. */
  async close(): Promise<void> {
    for (const end of this.unwatch) end();
    await this.connection.browser.send('Target.disposeBrowserContext', { browserContextId: this.contextId });
  }

  private async adopt(session: ProtocolSession, kind: TargetKind): Promise<void> {
    session.onany = (event, params) => {
      this.events.emit(event, params, session);
    };
    session.on('Target.attachedToTarget', ({ sessionId, targetInfo: { type } }) => {
      const part = this.connection.session(sessionId);
      const isPart = type === 'iframe' || type === 'worker';
      // Service workers stay without emulation.
      const taking = isPart ? this.adopt(part, type) : part.send('Runtime.runIfWaitingForDebugger');
      taking.catch(ignoreEnd);
    });
    await Promise.all([
      ...(kind === 'worker' ? [] : [session.send('Page.enable')]),
      session.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: true, flatten: true }),
      ...(this.prepare?.(session, kind) ?? []),
      session.send('Runtime.runIfWaitingForDebugger'),
    ]);
  }

  private watchBrowser() {
    const { browser } = this.connection;
    return [
      browser.on('Target.attachedToTarget', ({ sessionId, targetInfo }) => {
        if (targetInfo.browserContextId !== this.contextId) return;
        this.onpopup?.();
        this.closePopup(targetInfo.targetId, this.connection.session(sessionId)).catch(ignoreEnd);
      }),
      browser.on('Browser.downloadWillBegin', () => this.ondownload?.()),
    ];
  }

  /** Closed before it runs, it would hold up the page that has opened it. */
  private async closePopup(targetId: string, session: ProtocolSession): Promise<void> {
    await session.send('Runtime.runIfWaitingForDebugger');
    await this.connection.browser.send('Target.closeTarget', { targetId });
  }
}

/** The first page of a context. */
async function attached(connection: BrowserConnection, contextId: string): Promise<ProtocolSession> {
  return new Promise((resolve) => {
    const stop = connection.browser.on('Target.attachedToTarget', ({ sessionId, targetInfo }) => {
      if (targetInfo.browserContextId !== contextId) return;
      stop();
      resolve(connection.session(sessionId));
    });
  });
}

/** The page, frame or worker has ended meanwhile. */
function ignoreEnd(): void {
  return undefined;
}
