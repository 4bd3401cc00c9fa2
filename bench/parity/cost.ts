import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { BENCH_PAGES, type BenchPage } from '../audit/pages.js';
import { run } from '../audit/runner-process.js';
import { type RunOrder } from '../audit/runner.js';
import { originOf, type ParityCase, type RawResponse, textResponse, urlOf } from './case.js';
import { certificatesIn } from './certificates.js';
import { PATHS } from './paths.js';
import { providePreloadList } from './preload-list.js';
import { startSite } from './site.js';

/** CPU of one audit by each engine, its whole tree of processes, warm, on the pages of `bench:audit` in one run. */
const TICKS_PER_SECOND = 100;
const HTML: RawResponse['headers'] = [
  ['Content-Type', 'text/html; charset=utf-8'],
  ['Content-Encoding', 'gzip'],
];

const cases = BENCH_PAGES.map(caseOf);
const certificates = certificatesIn(PATHS.tls);
const site = await startSite(cases, certificates);
const ports = [String(site.httpPort), String(site.httpsPort)];
providePreloadList();

console.log('page     Pagegrade ms  Lighthouse ms  ratio  Observatory ms  ratio');
for (const [index, page] of cases.entries()) {
  const lighthouse = await costOf('lighthouse-worker.ts', [...ports, certificates.spki, 'whole'], {
    task: { id: page.id, url: urlOf(page) },
    runs: 3,
  });
  const observatory = await costOf('observatory-worker.ts', ports, {
    task: { id: page.id, url: originOf(page) },
    runs: 20,
  });
  const own = await ownCost(BENCH_PAGES[index]?.name ?? 'small');
  console.log(
    [
      page.id.padEnd(8),
      own.toFixed(1).padStart(12),
      lighthouse.toFixed(0).padStart(14),
      (lighthouse / own).toFixed(0).padStart(6),
      observatory.toFixed(0).padStart(15),
      (observatory / own).toFixed(1).padStart(6),
    ].join(' '),
  );
}
await site.stop();

function caseOf({ name, html }: BenchPage): ParityCase {
  const files = [...html.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, path = '']) => path);
  const script = textResponse(200, 'text/javascript', 'abc');
  return {
    id: name,
    path: `/${name}`,
    cause: 'bench:audit',
    tls: 'valid',
    plain: 'redirect',
    status: 200,
    headers: HTML,
    body: gzipSync(html),
    robotsTxt: textResponse(404, 'text/plain', ''),
    resources: Object.fromEntries(files.map((path) => [path, script])),
  };
}

interface Work {
  readonly task: { readonly id: string; readonly url: string };
  readonly runs: number;
}

/** Milliseconds of CPU a run, after one that warms up. */
async function costOf(module: string, args: readonly string[], { task, runs }: Work): Promise<number> {
  const child = fork(join(import.meta.dirname, module), args, {
    env: { ...process.env, NODE_EXTRA_CA_CERTS: certificates.authorityFile },
    execArgv: ['--import', 'tsx'],
  });
  await resultOf(child, task);
  const before = cpuMsOf(child.pid ?? 0);
  for (let run = 0; run < runs; run++) await resultOf(child, task);
  const cost = (cpuMsOf(child.pid ?? 0) - before) / runs;
  const exit = once(child, 'exit');
  child.disconnect();
  if (module.startsWith('observatory')) child.kill();
  await exit;
  return cost;
}

async function resultOf(child: ChildProcess, task: Work['task']): Promise<void> {
  child.send(task);
  const [result] = (await once(child, 'message')) as [{ error?: string; runtimeError?: string }];
  const failure = result.error ?? result.runtimeError;
  if (failure !== undefined) throw new Error(`${task.url}: ${failure}`);
}

/** The product as it is built, as `bench:audit` runs it. */
async function ownCost(name: string): Promise<number> {
  const server = fork(join(import.meta.dirname, '../audit/site.ts'), { execArgv: ['--import', 'tsx'] });
  const [{ port }] = (await once(server, 'message')) as [{ port: number }];
  const runs = name === 'large' ? 40 : 200;
  const url = `http://127.0.0.1:${port}/${name}`;
  const order: RunOrder = { side: 'grader', url, requests: [], warmups: runs, runs, atOnce: 1 };
  const { cpuMs } = await run(order);
  server.kill();
  return cpuMs;
}

/** CPU of a process and all below it, the ended ones included. */
function cpuMsOf(root: number): number {
  const processes = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap(statOf);
  const family = new Set([root]);
  for (let size = 0; size !== family.size;) {
    size = family.size;
    for (const { pid, parent } of processes) if (family.has(parent)) family.add(pid);
  }
  const ticks = processes.filter(({ pid }) => family.has(pid)).reduce((sum, { cpu }) => sum + cpu, 0);
  return (ticks * 1000) / TICKS_PER_SECOND;
}

/** @see https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html */
function statOf(pid: string): { pid: number; parent: number; cpu: number }[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const cpu = fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0);
    return [{ pid: Number(pid), parent: Number(fields[1]), cpu }];
  } catch {
    return [];
  }
}
