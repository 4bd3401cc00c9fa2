import { type Browser } from 'playwright-core';
import { settlesWithin } from '../settles-within.js';
import { type BrowserProgram } from './browser-program.js';
import { sendsDatagrams } from './datagram-check.js';
import { type BrowserOptions, launch, type LaunchedBrowser } from './launched-browser.js';
import { RenderError } from './render-error.js';

/** A browser is replaced before it grows: its caches and leaks add up. */
const MAX_RUNS = 50;
const MAX_AGE_MS = 30 * 60_000;
const MAX_BYTES = 1.2e9;
const CHECK_MS = 10_000;

/** A running browser. */
export class BrowserProcess {
  runs = 0;
  users = 0;
  isRetired = false;
  private readonly startedAt = performance.now();

  private constructor(private readonly launched: LaunchedBrowser) {}

  /** @throws RenderError `rendering_unavailable` */
  static async start(options: BrowserOptions): Promise<BrowserProcess> {
    try {
      const launched = await launch(options);
      await requireNoDatagrams(launched);
      return new BrowserProcess(launched);
    } catch (error) {
      throw startError(options.program, error);
    }
  }

  get browser(): Browser {
    return this.launched.browser;
  }

  /** URL of the proxy, as the browser reaches it. */
  get proxy(): string {
    return this.launched.proxy;
  }

  get isWorn(): boolean {
    if (this.runs >= MAX_RUNS || performance.now() - this.startedAt > MAX_AGE_MS) return true;
    return this.launched.memory() > MAX_BYTES;
  }

  async end(): Promise<void> {
    await this.launched.end();
  }
}

/** Ends the browser unless the proxy is its pages' only way out. */
async function requireNoDatagrams(launched: LaunchedBrowser): Promise<void> {
  const checking = sendsDatagrams(launched.browser);
  try {
    if (!(await settlesWithin(CHECK_MS, checking))) throw new Error('it does not answer');
    if (await checking)
      throw new Error('its pages could send UDP past the proxy. Choose another one (setting BROWSER).');
  } catch (error) {
    await launched.end();
    throw error;
  }
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
