import { RenderError } from '../render-error.js';
import { type BrowserPage } from './protocol/browser-page.js';
import { type ProtocolEvent } from './protocol/protocol-session.js';

/** Messages, errors, requests, frames and navigations of one page. Each costs this process time, too. */
const MAX_EVENTS = 5000;
/** Of a page that never comes to rest. */
const COUNTED: readonly ProtocolEvent[] = [
  'Network.webSocketCreated',
  'Network.webSocketFrameReceived',
  'Page.frameAttached',
  'Page.frameNavigated',
  'Page.navigatedWithinDocument',
  'Target.attachedToTarget',
];

export interface ActivityListener {
  /** The browser sends a request over http or https. */
  readonly onrequest: () => void;
  /** The page can't go on. */
  readonly onend: (error: RenderError) => void;
}

/** Counts what a page, its frames and its workers do, and answers its dialogs. */
export class PageActivity {
  consoleErrors = 0;
  requests = 0;
  private events = 0;
  private asksForIcon = false;
  private isBeingRead = false;

  constructor(
    page: BrowserPage,
    private readonly listener: ActivityListener,
  ) {
    for (const event of COUNTED)
      page.on(event, () => {
        this.countEvent();
      });
    page.onpopup = () => {
      this.countEvent();
    };
    page.ondownload = () => {
      this.countEvent();
    };
    this.countRequests(page);
    this.countErrors(page);
    page.on('Page.javascriptDialogOpening', ({ type }, session) => {
      this.countEvent();
      // As Lighthouse does.
      const answer = { accept: true, ...(type === 'prompt' && { promptText: 'Pagegrade' }) };
      session.send('Page.handleJavaScriptDialog', answer).catch(() => undefined);
    });
    page.on('Inspector.targetCrashed', (_, session) => {
      if (session !== page.session) return;
      listener.onend(new RenderError('page_crashed', 'The page crashed the browser’s renderer.'));
    });
  }

  /** The debugger compiles handlers in order to read them, so from then on a fault may not be the page's own. */
  beginReading(): void {
    this.isBeingRead = true;
  }

  private countRequests(page: BrowserPage): void {
    page.on('Network.requestWillBeSent', ({ request: { url } }) => {
      this.countEvent();
      const isFirstIcon = !this.asksForIcon && isFavicon(url);
      this.asksForIcon ||= isFirstIcon;
      if (!/^https?:/.test(url) || isFirstIcon) return;
      this.requests += 1;
      this.listener.onrequest();
    });
  }

  private countErrors(page: BrowserPage): void {
    page.on('Runtime.consoleAPICalled', ({ type }) => {
      this.countEvent();
      if (type === 'error') this.countError();
    });
    page.on('Runtime.exceptionThrown', () => {
      this.countEvent();
      this.countError();
    });
    page.on('Log.entryAdded', () => {
      this.countEvent();
    });
  }

  private countError(): void {
    if (!this.isBeingRead) this.consoleErrors += 1;
  }

  private countEvent(): void {
    if (++this.events === MAX_EVENTS)
      this.listener.onend(
        new RenderError(
          'page_hangs',
          `The page does not come to rest: it sent ${String(MAX_EVENTS)} messages, requests and navigations.`,
        ),
      );
  }
}

/** The one that browsers with windows ask for by themselves, unless a page names another. */
export function isFavicon(url: string): boolean {
  return /^https?:\/\/[^/]*\/favicon\.ico$/.test(url);
}
