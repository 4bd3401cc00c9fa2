import { type Config } from '../platform/config/config.js';
import { LauncherConnection } from '../engine/rendering/launcher/launcher-connection.js';
import { socketOf } from '../engine/rendering/launcher/launcher-socket.js';
import {
  type BrowserProgram,
  installedBrowser,
  isOtherProgram,
  namedBrowser,
} from '../engine/rendering/browser-program.js';
import { startFault } from '../engine/rendering/start-check.js';
import { PRODUCT } from '../basics/version.js';
import { messageOf } from '../basics/message-of.js';

/** Token under which the {@link ConfiguredBrowser} is injected. */
export const CONFIGURED_BROWSER = Symbol('CONFIGURED_BROWSER');

/** A launcher may repeat everything that its browser printed. */
const MAX_FAULT_CHARACTERS = 500;

/** The browser of this process; or the reason why it has none, for the line that the start prints. */
export interface ConfiguredBrowser {
  readonly program: BrowserProgram | null;
  readonly reason: string | null;
  /** Whether the process must not start without it. */
  readonly isRequired: boolean;
}

/** Looks for the browser that the settings ask for. */
export async function configuredBrowser({ browser, ...config }: Config): Promise<ConfiguredBrowser> {
  if (config.role === 'api' || config.role === 'worker')
    return { program: null, reason: null, isRequired: false };
  if (browser === 'off' && config.role === 'all') return without('off (setting BROWSER)');
  const launcher = socketOf(browser);
  if (launcher !== null) return launchedBy(launcher, browser);
  if (config.browserSandbox && process.getuid?.() === 0)
    return missing(
      config.role,
      'the sandbox of a browser does not work as root. Start Pagegrade as another user, or set BROWSER_SANDBOX=off',
    );
  const named = browser === 'auto' ? null : await namedBrowser(browser, config.searchPath);
  const isOther = named === null && browser !== 'auto';
  const noBrowser = `BROWSER names no Chrome, Chromium or Edge that can be started: ${browser}`;
  if (isOther && !(config.role === 'all' && (await isOtherProgram(browser))))
    return { program: null, reason: noBrowser, isRequired: true };
  const program = named ?? (await installedBrowser(config.searchPath));
  if (program) return { program, reason: null, isRequired: false };
  const none = isOther ? `${noBrowser}; and no browser is installed` : 'no browser is installed';
  return missing(
    config.role,
    `${none}. To install one: npx playwright-core install --with-deps chromium-headless-shell`,
  );
}

/** {@link configuredBrowser}, if it can be started with its sandbox, which on Linux alone depends on the system. */
export async function startedBrowser(config: Config): Promise<ConfiguredBrowser> {
  const configured = await configuredBrowser(config);
  const { program } = configured;
  const { browserSandbox: hasSandbox, role } = config;
  const isOpen = program !== null && hasSandbox && process.platform === 'linux';
  if (!isOpen || socketOf(program.path) !== null) return configured;
  const fault = await startFault(program, { hasSandbox, product: PRODUCT });
  return fault === null ? configured : missing(role, fault.replace(/^The/, 'the').replace(/\.$/, ''));
}

async function launchedBy(socket: string, path: string): Promise<ConfiguredBrowser> {
  try {
    const connection = await LauncherConnection.open(socket);
    const program = await connection.program().finally(() => {
      connection.close();
    });
    return { program: { path, ...program }, reason: null, isRequired: false };
  } catch (error) {
    const fault = messageOf(error);
    const reason = `the browser launcher of BROWSER=${path} can’t be reached: ${fault.slice(0, MAX_FAULT_CHARACTERS)}`;
    return { program: null, reason, isRequired: true };
  }
}

function without(reason: string): ConfiguredBrowser {
  return { program: null, reason, isRequired: false };
}

/** A process that only renders needs one. */
function missing(role: Config['role'], fault: string): ConfiguredBrowser {
  return role === 'browser' ? { program: null, reason: fault, isRequired: true } : without(`none: ${fault}`);
}
