/** CPU and memory of one rendered page, beside a floor (the same browser, which only loads the page) and a peer (Lighthouse
 *  with all its categories, in the same browser).
 *  npm run bench:rendering-cost -- --runs 20 --lighthouse-runs 5 --growth 1000 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { PageLoader } from '../src/engine/page-loader/page-loader.js';
import { installedBrowser } from '../src/engine/rendering/browser-program.js';
import { memoryOf, withDescendants } from '../src/engine/rendering/process-tree.js';
import { Renderer } from '../src/engine/rendering/renderer.js';
import { cpuMsWithEnded } from './support/processes.js';

const { values: options } = parseArgs({
  options: {
    runs: { type: 'string', default: '20' },
    'lighthouse-runs': { type: 'string', default: '5' },
    growth: { type: 'string', default: '0' },
  },
});
const RUNS = Number(options.runs);
const LIGHTHOUSE_RUNS = Number(options['lighthouse-runs']);
const GROWTH_PAGES = Number(options.growth);
const GROWTH_STEPS = 20;
const FILES = 16;

const rows = Array.from(
  { length: 755 },
  (_, n) =>
    `<div class="row r${n % 9}"><p>Text number ${n} of a page like many, with words and <b>weight</b></p></div>`,
).join('');
const files = Array.from({ length: FILES }, (_, n) =>
  n < 3
    ? `<link rel="stylesheet" href="/s${n}.css">`
    : n < 6
      ? `<script src="/s${n}.js"></script>`
      : `<img src="/i${n}.svg" width="40" height="40" alt="">`,
).join('');
const filling = `<!-- ${'x'.repeat(Math.max(0, 150_000 - rows.length - files.length))} -->`;
const page = `<!doctype html><html lang="en"><head><title>Page</title></head><body>${files}${rows}${filling}</body></html>`;

const FILE_TYPES = [
  ['.css', 'text/css', '.row { color: #333; padding: 2px }'],
  ['.js', 'text/javascript', 'for (let i = 0; i < 1e5; i++);'],
  [
    '.svg',
    'image/svg+xml',
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle r="9"/></svg>',
  ],
] as const;

const server = createServer(({ url = '' }, response) => {
  const [type, body] = FILE_TYPES.find(([suffix]) => url.endsWith(suffix))?.slice(1) ?? ['text/html', page];
  response.writeHead(200, { 'content-type': type }).end(body);
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const target = `127.0.0.1:${(server.address() as AddressInfo).port}`;
const url = new URL(`http://${target}/`);
const program = (await installedBrowser(process.env.PATH ?? '')) ?? fail();

console.log(`${program.engine} ${program.version}: one page, ${RUNS} runs (Lighthouse: ${LIGHTHOUSE_RUNS})`);
console.log('                  CPU ms  wall ms  MB of browser and process, 4 at once');
const floor = await measured('browser alone', await bare());
const withoutAxe = await measured('without axe-core', product({ measuresLayout: false }));
const whole = await measured('all of it', product({ measuresLayout: true }));
const peer = LIGHTHOUSE_RUNS > 0 ? await measured('Lighthouse', lighthouse()) : null;
for (const [name, cpu] of [
  ['without axe-core', withoutAxe],
  ['all of it', whole],
] as const)
  console.log(
    `${name.padEnd(16)} ${(cpu / floor).toFixed(2)} times the browser alone${peer === null ? '' : `, Lighthouse ${(peer / cpu).toFixed(1)} times that`}`,
  );
server.closeAllConnections();
server.close();

interface Runner {
  readonly run: () => Promise<void>;
  readonly close: () => Promise<void>;
  /** The process that has all others below it. */
  readonly pid: number;
  readonly runs: number;
  /** Whether it can load several pages at once. */
  readonly isParallel: boolean;
}

function product({ measuresLayout }: { measuresLayout: boolean }): Runner {
  const loader = new PageLoader({
    policy: { allowedTargets: new Set([target]), allowedPorts: new Set([80]) },
    userAgent: 'Bench',
  });
  const renderer = new Renderer({
    program,
    hasSandbox: process.getuid?.() !== 0,
    product: 'Bench',
    loader,
    measuresLayout,
  });
  const run = async () => {
    const { facts } = await renderer.render({ url, audited: url, device: 'mobile', account: 1 });
    if (facts.error) throw new Error(facts.error.detail);
  };
  return { run, close: () => renderer.close(), pid: process.pid, runs: RUNS, isParallel: true };
}

/** Loads the page in a context of its own and takes no screenshot. */
async function bare(): Promise<Runner> {
  const browser = await chromium.launch({
    executablePath: program.path,
    chromiumSandbox: process.getuid?.() !== 0,
  });
  const run = async () => {
    const context = await browser.newContext({
      viewport: { width: 412, height: 823 },
      deviceScaleFactor: 1.75,
      isMobile: true,
    });
    const tab = await context.newPage();
    await tab.goto(url.href, { waitUntil: 'networkidle' });
    await tab.content();
    await context.close();
  };
  return { run, close: () => browser.close(), pid: process.pid, runs: RUNS, isParallel: true };
}

/** Lighthouse in a process of its own, its browser warm as ours is. */
function lighthouse(): Runner {
  const child = fork(join(import.meta.dirname, 'parity/lighthouse-worker.ts'), ['80', '443', '', 'default'], {
    env: { ...process.env, CHROME_PATH: program.path },
    execArgv: ['--import', 'tsx'],
  });
  const ended = once(child, 'exit').then(() => {
    throw new Error('Lighthouse ended. Install it: npm --prefix bench/parity ci');
  });
  ended.catch(() => undefined);
  const run = async () => {
    child.send({ id: 'page', url: url.href });
    const answer = Promise.race([once(child, 'message'), ended]);
    const [result] = (await answer) as [{ runtimeError?: string }];
    if (result.runtimeError !== undefined) throw new Error(result.runtimeError);
  };
  const close = async () => {
    const exit = once(child, 'exit');
    child.disconnect();
    await exit;
  };
  return { run, close, pid: child.pid ?? fail(), runs: LIGHTHOUSE_RUNS, isParallel: false };
}

async function measured(name: string, { run, close, pid, runs, isParallel }: Runner): Promise<number> {
  for (let warm = 0; warm < (isParallel ? 3 : 1); warm += 1) await run();
  const before = cpuOf(pid);
  const startedAt = performance.now();
  for (let done = 0; done < runs; done += 1) await run();
  const cpu = (cpuOf(pid) - before) / runs;
  const wall = (performance.now() - startedAt) / runs;
  const peak = isParallel ? await peakOf(run) : '';
  console.log(
    [name.padEnd(16), cpu.toFixed(0).padStart(7), wall.toFixed(0).padStart(8), ` ${peak}`].join(' '),
  );
  if (name === 'all of it' && GROWTH_PAGES > 0) await growth(run);
  await close();
  await sleep(500);
  return cpu;
}

/** MB of the browser and of this process while four pages are loaded at once. */
async function peakOf(run: () => Promise<void>): Promise<string> {
  let peak = { browser: 0, own: 0 };
  const timer = setInterval(() => {
    const now = memory();
    if (now.browser + now.own > peak.browser + peak.own) peak = now;
  }, 100);
  await Promise.all([run(), run(), run(), run()]);
  clearInterval(timer);
  return `${peak.browser.toFixed(0)} + ${peak.own.toFixed(0)}`;
}

/** Memory after each twentieth of the pages; the browser is replaced meanwhile. */
async function growth(run: () => Promise<void>): Promise<void> {
  const sizes: { browser: number; own: number }[] = [];
  for (let done = 1; done <= GROWTH_PAGES; done += 1) {
    await run();
    if (done % Math.ceil(GROWTH_PAGES / GROWTH_STEPS) === 0) sizes.push(memory());
  }
  console.log(`${GROWTH_PAGES} pages one after the other`);
  console.log(`  MB of this process: ${sizes.map(({ own }) => own.toFixed(0)).join(' ')}`);
  console.log(`  MB of the browser: ${sizes.map(({ browser }) => browser.toFixed(0)).join(' ')}`);
}

/** Of a process and all below it; those of pages that have ended are counted by their parent. */
function cpuOf(root: number): number {
  return withDescendants([root]).reduce((sum, pid) => sum + cpuMsWithEnded(pid), 0);
}

/** MB of this process and of those below it. */
function memory(): { own: number; browser: number } {
  const below = withDescendants([process.pid]).filter((pid) => pid !== process.pid);
  const browser = below.reduce((sum, pid) => sum + memoryOf(pid), 0);
  return { own: memoryOf(process.pid) / 1e6, browser: browser / 1e6 };
}

function fail(): never {
  throw new Error('There is no browser. Install chromium-headless-shell.');
}
