import { type Browser, type BrowserContext } from 'playwright-core';
import { settlesWithin } from '../settles-within.js';
import { type BrowserProgram } from './browser-program.js';
import { memoryOf, processesOf } from './process-tree.js';
import { newProfile, removeProfile } from './profiles.js';

/** A browser is replaced before it grows: its caches and leaks add up. */
const MAX_RUNS = 50;
const MAX_AGE_MS = 30 * 60_000;
const MAX_BYTES = 1.2e9;
const IDLE_MS = 5 * 60_000;
const START_MS = 20_000;
const CLOSE_MS = 3000;

/** The flags that keep every request in the proxy. All but the resolver's rules are needed for that; each was attacked.
 *  @param proxy its URL */
function flagsFor(proxy: string): string[] {
  return [
    `--proxy-server=${proxy}`,
    // Without it, loopback addresses are not proxied.
    '--proxy-bypass-list=<-loopback>',
    // WebRTC would send UDP.
    '--webrtc-ip-handling-policy=disable_non_proxied_udp',
    '--disable-quic',
    '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
    '--no-pings',
    '--disable-gpu',
    '--mute-audio',
  ];
}

export interface WarmBrowserOptions {
  readonly program: BrowserProgram;
  readonly proxy: string;
  readonly hasSandbox: boolean;
}

/** Keeps one browser running for all runs, and replaces it when it is worn or hangs. */
export class WarmBrowser {
  private current: Promise<BrowserProcess> | null = null;
  private idle: NodeJS.Timeout | undefined;
  private readonly all = new Set<BrowserProcess>();

  constructor(private readonly options: WarmBrowserOptions) {}

  /** Runs work in a browser, which is started if none is warm.
   *  @param work returns whether the browser still answers
   *  @throws Error if it can't be started */
  async use(work: (browser: Browser) => Promise<boolean>): Promise<void> {
    clearTimeout(this.idle);
    const process = await this.warm();
    process.runs += 1;
    process.users += 1;
    let answers = false;
    try {
      answers = await work(process.browser);
    } finally {
      process.users -= 1;
      if (!answers || (await process.isWorn())) this.retire(process);
      if (process.isRetired && (!answers || process.users === 0)) await this.end(process);
      this.idle = setTimeout(() => void this.close(), IDLE_MS).unref();
    }
  }

  async close(): Promise<void> {
    clearTimeout(this.idle);
    this.current = null;
    await Promise.all([...this.all].map((process) => this.end(process)));
  }

  private async warm(): Promise<BrowserProcess> {
    const current = await this.current?.catch(() => null);
    if (current?.browser.isConnected() && !current.isRetired) return current;
    this.current = this.start();
    return this.current;
  }

  private async start(): Promise<BrowserProcess> {
    const started = await BrowserProcess.start(this.options);
    this.all.add(started);
    return started;
  }

  private retire(process: BrowserProcess): void {
    process.isRetired = true;
    this.current = null;
  }

  private async end(process: BrowserProcess): Promise<void> {
    this.all.delete(process);
    await process.end();
  }
}

class BrowserProcess {
  runs = 0;
  users = 0;
  isRetired = false;
  private readonly startedAt = performance.now();

  private constructor(
    readonly browser: Browser,
    private readonly context: BrowserContext,
    private readonly profile: string,
  ) {}

  static async start({ program, proxy, hasSandbox }: WarmBrowserOptions): Promise<BrowserProcess> {
    const { chromium } = await import('playwright-core');
    const profile = await newProfile();
    try {
      const context = await chromium.launchPersistentContext(profile, {
        executablePath: program.path,
        chromiumSandbox: hasSandbox,
        args: flagsFor(proxy),
        // None of our settings, which hold secrets.
        env: { HOME: profile, TMPDIR: profile, LANG: 'en_US.UTF-8' },
        handleSIGINT: false,
        handleSIGTERM: false,
        handleSIGHUP: false,
        timeout: START_MS,
      });
      const browser = context.browser();
      if (browser) return new BrowserProcess(browser, context, profile);
      throw new Error('The browser has no connection.');
    } catch (error) {
      await removeProfile(profile);
      throw error;
    }
  }

  async isWorn(): Promise<boolean> {
    if (this.runs >= MAX_RUNS || performance.now() - this.startedAt > MAX_AGE_MS) return true;
    return (await memoryOf(await processesOf(this.profile))) > MAX_BYTES;
  }

  async end(): Promise<void> {
    await settlesWithin(CLOSE_MS, this.context.close());
    await removeProfile(this.profile);
  }
}
