/** CPU and memory of one rendered page, beside a floor (the same browser, which only loads the page) and a peer (Lighthouse
 *  with all its categories, in the same browser); then those of axe-core with the rules of Lighthouse, beside the four
 *  rules of layout, on pages of three sizes; last, the memory of the whole service.
 *  npm run bench:rendering-cost -- --runs 20 --lighthouse-runs 5 --growth 1000 --axe-runs 10 --browser /usr/bin/chromium */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { request } from 'undici';
import { PageLoader } from '../src/engine/page-loader/page-loader.js';
import { type AxeRules } from '../src/engine/rendering/client-messages.js';
import { browserAt, installedBrowser } from '../src/engine/rendering/browser-program.js';
import { memoryOf, withDescendants } from '../src/engine/rendering/process-tree.js';
import { Renderer } from '../src/engine/rendering/renderer.js';
import { benchDatabase } from './support/database.js';
import { cpuMsWithEnded, proportionalMemory } from './support/processes.js';
import { KEY, startService, UNLIMITED } from './support/service.js';

const { values: options } = parseArgs({
  options: {
    runs: { type: 'string', default: '20' },
    'lighthouse-runs': { type: 'string', default: '5' },
    growth: { type: 'string', default: '0' },
    'axe-runs': { type: 'string', default: '10' },
    browser: { type: 'string' },
  },
});
const RUNS = Number(options.runs);
const LIGHTHOUSE_RUNS = Number(options['lighthouse-runs']);
const AXE_RUNS = Number(options['axe-runs']);
const GROWTH_PAGES = Number(options.growth);
const GROWTH_STEPS = 20;
const FILES = 16;
const PAGES_AT_ONCE = 4;
const SERVICE_ROUNDS = 6;

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

/** Repetitions of {@link section}, each of 15 elements. */
const SIZES = { small: 4, typical: 100, large: 600 } as const;

const section = (
  n: number,
) => `<section><h2>Part ${n}</h2><p class="c${n % 9}">Text with <a href="/a${n}">a link</a>
and <b>weight</b>, <span style="color: #888">pale</span></p><ul><li>One</li><li>Two</li></ul>
<img src="/i${n % 9}.svg" alt="Picture ${n}" width="40" height="40"><form><label>Name <input name="n${n}"></label>
<button>Send ${n}</button></form><table><tr><td>1</td></tr></table></section>`;

function sizedPage(sections: number): string {
  const body = Array.from({ length: sections }, (_, n) => section(n)).join('');
  return `<!doctype html><html lang="en"><head><title>Page</title></head><body><main><h1>Page</h1>${body}</main></body></html>`;
}

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
  const sections = Number(new URLSearchParams(url.slice(2)).get('sections'));
  const [type, body] = FILE_TYPES.find(([suffix]) => url.endsWith(suffix))?.slice(1) ?? [
    'text/html',
    sections > 0 ? sizedPage(sections) : page,
  ];
  response.writeHead(200, { 'content-type': type }).end(body);
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const target = `127.0.0.1:${(server.address() as AddressInfo).port}`;
const url = new URL(`http://${target}/`);
const { browser: path } = options;
const program =
  (await (path === undefined ? installedBrowser(process.env.PATH ?? '') : browserAt(path))) ?? fail();

console.log(`${program.engine} ${program.version}: one page, ${RUNS} runs (Lighthouse: ${LIGHTHOUSE_RUNS})`);
console.log('                  CPU ms  wall ms  MB of browser and process, 4 at once');
const floor = await measured('browser alone', await bare());
const withoutAxe = await measured('without axe-core', product('none'));
const layout = await measured('four rules', product('layout'));
const whole = await measured('all of it', product('lighthouse'));
const peer = LIGHTHOUSE_RUNS > 0 ? await measured('Lighthouse', lighthouse()) : null;
for (const [name, cpu] of [
  ['without axe-core', withoutAxe],
  ['four rules', layout],
  ['all of it', whole],
] as const)
  console.log(
    `${name.padEnd(16)} ${(cpu / floor).toFixed(2)} times the browser alone${peer === null ? '' : `, Lighthouse ${(peer / cpu).toFixed(1)} times that`}`,
  );
if (AXE_RUNS > 0) await compareRules();
await measureService();
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

function product(rules: AxeRules, address = url): Runner {
  const loader = new PageLoader({
    policy: { allowedTargets: new Set([target]), allowedPorts: new Set([80]) },
    userAgent: 'Bench',
  });
  const renderer = new Renderer({
    program,
    hasSandbox: process.getuid?.() !== 0,
    product: 'Bench',
    loader,
    rules,
  });
  const run = async () => {
    const target = { url: address, audited: address, device: 'mobile', account: 1 } as const;
    const result = await renderer.render(target);
    if (result.facts.error) throw new Error(result.facts.error.detail);
    const fault = 'document' in result ? result.document.accessibility?.fault : null;
    if (fault) throw new Error(`axe-core had no verdict: ${fault}`);
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

/** Prints the memory of the built service while it renders four pages at once, with what processes share counted once. */
async function measureService(): Promise<void> {
  const database = await benchDatabase();
  const service = await startService({
    ...UNLIMITED,
    DATABASE_URL: database.url,
    ALLOWED_TARGETS: target,
    BROWSER: program.path,
    BROWSER_SANDBOX: process.getuid?.() === 0 ? 'off' : 'on',
    BROWSER_CONCURRENCY: String(PAGES_AT_ONCE),
  });
  const audit = async (page: number) => {
    const { body, statusCode } = await request(`${service.url}/api/v1/reports`, {
      method: 'POST',
      headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
      body: JSON.stringify({ url: new URL(`/?page=${String(page)}`, url).href, render: 'always' }),
    });
    const report = (await body.json()) as { data?: { rendered?: { error: unknown } | null } };
    if (statusCode !== 201 || !report.data?.rendered || report.data.rendered.error)
      throw new Error(`A page was not rendered: ${JSON.stringify(report).slice(0, 500)}`);
  };
  const peaks: number[] = [];
  for (let round = 0; round < SERVICE_ROUNDS; round += 1) {
    let peak = 0;
    const timer = setInterval(() => (peak = Math.max(peak, memoryTogether(service.pid))), 100);
    await Promise.all(
      Array.from({ length: PAGES_AT_ONCE }, (_, page) => audit(round * PAGES_AT_ONCE + page)),
    );
    clearInterval(timer);
    peaks.push(peak);
  }
  console.log(
    `\nMB of the service with its browsers, ${PAGES_AT_ONCE} pages at once: ${peaks.map((peak) => peak.toFixed(0)).join(' ')}`,
  );
  await service.end('SIGTERM');
  await database.stop();
}

/** Prints the CPU and the memory of a page with the four rules of layout and with those of Lighthouse. */
async function compareRules(): Promise<void> {
  console.log(
    `\naxe-core, ${AXE_RUNS} runs: CPU ms of the page, and MB of browser and process at the peak of a run`,
  );
  console.log('page     elements  without  four rules  by Lighthouse  MB: four rules  by Lighthouse');
  for (const [size, sections] of Object.entries(SIZES)) {
    const address = new URL(`/?sections=${sections}`, url);
    const costs = [];
    for (const rules of ['none', 'layout', 'lighthouse'] as const) costs.push(await ruleCost(rules, address));
    const [none, layout, lighthouse] = costs.map(
      ({ cpu, peak }) => [cpu.toFixed(0), peak.toFixed(0)] as const,
    );
    console.log(
      [
        size.padEnd(8),
        String(15 * sections + 7).padStart(8),
        none?.[0].padStart(8),
        layout?.[0].padStart(11),
        lighthouse?.[0].padStart(14),
        layout?.[1].padStart(15),
        lighthouse?.[1].padStart(14),
      ].join(' '),
    );
  }
}

async function ruleCost(rules: AxeRules, address: URL): Promise<{ cpu: number; peak: number }> {
  const { run, close } = product(rules, address);
  await run();
  const before = cpuOf(process.pid);
  for (let done = 0; done < AXE_RUNS; done += 1) await run();
  const cpu = (cpuOf(process.pid) - before) / AXE_RUNS;
  const [browser = 0, own = 0] = (await peakOf(run, 1)).split(/ [+/] /).map(Number);
  await close();
  return { cpu, peak: browser + own };
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

/** MB of the browsers and of this process while pages are loaded at once; behind the slash, of both together, with what
 *  processes share counted once. */
async function peakOf(run: () => Promise<void>, pages = PAGES_AT_ONCE): Promise<string> {
  let peak = { browser: 0, own: 0 };
  let together = 0;
  const timer = setInterval(() => {
    const now = memory();
    if (now.browser + now.own > peak.browser + peak.own) peak = now;
    together = Math.max(together, memoryTogether(process.pid));
  }, 100);
  await Promise.all(Array.from({ length: pages }, run));
  clearInterval(timer);
  return `${peak.browser.toFixed(0)} + ${peak.own.toFixed(0)} / ${together.toFixed(0)}`;
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

/** MB of a process and of those below it together. */
function memoryTogether(root: number): number {
  const all = withDescendants([root]);
  return all.reduce((sum, pid) => sum + (proportionalMemory(pid) ?? memoryOf(pid)), 0) / 1e6;
}

/** MB of this process and of those below it, with what processes share counted in each. */
function memory(): { own: number; browser: number } {
  const below = withDescendants([process.pid]).filter((pid) => pid !== process.pid);
  const browser = below.reduce((sum, pid) => sum + memoryOf(pid), 0);
  return { own: memoryOf(process.pid) / 1e6, browser: browser / 1e6 };
}

function fail(): never {
  throw new Error('There is no browser. Install chromium-headless-shell.');
}
