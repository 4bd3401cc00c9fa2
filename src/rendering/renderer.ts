import { type BrowserContext } from 'playwright-core';
import { ForwardProxy } from '../page-loader/forward-proxy.js';
import { type PageLoader } from '../page-loader/page-loader.js';
import { type ProxiedRun, type RunLimits } from '../page-loader/proxied-run.js';
import { settlesWithin } from '../settles-within.js';
import { type BrowserProcess } from './browser-process.js';
import { type BrowserProgram } from './browser-program.js';
import { type Device, EMULATIONS, userAgentOf } from './device.js';
import { newProxySocket, socketOf } from './launcher/launcher-socket.js';
import { type Metrics } from './metrics.js';
import { PageRun } from './page-run.js';
import { PageScripts } from './page-scripts.js';
import { RenderError } from './render-error.js';
import { type RenderFacts, type Rendering, type Screenshot } from './rendering.js';
import { WarmBrowser } from './warm-browser.js';

const LIMITS: RunLimits = { requests: 200, bytes: 25e6, connectionsPerHost: 6 };
const RUN_MS = 30_000;
/** A run and the start of its browser. */
const ALL_MS = 33_000;
const OPEN_MS = 5000;
const CLOSE_MS = 2000;

export interface RendererOptions {
  readonly program: BrowserProgram;
  readonly hasSandbox: boolean;
  /** `Pagegrade/1.0.0`, for the User-Agent header. */
  readonly product: string;
  readonly loader: PageLoader;
  /** Those of the product unless others are given. */
  readonly scripts?: PageScripts;
}

export interface RenderTarget {
  readonly url: URL;
  readonly device: Device;
  /** Account that the connections are counted for. */
  readonly account: number;
  readonly signal?: AbortSignal | undefined;
}

/** Renders pages in one warm browser, each in a context of its own, whose only way out is the proxy. */
export class Renderer {
  private proxy: Promise<ForwardProxy> | null = null;
  private browser: WarmBrowser | null = null;
  private readonly scripts: PageScripts;

  constructor(private readonly options: RendererOptions) {
    this.scripts = options.scripts ?? new PageScripts();
  }

  /** Renders one page within 30 s, or 33 s if a browser has to be started. Faults of the page and of the browser are
   *  results; nothing rejects because of them.
   *  @throws the signal's reason if it is aborted */
  async render(target: RenderTarget): Promise<Rendering | { readonly facts: RenderFacts }> {
    const { signal } = target;
    signal?.throwIfAborted();
    const proxy = await this.listeningProxy();
    this.browser ??= new WarmBrowser({ ...this.options, proxy: proxy.url });
    const attempt = new Attempt(target, this.options, this.scripts);
    const proxied = proxy.open(target.account, LIMITS);
    const abort = () => {
      proxied.close();
      attempt.abort();
    };
    signal?.addEventListener('abort', abort, { once: true });
    const browser = this.browser;
    const use = () => browser.use((process) => attempt.run(process, proxied));
    try {
      // A browser that was killed is only known to have ended when it does not open the page.
      await use().catch((error: unknown) => {
        if (attempt.hasBegun || error instanceof RenderError) throw error;
        return use();
      });
    } catch (error) {
      attempt.fail(error);
    } finally {
      signal?.removeEventListener('abort', abort);
      proxied.close();
    }
    signal?.throwIfAborted();
    return attempt.result(proxied);
  }

  /** Ends all runs, browsers and connections. Later pages are not rendered. */
  async close(): Promise<void> {
    await this.browser?.close();
    await (await this.proxy?.catch(() => null))?.close();
  }

  private async listeningProxy(): Promise<ForwardProxy> {
    const launcher = socketOf(this.options.program.path);
    this.proxy ??= ForwardProxy.listen(this.options.loader, launcher && newProxySocket(launcher));
    try {
      return await this.proxy;
    } catch (error) {
      this.proxy = null;
      throw error;
    }
  }
}

/** One run: what it has found so far stays when it fails. */
class Attempt {
  /** Whether a browser has opened a context for it. */
  hasBegun = false;
  private page: PageRun | null = null;
  private readonly endsAt = performance.now() + ALL_MS;
  private isAborted = false;
  private metrics: Metrics | null = null;
  private rendering: Omit<Rendering, 'facts'> | null = null;
  private error: RenderFacts['error'] = null;

  constructor(
    private readonly target: RenderTarget,
    private readonly options: RendererOptions,
    private readonly scripts: PageScripts,
  ) {}

  /** @returns whether the browser still answers */
  async run({ browser, proxy }: BrowserProcess, proxied: ProxiedRun): Promise<boolean> {
    const { viewport, scale, isMobile } = EMULATIONS[this.target.device];
    const opening = browser.newContext({
      viewport,
      deviceScaleFactor: scale,
      isMobile,
      hasTouch: isMobile,
      userAgent: userAgentOf(this.target.device, browser.version(), this.options.product),
      locale: 'en-US',
      acceptDownloads: false,
      proxy: { server: proxy },
    });
    if (!(await settlesWithin(OPEN_MS, opening))) throw new Error('it does not answer');
    const context = await opening;
    this.hasBegun = true;
    const work = this.read(context, proxied).catch((error: unknown) => {
      this.fail(error);
    });
    const left = Math.min(RUN_MS - OPEN_MS, this.endsAt - performance.now()) - CLOSE_MS;
    if (!(await settlesWithin(Math.max(0, left), work)))
      this.fail(
        new RenderError('page_hangs', `The page was not rendered within ${String(RUN_MS / 1000)} s.`),
      );
    return settlesWithin(CLOSE_MS, context.close());
  }

  abort(): void {
    this.isAborted = true;
    this.page?.fail(new Error('the run was aborted'));
  }

  fail(error: unknown): void {
    const { code, message } =
      error instanceof RenderError
        ? error
        : new RenderError('browser_failed', `The browser failed: ${firstLineOf(error)}`);
    this.error ??= { code, detail: message };
  }

  result(proxied: ProxiedRun): Rendering | { readonly facts: RenderFacts } {
    const { program } = this.options;
    const { viewport, scale } = EMULATIONS[this.target.device];
    const facts = {
      engine: program.engine,
      version: program.version,
      device: this.target.device,
      viewport: { ...viewport, scale },
      metrics: this.metrics,
      requests: this.page?.requests ?? 0,
      transfer_bytes: proxied.bytes,
      console_errors: this.page?.consoleErrors ?? 0,
      blocked_requests: proxied.refused,
      error: this.rendering ? null : this.error,
    };
    return this.rendering ? { ...this.rendering, facts } : { facts };
  }

  private async read(context: BrowserContext, proxied: ProxiedRun): Promise<void> {
    const page = await PageRun.open(context, {
      emulation: EMULATIONS[this.target.device],
      proxied,
      observe: this.scripts.observe,
    });
    this.page = page;
    if (this.isAborted) this.abort();
    await page.load(this.target.url);
    this.metrics = await page.metrics();
    const viewport = await unlessItFails(page.screenshot('viewport'));
    const full = await unlessItFails(page.screenshot('full'));
    const document = await page.document(this.scripts);
    // From here on, nothing that the page does loses what was read.
    this.rendering = { viewport, full, document: { ...document, layout: {} } };
    const layout = await page.layout(this.scripts);
    this.rendering = { viewport, full, document: { ...document, layout } };
  }
}

/** A page without a picture is still audited. */
async function unlessItFails(screenshot: Promise<Screenshot>): Promise<Screenshot | null> {
  return screenshot.catch(() => null);
}

function firstLineOf(error: unknown): string {
  return String(error instanceof Error ? error.message : error).split('\n', 1)[0] ?? '';
}
