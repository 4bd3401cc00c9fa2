/** CPU and memory of one rendered page, and of the same browser without us, which loads the page and waits alike.
 *  npm run bench:rendering-cost -- --runs 20 --growth 200 */
import { createServer } from 'node:http';
import { type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { PageLoader } from '../src/page-loader/page-loader.js';
import { installedBrowser } from '../src/rendering/browser-program.js';
import { memoryOf, withDescendants } from '../src/rendering/process-tree.js';
import { Renderer } from '../src/rendering/renderer.js';
import { cpuMsWithEnded } from './support/processes.js';

const { values: options } = parseArgs({
  options: { runs: { type: 'string', default: '20' }, growth: { type: 'string', default: '0' } },
});
const RUNS = Number(options.runs);
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
const program = await installedBrowser(process.env.PATH ?? '');
if (!program) throw new Error('There is no browser. Install chromium-headless-shell.');

const ours = await measured('with us', product());
const floor = await measured('browser alone', await bare());
console.log(`CPU: ${(ours / floor).toFixed(2)} times the browser alone`);
server.closeAllConnections();
server.close();

interface Runner {
  readonly run: () => Promise<void>;
  readonly close: () => Promise<void>;
}

function product(): Runner {
  const loader = new PageLoader({
    policy: { allowedTargets: new Set([target]), allowedPorts: new Set([80]) },
    userAgent: 'Bench',
  });
  const renderer = new Renderer({
    program: program ?? fail(),
    hasSandbox: process.getuid?.() !== 0,
    product: 'Bench',
    loader,
  });
  const run = async () => {
    const { facts } = await renderer.render({ url, device: 'mobile', account: 1 });
    if (facts.error) throw new Error(facts.error.detail);
  };
  return { run, close: () => renderer.close() };
}

/** Loads the page in a context of its own and takes no screenshot. */
async function bare(): Promise<Runner> {
  const browser = await chromium.launch({
    executablePath: program?.path ?? '',
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
  return { run, close: () => browser.close() };
}

async function measured(name: string, { run, close }: Runner): Promise<number> {
  for (let warm = 0; warm < 3; warm += 1) await run();
  const before = cpuOfTree();
  const startedAt = performance.now();
  for (let done = 0; done < RUNS; done += 1) await run();
  const cpu = (cpuOfTree() - before) / RUNS;
  const wall = (performance.now() - startedAt) / RUNS;
  let peak = 0;
  const timer = setInterval(() => (peak = Math.max(peak, memory())), 100);
  await Promise.all([run(), run(), run(), run()]);
  clearInterval(timer);
  console.log(
    `${name.padEnd(14)} ${cpu.toFixed(0)} ms CPU, ${wall.toFixed(0)} ms, ${(peak / 1e6).toFixed(0)} MB with 4 at once`,
  );
  if (name === 'with us') await growth(run);
  await close();
  await sleep(500);
  return cpu;
}

/** Memory of this process after each tenth of the pages; the browser is replaced meanwhile. */
async function growth(run: () => Promise<void>): Promise<void> {
  const sizes: number[] = [];
  for (let done = 1; done <= Number(options.growth); done += 1) {
    await run();
    if (done % (Number(options.growth) / 10) === 0) sizes.push(process.memoryUsage.rss() / 1e6);
  }
  if (sizes.length > 0) console.log(`MB of this process: ${sizes.map((size) => size.toFixed(0)).join(' ')}`);
}

/** Of this process and its browser; those of pages that have ended are counted by their parent. */
function cpuOfTree(): number {
  return withDescendants([process.pid]).reduce((sum, pid) => sum + cpuMsWithEnded(pid), 0);
}

function memory(): number {
  return withDescendants([process.pid]).reduce((sum, pid) => sum + memoryOf(pid), 0);
}

function fail(): never {
  throw new Error('There is no browser.');
}
