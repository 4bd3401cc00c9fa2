import { type Config } from '../config/config.js';
import { type BrowserProgram, browserAt, installedBrowser } from './browser-program.js';

/** Token under which the {@link ConfiguredBrowser} is injected. */
export const CONFIGURED_BROWSER = Symbol('CONFIGURED_BROWSER');

/** The browser of this process; or the reason why it has none, for the line that the start prints. */
export interface ConfiguredBrowser {
  readonly program: BrowserProgram | null;
  readonly reason: string | null;
}

/** The settings ask for a browser that can't be had. */
export class BrowserMissing extends Error {}

/** Looks for the browser that the settings ask for.
 *  @throws BrowserMissing if they insist on it */
export async function configuredBrowser({ browser, ...config }: Config): Promise<ConfiguredBrowser> {
  if (config.role === 'api' || config.role === 'worker') return { program: null, reason: null };
  if (browser === 'off' && config.role === 'all') return without('off (setting BROWSER)');
  if (config.browserSandbox && process.getuid?.() === 0)
    return missing(
      config.role,
      'the sandbox of a browser does not work as root. Start Pagegrade as another user, or set BROWSER_SANDBOX=off',
    );
  const program = browser === 'auto' ? await installedBrowser(config.searchPath) : await browserAt(browser);
  if (program) return { program, reason: null };
  if (browser === 'auto')
    return missing(
      config.role,
      'no browser is installed. To install one: npx playwright-core install --with-deps chromium-headless-shell',
    );
  throw new BrowserMissing(`BROWSER names no Chrome, Chromium or Edge that can be started: ${browser}.`);
}

function without(reason: string): ConfiguredBrowser {
  return { program: null, reason };
}

/** @throws BrowserMissing in a process that only renders */
function missing(role: Config['role'], fault: string): ConfiguredBrowser {
  if (role === 'browser') throw new BrowserMissing(`${fault}.`);
  return without(`none: ${fault}`);
}
