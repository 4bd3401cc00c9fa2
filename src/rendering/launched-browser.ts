import { tmpdir } from 'node:os';
import { type Browser } from 'playwright-core';
import { settlesWithin } from '../settles-within.js';
import { proxyArguments } from './browser-arguments.js';
import { type BrowserProgram } from './browser-program.js';
import { LauncherConnection } from './launcher/launcher-connection.js';
import { socketOf } from './launcher/launcher-socket.js';
import { MemoryWatch } from './memory-watch.js';
import { processesOf } from './process-tree.js';
import { newProfile, removeProfile } from './profiles.js';

const START_MS = 20_000;
const CLOSE_MS = 3000;

export interface BrowserOptions {
  readonly program: BrowserProgram;
  /** Its URL: `http://…`, or `unix:…` for a launcher. */
  readonly proxy: string;
  readonly hasSandbox: boolean;
}

/** A browser that was started here or by a launcher. */
export interface LaunchedBrowser {
  readonly browser: Browser;
  /** URL of the proxy, as the browser reaches it. */
  readonly proxy: string;
  /** Memory of its processes, in bytes. */
  memory(): number;
  end(): Promise<void>;
}

export async function launch(options: BrowserOptions): Promise<LaunchedBrowser> {
  const socket = socketOf(options.program.path);
  return socket === null ? launchHere(options) : launchThere(socket, options.proxy);
}

async function launchHere({ program, proxy, hasSandbox }: BrowserOptions): Promise<LaunchedBrowser> {
  const { chromium } = await import('playwright-core');
  const profile = await newProfile();
  try {
    const context = await chromium.launchPersistentContext(profile, {
      executablePath: program.path,
      chromiumSandbox: hasSandbox,
      args: proxyArguments(proxy),
      // Without the browser's own limit, a page that navigates or pushes states for ever floods this process.
      ignoreDefaultArgs: ['--disable-ipc-flooding-protection'],
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
    if (!browser) throw new Error('It has no connection.');
    const watch = new MemoryWatch(processesOf(profile));
    const end = async () => {
      watch.stop();
      await settlesWithin(CLOSE_MS, context.close());
      await removeProfile(profile);
    };
    return { browser, proxy, memory: () => watch.bytes, end };
  } catch (error) {
    await removeProfile(profile);
    throw error;
  }
}

async function launchThere(socket: string, proxySocket: string): Promise<LaunchedBrowser> {
  const { chromium } = await import('playwright-core');
  const connection = await LauncherConnection.open(socket);
  try {
    const proxy = await connection.start(proxySocket);
    const options = { timeout: START_MS, artifactsDir: tmpdir() };
    const browser = await chromium.connectOverCDP(connection, options);
    const end = async () => {
      await settlesWithin(CLOSE_MS, browser.close());
      connection.close();
    };
    return { browser, proxy, memory: () => connection.bytes, end };
  } catch (error) {
    connection.close();
    throw connection.failure ?? error;
  }
}
