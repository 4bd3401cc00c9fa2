import { ForwardProxy } from '../page-loader/forward-proxy.js';
import { isShortage, OutOfResources } from '../page-loader/load-error.js';
import { type PageLoader } from '../page-loader/page-loader.js';
import { type ProxiedRun, type RunLimits } from '../page-loader/proxied-run.js';
import { type BrowserClient } from './browser-client.js';
import { BrowserPool, closed } from './browser-pool.js';
import { type BrowserProgram } from './browser-program.js';
import { type AxeRules, type ClientEvent } from './client-messages.js';
import { type Device } from './device.js';
import { type LoadRuns } from './load-runs.js';
import { newProxySocket, socketOf } from './launcher/launcher-socket.js';
import { checkedPdf, withDates } from './printed-pdf.js';
import { type MemoryLimits } from './memory-watch.js';
import { messageOf } from '../../basics/message-of.js';
import { RenderError } from './render-error.js';
import { DEATHS, RenderRun } from './render-run.js';
import { type RenderFacts, type Rendering } from './rendering.js';

const LIMITS: RunLimits = { requests: 500, bytes: 25e6, connectionsPerHost: 6 };
/** Without the start of a browser. */
const RUN_MS = 30_000;
const PRINT_MS = 30_000;

export interface RendererOptions {
  readonly program: BrowserProgram;
  readonly hasSandbox: boolean;
  /** `Pagegrade/1.0.0`, for the User-Agent header. */
  readonly product: string;
  readonly loader: PageLoader;
  /** Default: `lighthouse`. */
  readonly rules?: AxeRules;
  /** Of all browsers; default: that of {@link MemoryWatch}. */
  readonly memory?: MemoryLimits | undefined;
}

export interface RenderTarget {
  readonly url: URL;
  /** What the audit was asked for: a `meta refresh` may have led on from there. */
  readonly audited: URL;
  readonly device: Device;
  /** How often it is loaded; default: once. */
  readonly runs?: LoadRuns;
  /** Account that the connections are counted for. */
  readonly account: number;
  readonly signal?: AbortSignal | undefined;
}

export interface PrintSettings {
  /** What the PDF says when it was made, so that the same document gives the same PDF. */
  readonly date: Date;
  /** Without the start of a browser; default: 30 s. */
  readonly timeLimitMs?: number;
  readonly signal?: AbortSignal | undefined;
}

interface Attempt {
  readonly run: RenderRun;
  readonly result: () => Rendering | { readonly facts: RenderFacts };
  /** Whether it was cut off, and by something else than this page: the browser had rendered others, or its process was
   *  killed because of the memory of all browsers. */
  readonly isDoubtful: boolean;
}

/** Renders pages in warm browsers, whose only way out is the proxy. */
export class Renderer {
  private proxy: Promise<ForwardProxy> | null = null;
  private pool: BrowserPool | null = null;
  private isClosed = false;

  constructor(private readonly options: RendererOptions) {}

  /** Renders one page. Faults of the page and of the browser are results; nothing rejects because of them. A run that was
   *  cut off is repeated once in a new browser if the page may not be to blame. Further loads only measure performance.
   *  Each run takes at most 33 s, and so does the start of a browser.
   *  @throws the signal's reason if it is aborted
   *  @throws OutOfResources if this process runs out of a resource */
  async render(target: RenderTarget): Promise<Rendering | { readonly facts: RenderFacts }> {
    target.signal?.throwIfAborted();
    const proxy = await this.listeningProxy().catch((error: unknown) => error);
    if (!(proxy instanceof ForwardProxy)) return this.unrendered(target, proxy);
    const pool = this.poolBehind(proxy);
    const first = await this.attempt(target, proxy, { newBrowser: () => pool.take() });
    const second = first.isDoubtful ? await this.secondAttempt(first, target, proxy) : first;
    const attempt = second.run.hasDocument || !first.run.hasDocument ? second : first;
    for (let loads = 1; loads < (target.runs ?? 1) && attempt.run.isRepeatable; loads++) {
      const newBrowser = () => pool.take();
      const again = await this.attempt(target, proxy, { newBrowser, onlyLoad: true }).catch(
        (error: unknown) => {
          if (error instanceof OutOfResources) return null;
          throw error;
        },
      );
      if (!again) break;
      attempt.run.repeat(again.run.load);
    }
    return attempt.result();
  }

  /** In a new browser.
   *  @returns the first one if that has a document, and there is no room for a second
   *  @throws OutOfResources */
  private async secondAttempt(first: Attempt, target: RenderTarget, proxy: ForwardProxy): Promise<Attempt> {
    try {
      const newBrowser = () => this.poolBehind(proxy).start();
      return await this.attempt(target, proxy, { newBrowser });
    } catch (error) {
      if (first.run.hasDocument && error instanceof OutOfResources) return first;
      throw error;
    }
  }

  /** The result of a page that no browser has shown.
   *  @throws OutOfResources */
  private unrendered({ device }: RenderTarget, error: unknown): Rendering | { readonly facts: RenderFacts } {
    if (error instanceof OutOfResources) throw error;
    const run = new RenderRun(this.options.program, device, this.rules);
    run.fail(error);
    return run.result({ bytes: 0, refused: 0 });
  }

  /** Prints a document that needs nothing else: no script of it runs, and nothing is requested. If a browser fails that
   *  had other runs before, or whose process was killed because of the memory of all browsers, the document is printed
   *  once more in a new one.
   *  @param html complete; its style sheet decides on the margins
   *  @returns a tagged PDF of at most 20 MB: A4, with page numbers and an outline
   *  @throws RenderError if it can't be printed, or not in time
   *  @throws the signal's reason if it is aborted */
  async print(html: string, settings: PrintSettings): Promise<Uint8Array> {
    settings.signal?.throwIfAborted();
    const pool = this.poolBehind(await this.listeningProxy());
    const browser = await pool.take();
    const isNew = browser.runs === 0;
    try {
      return await this.printIn(browser, html, settings);
    } catch (error) {
      const hasFailed = error instanceof RenderError && error.code === 'browser_failed';
      if (!hasFailed || (isNew && !browser.wasCrowdedOut)) throw error;
    }
    return this.printIn(await pool.start(), html, settings);
  }

  /** Ends all runs, browsers and connections. Later pages are not rendered. */
  async close(): Promise<void> {
    this.isClosed = true;
    await this.pool?.close();
    await (await this.proxy?.catch(() => null))?.close();
  }

  private async printIn(
    browser: BrowserClient,
    html: string,
    { date, timeLimitMs = PRINT_MS, signal }: PrintSettings,
  ): Promise<Uint8Array> {
    try {
      return withDates(checkedPdf(await browser.print({ html, timeLimitMs }, signal)), date);
    } catch (error) {
      signal?.throwIfAborted();
      throw error instanceof RenderError
        ? error
        : new RenderError('browser_failed', 'The browser failed.', { cause: error });
    } finally {
      this.pool?.giveBack(browser);
    }
  }

  private get rules(): AxeRules {
    return this.options.rules ?? 'lighthouse';
  }

  private poolBehind({ url }: ForwardProxy): BrowserPool {
    const { program, hasSandbox, memory, product } = this.options;
    this.pool ??= new BrowserPool({ program, hasSandbox, product, proxy: url }, memory);
    if (this.isClosed) void this.pool.close();
    return this.pool;
  }

  private async attempt(
    target: RenderTarget,
    proxy: ForwardProxy,
    {
      newBrowser,
      onlyLoad = false,
    }: { readonly newBrowser: () => Promise<BrowserClient>; readonly onlyLoad?: boolean },
  ): Promise<Attempt> {
    const run = new RenderRun(this.options.program, target.device, this.rules);
    const proxied = proxy.open(target, LIMITS);
    let isOwnBrowser = true;
    try {
      const browser = await newBrowser();
      const isNew = browser.runs === 0;
      try {
        await this.renderIn(browser, run, { ...target, onlyLoad, proxied });
      } finally {
        isOwnBrowser = isNew && !browser.wasCrowdedOut;
        this.pool?.giveBack(browser);
      }
    } catch (error) {
      if (error instanceof OutOfResources) throw error;
      run.fail(error);
    } finally {
      proxied.close();
    }
    target.signal?.throwIfAborted();
    return { run, result: () => run.result(proxied), isDoubtful: run.wasCutOff && !isOwnBrowser };
  }

  private async renderIn(
    browser: BrowserClient,
    run: RenderRun,
    {
      url,
      device,
      signal,
      onlyLoad,
      proxied,
    }: RenderTarget & { readonly onlyLoad: boolean; readonly proxied: ProxiedRun },
  ): Promise<void> {
    const { username, password } = proxied;
    const note = (event: ClientEvent) => {
      if (event.event === 'request') proxied.countRequest();
      // The load is over.
      if (event.event === 'metrics') run.isOverLimit = proxied.isOverLimit;
      const hasDied =
        event.event === 'ended' && event.error !== null && DEATHS.some((code) => code === event.error?.code);
      if (hasDied && browser.wasTooLarge) run.fail(tooMuchMemory());
      run.note(event);
    };
    await browser.render(
      {
        url: url.href,
        device,
        username,
        password,
        timeLimitMs: RUN_MS,
        rules: this.rules,
        onlyLoad,
      },
      note,
      signal,
    );
  }

  private async listeningProxy(): Promise<ForwardProxy> {
    if (this.isClosed && !this.proxy) throw closed();
    const launcher = socketOf(this.options.program.path);
    this.proxy ??= ForwardProxy.listen(this.options.loader, launcher && newProxySocket(launcher));
    try {
      return await this.proxy;
    } catch (error) {
      this.proxy = null;
      if (isShortage(error)) throw new OutOfResources('The proxy could not be started', { cause: error });
      const text = `The proxy of the browser can’t be started: ${messageOf(error)}`;
      throw new RenderError('rendering_unavailable', text, { cause: error });
    }
  }
}

function tooMuchMemory(): RenderError {
  return new RenderError(
    'page_crashed',
    'The page took more memory than it may take in the browser. Load less at once, for example fewer or smaller pictures and frames.',
  );
}
