import { BrowserClient, type BrowserOptions } from './browser-client.js';
import { type MemoryLimits, MemoryWatch } from './memory-watch.js';
import { RenderError } from './render-error.js';
import { browserTurns } from './turns.js';

const IDLE_MS = 5 * 60_000;

/** Keeps browsers warm, and replaces those that are worn. Each renders one page at a time, so that no page can spoil
 *  another one that is being rendered. */
export class BrowserPool {
  private readonly memory: MemoryWatch;
  private readonly turns = browserTurns();
  private readonly running = new Set<BrowserClient>();
  private readonly idle = new Map<BrowserClient, NodeJS.Timeout>();
  private readonly starting = new Set<Promise<unknown>>();
  private readonly ending = new Set<Promise<void>>();
  private isClosed = false;

  /** @param memory what the browsers may take; default: that of {@link MemoryWatch} */
  constructor(
    private readonly options: Omit<BrowserOptions, 'memory' | 'turns'>,
    memory?: MemoryLimits,
  ) {
    this.memory = new MemoryWatch(memory);
  }

  /** A browser that is free until it is given back: a warm one, or else a new one.
   *  @throws RenderError `rendering_unavailable` if none can be started */
  async take(): Promise<BrowserClient> {
    // The most recent one, so that the others may end.
    const warm = [...this.idle.keys()].at(-1);
    if (!warm) return this.start();
    clearTimeout(this.idle.get(warm));
    this.idle.delete(warm);
    if (warm.isUsable) return warm;
    this.end(warm);
    return this.take();
  }

  /** A new browser that is free until it is given back.
   *  @throws RenderError `rendering_unavailable` if it can't be started */
  async start(): Promise<BrowserClient> {
    if (this.isClosed) throw closed();
    const { memory, turns } = this;
    const starting = BrowserClient.start({ ...this.options, memory, turns });
    this.starting.add(starting);
    try {
      const browser = await starting;
      this.running.add(browser);
      return browser;
    } finally {
      this.starting.delete(starting);
    }
  }

  giveBack(browser: BrowserClient): void {
    if (!this.running.has(browser)) return;
    if (!browser.isUsable || this.isClosed) {
      this.end(browser);
      return;
    }
    const timer = setTimeout(() => {
      this.end(browser);
    }, IDLE_MS).unref();
    this.idle.set(browser, timer);
  }

  /** Ends every browser, also those that are starting. None is started afterwards. */
  async close(): Promise<void> {
    this.isClosed = true;
    await Promise.allSettled(this.starting);
    for (const browser of this.running) this.end(browser);
    await Promise.all(this.ending);
  }

  private end(browser: BrowserClient): void {
    clearTimeout(this.idle.get(browser));
    this.idle.delete(browser);
    if (!this.running.delete(browser)) return;
    const ending = browser.end().finally(() => this.ending.delete(ending));
    this.ending.add(ending);
  }
}

export function closed(): RenderError {
  return new RenderError('rendering_unavailable', 'The browser is being shut down.');
}
