/** CPU time, wall time, pages and bytes of the PDFs of reports, beside a floor: an empty page that the same client prints.
 *
 *  npm run bench:pdf -- --runs 5 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { request } from 'undici';
import { PageLoader } from '../src/engine/page-loader/page-loader.js';
import { installedBrowser } from '../src/engine/rendering/browser-program.js';
import { pagesOf } from '../src/engine/rendering/printed-pdf.js';
import { withDescendants } from '../src/engine/rendering/process-tree.js';
import { Renderer } from '../src/engine/rendering/renderer.js';
import { benchDatabase } from './support/database.js';
import { failFindings } from './support/failed-findings.js';
import { cpuMsWithEnded } from './support/processes.js';
import { KEY, startService, UNLIMITED } from './support/service.js';
import { localSite } from './support/site.js';

const { values: options } = parseArgs({ options: { runs: { type: 'string', default: '5' } } });
const RUNS = Number(options.runs);
const SIZES = [5, 20, 60];
const MAX_CPU_MS = 3000;
const EMPTY = '<!doctype html><html lang="en"><head><title>Empty</title></head><body></body></html>';

const HAS_SANDBOX = process.getuid?.() !== 0;
const program = (await installedBrowser(process.env.PATH ?? '')) ?? fail();

/** A browser that has not printed yet, and how to have it print. */
interface Printer {
  readonly print: () => Promise<Uint8Array>;
  /** The process that has all others below it. */
  readonly pid: number;
}

interface Cost {
  readonly cpuMs: number;
  readonly wallMs: number;
  readonly pdf: Uint8Array;
}

const site = await localSite();
const dataDir = await mkdtemp(join(tmpdir(), 'pagegrade-pdf-'));
const database = await benchDatabase();

try {
  console.log(
    `${program.engine} ${program.version}: PDFs (limit: ${String(MAX_CPU_MS)} ms of CPU), ${options.runs} warm runs`,
  );
  console.log(
    'failed findings   CPU ms cold   warm  × floor cold   warm  wall ms cold   warm  pages   bytes',
  );
  const floor = await costsOfFloor();
  printRow('floor', floor, floor);
  for (const size of SIZES) {
    const costs = await costsOfReport(size);
    printRow(String(size), costs, floor);
    if (Math.max(costs.cold.cpuMs, costs.warm.cpuMs) > MAX_CPU_MS) process.exitCode = 1;
  }
} finally {
  await database.stop();
  site.stop();
  await rm(dataDir, { recursive: true, force: true });
}

interface Costs {
  /** With the start of the browser. */
  readonly cold: Cost;
  readonly warm: Cost;
}

async function costsOfFloor(): Promise<Costs> {
  const policy = { allowedTargets: new Set<string>(), allowedPorts: new Set([80]) };
  const loader = new PageLoader({ policy, userAgent: 'Bench' });
  const renderer = new Renderer({ program, hasSandbox: HAS_SANDBOX, product: 'Bench', loader });
  const print = () => renderer.print(EMPTY, { date: new Date(0) });
  const costs = await costsOf({ print, pid: process.pid });
  await renderer.close();
  return costs;
}

/** Of a service of its own, so that its browser is new. */
async function costsOfReport(failed: number): Promise<Costs> {
  const service = await startService({
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    ALLOWED_TARGETS: site.target,
    DEFAULT_PRIVACY: '0',
    BROWSER: program.path,
    BROWSER_SANDBOX: HAS_SANDBOX ? 'on' : 'off',
    ...UNLIMITED,
  });
  try {
    const posted = await request(`${service.url}/api/v1/reports`, {
      method: 'POST',
      headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json', prefer: 'wait=60' },
      body: JSON.stringify({ url: `http://${site.target}/${String(failed)}`, render: 'never' }),
    });
    const { data } = (await posted.body.json()) as { data: { id: number; share_url: string } };
    await failFindings(database.url, data.id, failed);
    // What a process does once after its start.
    await sleep(5000);
    const print = async () => {
      await forgetPdfs();
      return downloaded(`${data.share_url}/report.pdf`);
    };
    return await costsOf({ print, pid: service.pid });
  } finally {
    await service.end('SIGTERM');
  }
}

async function costsOf({ print, pid }: Printer): Promise<Costs> {
  const cold = await measured(print, pid);
  const runs: Cost[] = [];
  while (runs.length < RUNS) runs.push(await measured(print, pid));
  const mean = (figure: (run: Cost) => number) => runs.reduce((sum, run) => sum + figure(run), 0) / RUNS;
  return { cold, warm: { ...cold, cpuMs: mean(({ cpuMs }) => cpuMs), wallMs: mean(({ wallMs }) => wallMs) } };
}

async function measured(print: () => Promise<Uint8Array>, pid: number): Promise<Cost> {
  const before = cpuOf(pid);
  const startedAt = performance.now();
  const pdf = await print();
  return { cpuMs: cpuOf(pid) - before, wallMs: performance.now() - startedAt, pdf };
}

function printRow(name: string, { cold, warm }: Costs, floor: Costs): void {
  const cell = (value: number, width: number, digits = 0) => value.toFixed(digits).padStart(width);
  console.log(
    [
      name.padEnd(17),
      cell(cold.cpuMs, 11),
      cell(warm.cpuMs, 6),
      cell(cold.cpuMs / floor.cold.cpuMs, 13, 1),
      cell(warm.cpuMs / floor.warm.cpuMs, 6, 1),
      cell(cold.wallMs, 13),
      cell(warm.wallMs, 6),
      cell(pagesOf(cold.pdf), 6),
      cell(cold.pdf.byteLength, 7),
    ].join(' '),
  );
}

async function downloaded(url: string): Promise<Uint8Array> {
  for (;;) {
    const { statusCode, body } = await request(url, { headers: { accept: 'application/pdf' } });
    const bytes = new Uint8Array(await body.arrayBuffer());
    if (statusCode === 200) return bytes;
    if (statusCode !== 202) throw new Error(`${url}: ${String(statusCode)} ${Buffer.from(bytes).toString()}`);
    await sleep(100);
  }
}

async function forgetPdfs(): Promise<void> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query('DELETE FROM report_pdfs');
  await client.end();
}

/** Of a process and all below it; those that have ended are counted by their parent. */
function cpuOf(root: number): number {
  return withDescendants([root]).reduce((sum, pid) => sum + cpuMsWithEnded(pid), 0);
}

function fail(): never {
  throw new Error('There is no browser. Install chromium-headless-shell.');
}
