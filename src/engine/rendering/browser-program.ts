import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { access, readdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

/** A Chromium that can be started. */
export interface BrowserProgram {
  /** Its path, or `unix:` and the path of a launcher's socket. */
  readonly path: string;
  /** `Chromium` or `Chrome`, as in reports. */
  readonly engine: string;
  /** Like `156.0.8078.79`. */
  readonly version: string;
}

/** The headless shell first: a page takes a tenth less CPU time than in a whole browser, and a fifth less memory. */
const NAMES = [
  'chromium-headless-shell',
  'chrome-headless-shell',
  'google-chrome-stable',
  'google-chrome',
  'chromium',
  'chromium-browser',
  'microsoft-edge-stable',
  'microsoft-edge',
];
const ELSEWHERE: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  ],
  win32: [
    String.raw`C:\Program Files\Google\Chrome\Application\chrome.exe`,
    String.raw`C:\Program Files (x86)\Google\Chrome\Application\chrome.exe`,
    String.raw`C:\Program Files (x86)\Microsoft\Edge\Application\msedge.exe`,
  ],
};
const VERSION_MS = 10_000;

/** The first browser that is installed; null if there is none. */
export async function installedBrowser(searched: string): Promise<BrowserProgram | null> {
  return firstOf([
    ...(await downloaded()),
    ...inFolders(NAMES, searched),
    ...(ELSEWHERE[process.platform] ?? []),
  ]);
}

/** The browser that a setting names, by its path or by its name alone; null if there is none. */
export async function namedBrowser(name: string, searched: string): Promise<BrowserProgram | null> {
  return isBareName(name) ? firstOf(inFolders([name], searched)) : browserAt(name);
}

/** Whether a setting names a program that is no browser of ours, like other values of the variable `BROWSER`, by which
 *  desktops and terminals say what opens addresses. */
export async function isOtherProgram(name: string): Promise<boolean> {
  return (
    isBareName(name) ||
    access(name, constants.X_OK).then(
      () => true,
      () => false,
    )
  );
}

function isBareName(name: string): boolean {
  return /^[\w.-]+$/.test(name);
}

function inFolders(names: readonly string[], searched: string): string[] {
  const folders = searched.split(delimiter).filter((folder) => folder !== '');
  return names.flatMap((name) => folders.map((folder) => join(folder, name)));
}

async function firstOf(paths: readonly string[]): Promise<BrowserProgram | null> {
  for (const path of paths) {
    const found = await browserAt(path);
    if (found) return found;
  }
  return null;
}

/** The browser of a path; null if there is none. */
export async function browserAt(path: string): Promise<BrowserProgram | null> {
  try {
    await access(path, constants.X_OK);
    // Windows' Chrome prints no version, but opens a window.
    if (process.platform === 'win32') return { path, engine: 'Chrome', version: '' };
    const { stdout } = await promisify(execFile)(path, ['--version'], { timeout: VERSION_MS });
    const [, version = ''] = /(?:chrom|edge).*?(\d+(?:\.\d+){1,3})/i.exec(stdout) ?? [];
    return version === ''
      ? null
      : { path, engine: /chromium/i.test(stdout) ? 'Chromium' : 'Chrome', version };
  } catch {
    return null;
  }
}

/** What `npx playwright-core install chromium-headless-shell` has downloaded. */
async function downloaded(): Promise<string[]> {
  const caches = process.platform === 'darwin' ? ['Library', 'Caches'] : ['.cache'];
  const cache = join(homeFolder(), ...caches, 'ms-playwright');
  const builds = await namesIn(cache);
  const newest = builds
    .filter((name) => name.startsWith('chromium_headless_shell-'))
    .sort()
    .reverse();
  const folders = newest.map(async (build) =>
    (await namesIn(join(cache, build))).map((system) => join(cache, build, system)),
  );
  return (await Promise.all(folders))
    .flat()
    .flatMap((folder) => [join(folder, 'chrome-headless-shell'), join(folder, 'headless_shell')]);
}

/** Users of containers may have neither HOME nor an entry in /etc/passwd. */
function homeFolder(): string {
  try {
    return homedir();
  } catch {
    return '/';
  }
}

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => []);
}
