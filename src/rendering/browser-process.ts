import { type Browser, type BrowserContext } from 'playwright-core';
import { settlesWithin } from '../settles-within.js';
import { type BrowserProgram } from './browser-program.js';
import { kill, memoryOf, processesOf, withDescendants } from './process-tree.js';
import { newProfile, removeProfile } from './profiles.js';
import { RenderError } from './render-error.js';

/** A browser is replaced before it grows: its caches and leaks add up. */
const MAX_RUNS = 50;
const MAX_AGE_MS = 30 * 60_000;
const MAX_BYTES = 1.2e9;
/** Beyond it, the largest process is killed at once: a page that fills the memory would take the service with it. */
const EMERGENCY_BYTES = 1.6e9;
const WATCH_MS = 1000;
const START_MS = 20_000;
const CLOSE_MS = 3000;

/** The flags that keep every request in the proxy. All but the resolver's rules are needed for that; each was attacked.
 *  @param proxy its URL */
function flagsFor(proxy: string): string[] {
  return [
    `--proxy-server=${proxy}`,
    // Without it, loopback addresses are not proxied.
    '--proxy-bypass-list=<-loopback>',
    // WebRTC would send UDP. Whole browsers know the first flag only, the headless shell the second.
    '--webrtc-ip-handling-policy=disable_non_proxied_udp',
    '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
    '--disable-quic',
    '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
    '--no-pings',
    '--block-new-web-contents',
    '--disable-gpu',
    '--mute-audio',
  ];
}

export interface BrowserOptions {
  readonly program: BrowserProgram;
  /** Its URL. */
  readonly proxy: string;
  readonly hasSandbox: boolean;
}

/** A running browser. */
export class BrowserProcess {
  runs = 0;
  users = 0;
  isRetired = false;
  private readonly startedAt = performance.now();
  private readonly roots: readonly number[];
  private readonly watch: NodeJS.Timeout;

  private constructor(
    readonly browser: Browser,
    private readonly context: BrowserContext,
    private readonly profile: string,
  ) {
    this.roots = processesOf(profile);
    this.watch = setInterval(() => {
      if (this.users > 0) this.limitMemory();
    }, WATCH_MS).unref();
  }

  /** @throws RenderError `rendering_unavailable` */
  static async start({ program, proxy, hasSandbox }: BrowserOptions): Promise<BrowserProcess> {
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
        // Else Playwright leaves a folder behind when this process is killed.
        artifactsDir: profile,
        timeout: START_MS,
      });
      const browser = context.browser();
      if (browser) return new BrowserProcess(browser, context, profile);
      throw new Error('It has no connection.');
    } catch (error) {
      await removeProfile(profile);
      throw startError(program, error);
    }
  }

  get isWorn(): boolean {
    if (this.runs >= MAX_RUNS || performance.now() - this.startedAt > MAX_AGE_MS) return true;
    return sum(this.sizes()) > MAX_BYTES;
  }

  async end(): Promise<void> {
    clearInterval(this.watch);
    await settlesWithin(CLOSE_MS, this.context.close());
    await removeProfile(this.profile);
  }

  private limitMemory(): void {
    const sizes = this.sizes();
    if (sum(sizes) <= EMERGENCY_BYTES) return;
    const [largest] = [...sizes].sort(([, one], [, other]) => other - one);
    if (largest) kill([largest[0]]);
  }

  private sizes(): Map<number, number> {
    return new Map(withDescendants(this.roots).map((pid) => [pid, memoryOf(pid)]));
  }
}

function sum(sizes: ReadonlyMap<number, number>): number {
  return [...sizes.values()].reduce((total, size) => total + size, 0);
}

function startError({ path }: BrowserProgram, cause: unknown): RenderError {
  const text = cause instanceof Error ? cause.message : String(cause);
  if (/--no-sandbox|no usable sandbox|sandbox_host|namespace/i.test(text))
    return new RenderError(
      'rendering_unavailable',
      'The browser’s sandbox can’t be used here: run as a user other than root where user namespaces are allowed, or set BROWSER_SANDBOX=off.',
      { cause },
    );
  const [, printed] = /\[err\] (.*)/.exec(text) ?? [];
  const reason = printed ?? text.split('\n', 1)[0]?.replace(/^[a-zA-Z.]+: /, '') ?? '';
  return new RenderError('rendering_unavailable', `The browser ${path} can’t be started: ${reason}`, {
    cause,
  });
}
