import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type BrowserContext, type CDPSession, type Page, type Response } from 'playwright-core';
import { type LayoutVerdicts } from '../audit/layout-rules.js';
import { type ProxiedRun } from '../page-loader/proxied-run.js';
import { type Emulation } from './device.js';
import { noteListeners } from './listeners.js';
import { answerProxy } from './proxy-credentials.js';
import { type Metrics, metricsOf, type Observed } from './metrics.js';
import { type PageScripts } from './page-scripts.js';
import { RenderError } from './render-error.js';
import { type RenderedDocument, type Screenshot } from './rendering.js';

/** From the first request until the page is at rest. What is there then is audited. */
const LOAD_MS = 18_000;
/** Any other call to the browser, all of which answer within milliseconds unless the page hangs. */
const CALL_MS = 5000;
/** Also how long a page may keep axe-core busy. */
const MEASURE_MS = 8000;
const WORLD = 'pagegrade';
/** A browser with nothing but loopback takes itself for offline, though its proxy is not. */
const ONLINE =
  "Object.defineProperty(Navigator.prototype, 'onLine', { get: () => true, configurable: true, enumerable: true })";
const MAX_FULL_HEIGHT_PX = 8000;
const QUALITY = 75;
/** Messages, errors, requests, frames and navigations of one page. Each costs this process time, too. */
const MAX_EVENTS = 5000;

/** One page in a browser: loads it, waits until it is at rest, and reads it. Each call to the browser has a time limit,
 *  because a page that hangs or has crashed answers none. */
export class PageRun {
  consoleErrors = 0;
  requests = 0;
  private events = 0;
  private isBeingRead = false;
  private proxyAnswered: () => Promise<void> = () => Promise.resolve();
  private readonly failed = new AbortController();

  private constructor(
    private readonly page: Page,
    private readonly session: CDPSession,
    private readonly emulation: Emulation,
  ) {}

  static async open(
    context: BrowserContext,
    { emulation, proxied, observe }: { emulation: Emulation; proxied: ProxiedRun; observe: string },
  ): Promise<PageRun> {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    const run = new PageRun(page, session, emulation);
    context.on('page', (popup) => void popup.close().catch(() => undefined));
    run.watch(proxied);
    run.proxyAnswered = await answerProxy(session, proxied);
    await session.send('Page.enable');
    await session.send('Page.addScriptToEvaluateOnNewDocument', { source: ONLINE });
    await session.send('Page.addScriptToEvaluateOnNewDocument', { source: observe, worldName: WORLD });
    return run;
  }

  /** Ends what is under way with this error. */
  fail(error: Error): void {
    this.failed.abort(error);
  }

  private watch(proxied: ProxiedRun): void {
    const { page } = this;
    page.on('request', (request) => {
      this.countEvent();
      if (!/^https?:/.test(request.url())) return;
      this.requests += 1;
      proxied.countRequest();
    });
    page.on('console', (message) => {
      this.countEvent();
      if (message.type() === 'error') this.countError();
    });
    page.on('pageerror', () => {
      this.countEvent();
      this.countError();
    });
    for (const event of ['framenavigated', 'frameattached', 'worker', 'popup', 'download'] as const)
      page.on(event as 'framenavigated', () => {
        this.countEvent();
      });
    page.on('websocket', (socket) => {
      this.countEvent();
      socket.on('framereceived', () => {
        this.countEvent();
      });
    });
    page.on('crash', () => {
      this.fail(new RenderError('page_crashed', 'The page crashed the browser’s renderer.'));
    });
  }

  /** The debugger compiles handlers in order to read them, so from then on a fault may not be the page's own. */
  private countError(): void {
    if (!this.isBeingRead) this.consoleErrors += 1;
  }

  private countEvent(): void {
    if (++this.events === MAX_EVENTS)
      this.fail(
        new RenderError(
          'page_hangs',
          `The page does not come to rest: it sent ${String(MAX_EVENTS)} messages, requests and navigations.`,
        ),
      );
  }

  /** Loads the page and waits until it is at rest, or for {@link LOAD_MS}.
   *  @throws RenderError `page_not_loaded`, `page_crashed` */
  async load(url: URL): Promise<void> {
    const deadline = performance.now() + LOAD_MS;
    const left = () => Math.max(1, deadline - performance.now());
    await this.within(LOAD_MS + CALL_MS, this.begin(url, left()));
    await this.within(CALL_MS, this.proxyAnswered());
    for (const state of ['load', 'networkidle'] as const) {
      await this.within(
        left() + CALL_MS,
        this.page.waitForLoadState(state, { timeout: left() }).catch(() => undefined),
      );
    }
  }

  async metrics(): Promise<Metrics | null> {
    const observed = await this.evaluate<Observed | null>('globalThis.pagegradeMetrics?.() ?? null');
    return observed && metricsOf(observed);
  }

  /** Runs axe-core's rules of layout; none of them if that takes too long. The page may not answer afterwards. */
  async layout(scripts: PageScripts): Promise<LayoutVerdicts> {
    return this.evaluate<LayoutVerdicts>(`${scripts.axe};${scripts.measure}`, MEASURE_MS).catch(() => ({}));
  }

  /** @param of the first viewport, or the whole page down to 8000 image pixels */
  async screenshot(of: 'viewport' | 'full'): Promise<Screenshot> {
    const { viewport, scale } = this.emulation;
    const height = of === 'viewport' ? viewport.height : await this.fullHeight();
    const clip = { x: 0, y: 0, width: viewport.width, height, scale: 1 };
    const { data } = await this.within(
      CALL_MS,
      this.session.send('Page.captureScreenshot', {
        format: 'webp',
        quality: QUALITY,
        captureBeyondViewport: of === 'full',
        ...(of === 'full' && { clip }),
      }),
    );
    return {
      webp: Buffer.from(data, 'base64'),
      width: Math.round(viewport.width * scale),
      height: Math.round(height * scale),
    };
  }

  /** Serializes the document with marks, which it does not keep.
   *  @throws RenderError `page_too_large`, `page_not_loaded` */
  async document(scripts: PageScripts): Promise<Omit<RenderedDocument, 'layout'>> {
    this.isBeingRead = true;
    await this.noteListeners(scripts);
    const mark = `data-${randomBytes(6).toString('hex')}`;
    const collected = await this.evaluate<{ html: string; url: string } | { isTooLarge: true }>(
      scripts.collect(mark),
    );
    if (!('html' in collected))
      throw new RenderError('page_too_large', 'The rendered document is too large to be audited.');
    if (/^https?:/.test(collected.url)) return { ...collected, mark };
    throw new RenderError(
      'page_not_loaded',
      'The page was replaced by something that is not a page of a website or can’t be loaded.',
    );
  }

  /** Where they can't be read, the handlers in the markup count. */
  private async noteListeners({ placeholders }: PageScripts): Promise<void> {
    const noting = this.world().then((world) => noteListeners(this.session, world, placeholders));
    await this.within(CALL_MS, noting).catch(() => undefined);
  }

  private async begin(url: URL, timeout: number): Promise<Response | null> {
    try {
      return await this.page.goto(url.href, { waitUntil: 'commit', timeout });
    } catch (cause) {
      throw new RenderError('page_not_loaded', 'The browser could not load the page.', { cause });
    }
  }

  /** In CSS pixels. */
  private async fullHeight(): Promise<number> {
    const { viewport, scale } = this.emulation;
    const { cssContentSize } = await this.within(CALL_MS, this.session.send('Page.getLayoutMetrics'));
    return Math.min(Math.max(cssContentSize.height, viewport.height), Math.floor(MAX_FULL_HEIGHT_PX / scale));
  }

  private async evaluate<T>(expression: string, ms = CALL_MS): Promise<T> {
    const contextId = await this.world();
    const { result, exceptionDetails } = await this.within(
      ms,
      this.session.send('Runtime.evaluate', {
        expression,
        contextId,
        returnByValue: true,
        awaitPromise: true,
      }),
    );
    if (!exceptionDetails) return result.value as T;
    throw new RenderError('page_hangs', `The page could not be read: ${exceptionDetails.text}.`);
  }

  /** Our isolated world in the current document. */
  private async world(): Promise<number> {
    const { frameTree } = await this.within(CALL_MS, this.session.send('Page.getFrameTree'));
    const world = { frameId: frameTree.frame.id, worldName: WORLD };
    const creating = this.session.send('Page.createIsolatedWorld', world);
    return (await this.within(CALL_MS, creating)).executionContextId;
  }

  /** @throws RenderError `page_hangs`, `page_crashed` */
  private async within<T>(ms: number, call: Promise<T>): Promise<T> {
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
}
