/** A crawl of a generated site with known faults: what it finds and misses, how fast it is, what it needs. wget --spider
 *  crawls the same site, if it is installed. Fails if a fault is missed or invented, or a page is requested twice.
 *
 *  npm run bench:crawl -- --pages 10000 */
import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type CrawlView } from '../../src/crawls/crawl.view.js';
import { type FindingPageView, type SiteFindingView } from '../../src/crawls/findings/site-finding.view.js';
import { benchDatabase } from '../support/database.js';
import { cpuMs, cpuMsWithChildren, memoryMib } from '../support/processes.js';
import { KEY, type ServiceProcess, startService, UNLIMITED } from '../support/service.js';

const { values: options } = parseArgs({ options: { pages: { type: 'string', default: '10000' } } });

/** Pages after which the memory is printed. */
const EACH = 1000;

interface Site {
  readonly origin: string;
  readonly target: string;
  readonly visited: number;
  readonly expected: Readonly<Record<string, readonly string[]>>;
}

interface Log {
  readonly requests: number;
  readonly twice: readonly string[];
  readonly missed: readonly string[];
}

const child = fork('bench/crawl/site.ts', [options.pages], { execArgv: ['--import', 'tsx'] });
const [site] = (await once(child, 'message')) as [Site];
const database = await benchDatabase();
const service = await startService({
  DATABASE_URL: database.url,
  ALLOWED_TARGETS: site.target,
  BROWSER: 'off',
  ...UNLIMITED,
});
try {
  for (let at = 0; at < 20; at++) await call(service, 'POST', '/reports', { url: `${site.origin}/` });
  const memoryBefore = memoryMib(service.pid, 'peak');
  await logOf(child, 'reset');
  const startedAtMs = performance.now();
  const cpuBefore = cpuMsWithChildren(service.pid);
  const databaseBefore = cpuMsWithChildren(database.postmaster());
  const crawl = await crawled(service);
  const seconds = (performance.now() - startedAtMs) / 1000;
  const cpuS = (cpuMsWithChildren(service.pid) - cpuBefore) / 1000;
  const databaseS = (cpuMsWithChildren(database.postmaster()) - databaseBefore) / 1000;
  const log = await logOf(child);
  const { completed, failed, skipped } = crawl.pages;
  const pages = completed + failed;
  console.log(`${String(pages)} pages of about ${options.pages}, skipped: ${JSON.stringify(skipped)}`);
  console.log(`${seconds.toFixed(0)} s, ${(pages / seconds).toFixed(1)} pages/s`);
  console.log(
    `CPU: service ${((1000 * cpuS) / pages).toFixed(0)} ms and PostgreSQL ${((1000 * databaseS) / pages).toFixed(0)} ms a page, ` +
      `${(pages / (cpuS + databaseS)).toFixed(1)} pages per CPU second`,
  );
  console.log(`Requests a page: ${(log.requests / pages).toFixed(2)}`);
  console.log(
    `Memory of the service: peak ${memoryBefore.toFixed(0)} MiB after single audits, ` +
      `${memoryMib(service.pid, 'peak').toFixed(0)} MiB after the crawl`,
  );
  const faults = await compared(service, crawl.id);
  for (const [kind, paths] of [
    ['requested twice', log.twice],
    ['never requested', log.missed],
  ] as const)
    if (paths.length > 0)
      faults.push(`${kind}: ${String(paths.length)}, such as ${paths.slice(0, 5).join(' ')}`);
  console.log(faults.length === 0 ? 'Every fault was found, and none invented.' : faults.join('\n'));
  process.exitCode = faults.length === 0 ? 0 : 1;
  await spider();
} finally {
  await service.end('SIGTERM');
  await database.stop();
  child.kill();
}

async function crawled(running: ServiceProcess): Promise<CrawlView> {
  const limits = { max_pages: 10_000, delay_ms: 0, max_depth: 100 };
  const body = { url: `${site.origin}/`, render: 'never', ...limits };
  const { id } = await call<CrawlView>(running, 'POST', '/crawls', body);
  for (let printed = 0; ;) {
    await sleep(1000);
    const crawl = await call<CrawlView>(running, 'GET', `/crawls/${String(id)}`);
    const done = crawl.pages.completed + crawl.pages.failed;
    if (done >= printed + EACH) {
      printed = done;
      console.log(`${String(done)} pages: ${memoryMib(running.pid, 'now').toFixed(0)} MiB`);
    }
    if (crawl.finished_at !== null) return crawl;
  }
}

/** Differences between the findings and those that were planted. */
async function compared(running: ServiceProcess, id: number): Promise<string[]> {
  const findings = await call<SiteFindingView[]>(running, 'GET', `/crawls/${String(id)}/findings`);
  const faults: string[] = [];
  for (const [finding, paths] of Object.entries(site.expected)) {
    const found = new Set(await pathsOf(running, `/crawls/${String(id)}/findings/${finding}`));
    const missed = paths.filter((path) => !found.has(path));
    const invented = [...found].filter((path) => !paths.includes(path));
    console.log(
      `${finding.padEnd(26)} ${String(paths.length).padStart(4)} planted, ${String(missed.length)} missed, ${String(invented.length)} invented`,
    );
    if (missed.length > 0) faults.push(`${finding} misses ${missed.slice(0, 5).join(' ')}`);
    if (invented.length > 0) faults.push(`${finding} invents ${invented.slice(0, 5).join(' ')}`);
  }
  const others = findings.filter(
    (finding) =>
      !finding.id.startsWith('check:') && !(finding.id in site.expected) && finding.id !== 'deep_pages',
  );
  return [...faults, ...others.map((finding) => `${finding.id} was not planted: ${finding.message}`)];
}

/** All addresses of a finding. Those that its pages name, such as the target of a redirect, count only for duplicates. */
async function pathsOf(running: ServiceProcess, path: string): Promise<string[]> {
  const paths: string[] = [];
  for (let cursor = ''; ;) {
    const answer = await answerOf(running, 'GET', `${path}?per_page=100${cursor}`);
    const { data, meta } = answer as { data: FindingPageView[]; meta: { next_cursor: string | null } };
    for (const { url, urls } of data) paths.push(url, ...(path.includes('duplicate') ? urls : []));
    if (meta.next_cursor === null) return paths.map((url) => url.replace(site.origin, ''));
    cursor = `&cursor=${meta.next_cursor}`;
  }
}

async function call<T>(running: ServiceProcess, method: string, path: string, body?: object): Promise<T> {
  return ((await answerOf(running, method, path, body)) as { data: T }).data;
}

async function answerOf(
  running: ServiceProcess,
  method: string,
  path: string,
  body?: object,
): Promise<unknown> {
  const headers = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' };
  const response = await fetch(`${running.url}/api/v1${path}`, {
    method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`);
  return response.json();
}

async function logOf(process: ChildProcess, message: 'log' | 'reset' = 'log'): Promise<Log> {
  process.send(message);
  const [log] = (await once(process, 'message')) as [Log];
  return log;
}

/** The same site by wget, which only looks whether pages are there. */
async function spider(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'spider-'));
  const startedAtMs = performance.now();
  const before = (await logOf(child)).requests;
  const wget = spawn(
    'wget',
    ['--spider', '--recursive', '--level=20', '--no-verbose', '--reject-regex=calendar', `${site.origin}/`],
    { cwd: folder, stdio: 'ignore' },
  );
  let cpu = 0;
  const timer = setInterval(() => {
    if (wget.pid) cpu = Math.max(cpu, cpuMs(wget.pid));
  }, 200);
  const failed = await Promise.race([
    once(wget, 'exit').then(() => null),
    once(wget, 'error').then(([error]) => error as Error),
  ]);
  clearInterval(timer);
  await rm(folder, { recursive: true, force: true });
  if (failed) {
    console.log('wget is not installed.');
    return;
  }
  const requests = (await logOf(child)).requests - before;
  console.log(
    `wget --spider: ${((performance.now() - startedAtMs) / 1000).toFixed(0)} s, ${String(requests)} requests, ` +
      `${(site.visited / (cpu / 1000)).toFixed(0)} pages per CPU second`,
  );
}
