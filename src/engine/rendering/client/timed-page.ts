import { setTimeout as sleep } from 'node:timers/promises';
import { messageOf } from '../../../basics/message-of.js';
import { RenderError } from '../render-error.js';
import { type PageLoad } from './page-load.js';
import { type ProtocolSession } from './protocol/protocol-session.js';

/** From the first request until the page is at rest. What is there then is audited. A page that is at rest sooner, but
 *  gets busy while it is read, has the rest of this time to answer. */
const LOAD_MS = 18_000;
/** Beyond that, and for any other call to the browser. All of them take milliseconds unless the page hangs. */
export const CALL_MS = 5000;
export const WORLD = 'pagegrade';
/** What Chromium says of a call whose document is gone. */
const REPLACED = /navigated or closed|Cannot find context|context was destroyed|Promise was collected/;
const REPLACED_TEXT = 'The page was replaced while it was read.';

/** Calls to a page, each with a time limit, because a page that hangs or has crashed answers none. */
export class TimedPage {
  private readonly failed = new AbortController();
  private loadEndsAt = 0;
  private isRead = false;
  /** Of the document that is read. */
  private loaderId: string | null = null;

  constructor(
    private readonly session: ProtocolSession,
    private readonly loading: PageLoad,
  ) {}

  /** Ends what is under way with this error. */
  fail(error: Error): void {
    this.failed.abort(error);
  }

  /** Why nothing is under way any more; null: it may be. */
  get failure(): Error | null {
    return this.failed.signal.aborted ? (this.failed.signal.reason as Error) : null;
  }

  beginLoad(): void {
    this.loadEndsAt = performance.now() + LOAD_MS;
  }

  /** From now on, another document is an error. */
  beginReading(): void {
    this.isRead = true;
  }

  get loadLeftMs(): number {
    return Math.max(1, this.loadEndsAt - performance.now());
  }

  /** Until the page has loaded and is at rest, or its time is over. */
  async atRest(): Promise<void> {
    await this.within(this.loading.loaded(this.loadLeftMs));
    await this.idle();
  }

  async idle(): Promise<void> {
    await this.within(this.loading.idle(this.loadLeftMs));
  }

  /** The value of an expression in our isolated world. Evaluates it once more if the page leads elsewhere meanwhile, unless it
   *  is being read.
   *  @throws RenderError `page_hangs`, `page_crashed` */
  async evaluate<T>(expression: string, ms = this.callMs): Promise<T> {
    try {
      return await this.evaluated(expression, ms);
    } catch (error) {
      if (!REPLACED.test(messageOf(error))) throw error;
      if (this.isRead) throw new RenderError('page_hangs', REPLACED_TEXT, { cause: error });
      await this.atRest();
      return this.evaluated(expression, ms);
    }
  }

  /** Our isolated world in the current document.
   *  @throws RenderError `page_hangs` if this is not the one that is being read */
  async world(): Promise<number> {
    const {
      frameTree: { frame },
    } = await this.within(this.session.send('Page.getFrameTree'));
    if (this.isRead) this.loaderId ??= frame.loaderId;
    if (this.isRead && frame.loaderId !== this.loaderId) throw new RenderError('page_hangs', REPLACED_TEXT);
    const world = { frameId: frame.id, worldName: WORLD };
    const creating = this.session.send('Page.createIsolatedWorld', world);
    return (await this.within(creating)).executionContextId;
  }

  /** Whether the document that is read is still there.
   *  @throws RenderError `page_hangs`, `page_crashed` */
  async isThere(): Promise<boolean> {
    return this.loaderId === null || (await this.documentId()) === this.loaderId;
  }

  /** Tells the documents of a page apart.
   *  @throws RenderError `page_hangs`, `page_crashed` */
  async documentId(): Promise<string> {
    const { frameTree } = await this.within(this.session.send('Page.getFrameTree'));
    return frameTree.frame.loaderId;
  }

  /** @throws RenderError `page_hangs`, `page_crashed` */
  async within<T>(call: Promise<T>, ms = this.callMs): Promise<T> {
    const over = new AbortController();
    const late = sleep(ms, null, { signal: AbortSignal.any([over.signal, this.failed.signal]) }).then(
      () => new RenderError('page_hangs', 'The page keeps the browser busy and does not answer.'),
      () => this.failed.signal.reason as Error,
    );
    try {
      const first = await Promise.race([call, late.then((error) => Promise.reject(error))]);
      return first;
    } finally {
      over.abort();
    }
  }

  /** How long the page may take to answer. */
  private get callMs(): number {
    return this.loadLeftMs + CALL_MS;
  }

  private async evaluated<T>(expression: string, ms: number): Promise<T> {
    const contextId = await this.world();
    const evaluating = this.session.send('Runtime.evaluate', {
      expression,
      contextId,
      returnByValue: true,
      awaitPromise: true,
    });
    const { result, exceptionDetails } = await this.within(evaluating, ms);
    if (!exceptionDetails) return result.value as T;
    throw new RenderError('page_hangs', `The page could not be read: ${exceptionDetails.text}.`);
  }
}
