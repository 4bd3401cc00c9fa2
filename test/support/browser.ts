import { existsSync } from 'node:fs';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import axe from 'axe-core';
import { type Browser, chromium, type Page } from 'playwright-core';
import {
  browserAt,
  type BrowserProgram,
  installedBrowser,
} from '../../src/engine/rendering/browser-program.js';

const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell';
const INSTALLED = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
];

/** A headless Chromium: the machine's own, or else the one that npm brings. A shell takes a quarter of the CPU time. */
export async function startBrowser(): Promise<Browser> {
  const installed = [process.env.CHROMIUM_PATH, HEADLESS_SHELL, ...INSTALLED].find(
    (path) => path && existsSync(path),
  );
  return chromium.launch({ executablePath: installed ?? (await packagedChromium()), args: ARGUMENTS });
}

/** A browser for the product to start: `CHROMIUM_PATH`, the machine's own, or else the one that npm brings. */
export async function browserForProduct(): Promise<BrowserProgram> {
  const { CHROMIUM_PATH, PATH = '' } = process.env;
  const found = CHROMIUM_PATH ? await browserAt(CHROMIUM_PATH) : await installedBrowser(PATH);
  const program = found ?? (await browserAt(await packagedScript()));
  if (program) return program;
  throw new Error(
    'There is no browser. Install chromium-headless-shell, or set CHROMIUM_PATH to the path of one.',
  );
}

/** What the service is told of {@link browserForProduct}.
 *  @param program another one */
export async function browserSettings(
  program?: BrowserProgram,
): Promise<Record<'BROWSER' | 'BROWSER_SANDBOX', string>> {
  const { path } = program ?? (await browserForProduct());
  return { BROWSER: path, BROWSER_SANDBOX: HAS_SANDBOX ? 'on' : 'off' };
}

/** Each browser of this machine, or else the one that npm brings, by name.
 *  @throws Error if one is missing of those that `PAGEGRADE_TEST_BROWSERS` names, separated by colons */
export async function allBrowsers(): Promise<[string, BrowserProgram][]> {
  const installed = await programsAt([HEADLESS_SHELL, ...INSTALLED]);
  const found = installed.length > 0 ? installed : await programsAt([await packagedScript()]);
  const required = process.env.PAGEGRADE_TEST_BROWSERS?.split(':') ?? [];
  const missing = required.filter((path) => !found.some((program) => program.path === path));
  if (missing.length > 0) throw new Error(`These browsers can't be started: ${missing.join(', ')}.`);
  return found.map((program) => [`${program.path} ${program.version}`, program]);
}

async function programsAt(paths: readonly string[]): Promise<BrowserProgram[]> {
  const programs = await Promise.all(paths.map((path) => browserAt(path)));
  return programs.filter((program) => program !== null);
}

/** Chromium can't use its sandbox as root. */
export const HAS_SANDBOX = process.getuid?.() !== 0;

/** The product starts browsers with an environment of its own, so a script names the libraries. */
async function packagedScript(): Promise<string> {
  const program = await packagedChromium();
  const script = join(await mkdtemp(join(tmpdir(), 'pagegrade-chromium-')), 'chromium');
  const libraries = process.env.LD_LIBRARY_PATH ?? '';
  const fonts = process.env.FONTCONFIG_PATH ?? '';
  const text = `#!/bin/sh\nLD_LIBRARY_PATH='${libraries}' FONTCONFIG_PATH='${fonts}' exec '${program}' "$@"\n`;
  await writeFile(script, text, { mode: 0o755 });
  return script;
}

/** It needs libraries that a bare machine lacks; its package holds them for Amazon Linux 2023, and they serve any
 *  other Linux that is not older. */
async function packagedChromium(): Promise<string> {
  // So that it unpacks the libraries.
  process.env.AWS_LAMBDA_JS_RUNTIME = 'nodejs22.x';
  const { default: packaged } = await import('@sparticuz/chromium');
  return packaged.executablePath();
}

/** Everything that can be held against the page that a window shows: what axe finds, what the browser complained of,
 *  what the page tried to run, and whether it is wider than the window.
 *  @param watched by {@link watch} before the page was opened */
export async function faultsOf(page: Page, watched: readonly string[]): Promise<string[]> {
  if (await page.evaluate<boolean>(`!('axe' in window)`)) await page.evaluate(axe.source);
  const violations = await page.evaluate<string[]>(
    `axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + ' ' + nodes[0].html))`,
  );
  const refused = await page.evaluate<string[]>('refusedByPolicy');
  const isScrolled = await page.evaluate<boolean>('document.documentElement.scrollWidth > innerWidth');
  const isOwned = await page.evaluate<boolean>(`'owned' in window`);
  return [
    ...watched,
    ...violations,
    ...refused,
    ...(isScrolled ? ['wider than the window'] : []),
    ...(isOwned ? ['a script of the page ran'] : []),
  ];
}

/** Notes what goes wrong in a window from now on. That a page itself is answered with an error is none of it. */
export async function watch(page: Page): Promise<string[]> {
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('dialog', (dialog) => {
    faults.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('console', (message) => {
    const isOwnStatus =
      message.location().url === page.url() && message.text().startsWith('Failed to load resource');
    if (message.type() === 'error' && !isOwnStatus) faults.push(message.text());
  });
  await page.addInitScript(`window.refusedByPolicy = [];
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      refusedByPolicy.push('refused by the policy: ' + violatedDirective + ' ' + blockedURI));`);
  return faults;
}

const VIEWS = [
  { width: 390, colorScheme: 'light' },
  { width: 768, colorScheme: 'dark' },
  { width: 1440, colorScheme: 'light' },
] as const;

/** Faults of a page, by {@link faultsOf}, on a phone, a tablet and a desktop, light and dark. It is opened once and then
 *  resized: layout and colors follow the window by style sheets alone.
 *  @param act what is done on the page before it is looked at */
export async function faultsInViews(
  browser: Browser,
  url: string,
  act: (page: Page) => Promise<unknown> = () => Promise.resolve(),
): Promise<string[]> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const watched = await watch(page);
  const faults: string[] = [];
  const show = async ({ width, colorScheme }: (typeof VIEWS)[number]) => {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
  };
  await show(VIEWS[0]);
  await page.goto(url);
  await act(page);
  for (const view of VIEWS) {
    await show(view);
    const found = await faultsOf(page, watched.splice(0));
    faults.push(...found.map((fault) => `${String(view.width)} ${view.colorScheme}: ${fault}`));
  }
  await context.close();
  return faults;
}
