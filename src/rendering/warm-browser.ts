import { BrowserProcess } from './browser-process.js';
import { type BrowserOptions } from './launched-browser.js';
import { RenderError } from './render-error.js';

const IDLE_MS = 5 * 60_000;

/** Keeps one browser running for all runs, and replaces it when it is worn or hangs. */
export class WarmBrowser {
  private current: Promise<BrowserProcess> | null = null;
  private idle: NodeJS.Timeout | undefined;
  private isClosed = false;
  private readonly running = new Set<BrowserProcess>();
  private readonly ending = new Set<Promise<void>>();

  constructor(private readonly options: BrowserOptions) {}

  /** Runs work in a browser, which is started if none is warm.
   *  @param work returns whether the browser still answers
   *  @throws RenderError `rendering_unavailable` if it can't be started */
  async use(work: (process: BrowserProcess) => Promise<boolean>): Promise<void> {
    const process = await this.take();
    clearTimeout(this.idle);
    let answers = false;
    try {
      answers = await work(process);
    } finally {
      process.users -= 1;
      if (!answers || process.isWorn) process.isRetired = true;
      // Others may still be reading their pages in a browser that has stopped answering one run.
      if (process.isRetired && process.users === 0) this.end(process);
      this.endWhenIdle();
    }
  }

  /** Ends every browser, also one that is starting. None is started afterwards. */
  async close(): Promise<void> {
    this.isClosed = true;
    await this.current?.catch(() => null);
    this.endAll();
    await Promise.all(this.ending);
  }

  private async take(): Promise<BrowserProcess> {
    for (;;) {
      if (this.isClosed) throw new RenderError('rendering_unavailable', 'The browser is being shut down.');
      const starting = (this.current ??= this.start());
      const process = await starting;
      if (!process.isRetired && process.browser.isConnected()) {
        process.runs += 1;
        process.users += 1;
        return process;
      }
      if (this.current === starting) this.current = null;
    }
  }

  private async start(): Promise<BrowserProcess> {
    try {
      const started = await BrowserProcess.start(this.options);
      this.running.add(started);
      started.browser.on('disconnected', () => {
        this.end(started);
      });
      return started;
    } catch (error) {
      this.current = null;
      throw error;
    }
  }

  private endWhenIdle(): void {
    clearTimeout(this.idle);
    const isIdle = [...this.running].every(({ users }) => users === 0);
    if (isIdle) this.idle = setTimeout(this.endAll, IDLE_MS).unref();
  }

  private readonly endAll = (): void => {
    clearTimeout(this.idle);
    for (const process of this.running) this.end(process);
  };

  private end(process: BrowserProcess): void {
    process.isRetired = true;
    if (!this.running.delete(process)) return;
    const ending = process.end().finally(() => this.ending.delete(ending));
    this.ending.add(ending);
  }
}
