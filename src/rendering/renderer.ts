import { ForwardProxy } from '../page-loader/forward-proxy.js';
import { type PageLoader } from '../page-loader/page-loader.js';
import { type ProxiedRun, type RunLimits } from '../page-loader/proxied-run.js';
import { BrowserPool } from './browser-pool.js';
import { type BrowserProgram } from './browser-program.js';
import { type ClientEvent } from './client-messages.js';
import { type Device } from './device.js';
import { newProxySocket, socketOf } from './launcher/launcher-socket.js';
import { RenderRun } from './render-run.js';
import { type RenderFacts, type Rendering } from './rendering.js';

const LIMITS: RunLimits = { requests: 200, bytes: 25e6, connectionsPerHost: 6 };
const RUN_MS = 30_000;
/** A run and the start of its browser. */
const ALL_MS = 33_000;

export interface RendererOptions {
  readonly program: BrowserProgram;
  readonly hasSandbox: boolean;
  /** `Pagegrade/1.0.0`, for the User-Agent header. */
  readonly product: string;
  readonly loader: PageLoader;
  /** Whether axe-core's rules of layout are run; default: true. */
  readonly measuresLayout?: boolean;
}

export interface RenderTarget {
  readonly url: URL;
  /** What the audit was asked for: the page may have redirected. */
  readonly audited: URL;
  readonly device: Device;
  /** Account that the connections are counted for. */
  readonly account: number;
  readonly signal?: AbortSignal | undefined;
}

/** Renders pages in warm browsers, whose only way out is the proxy. */
export class Renderer {
  private proxy: Promise<ForwardProxy> | null = null;
  private pool: BrowserPool | null = null;

  constructor(private readonly options: RendererOptions) {}

  /** Renders one page within 30 s, or 33 s if a browser has to be started. Faults of the page and of the browser are
   *  results; nothing rejects because of them.
   *  @throws the signal's reason if it is aborted */
  async render(target: RenderTarget): Promise<Rendering | { readonly facts: RenderFacts }> {
    const { signal } = target;
    signal?.throwIfAborted();
    const proxy = await this.listeningProxy();
    this.pool ??= new BrowserPool({ ...this.options, proxy: proxy.url });
    const run = new RenderRun(this.options.program, target.device);
    const proxied = proxy.open(target, LIMITS);
    try {
      await this.renderIn(this.pool, run, target, proxied);
    } catch (error) {
      run.fail(error);
    } finally {
      proxied.close();
    }
    signal?.throwIfAborted();
    return run.result(proxied);
  }

  /** Ends all runs, browsers and connections. Later pages are not rendered. */
  async close(): Promise<void> {
    await this.pool?.close();
    await (await this.proxy?.catch(() => null))?.close();
  }

  private async renderIn(
    pool: BrowserPool,
    run: RenderRun,
    { url, device, signal }: RenderTarget,
    proxied: ProxiedRun,
  ): Promise<void> {
    const endsAt = performance.now() + ALL_MS;
    for (;;) {
      const browser = await pool.take();
      const isNew = browser.runs === 0;
      const { product, measuresLayout = true } = this.options;
      const { username, password } = proxied;
      const timeLimitMs = Math.max(0, Math.min(RUN_MS, endsAt - performance.now()));
      const note = (event: ClientEvent) => {
        if (event.event === 'request') proxied.countRequest();
        if (event.event !== 'ended' || run.hasBegun || isNew) run.note(event);
      };
      try {
        await browser.render(
          { url: url.href, device, product, username, password, timeLimitMs, measuresLayout },
          note,
          signal,
        );
        if (run.hasBegun || isNew) return;
      } catch (error) {
        if (run.hasBegun || isNew || signal?.aborted === true) throw error;
        // A browser that was killed between pages is only known to have ended when it does not open one.
      } finally {
        pool.giveBack(browser);
      }
    }
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
