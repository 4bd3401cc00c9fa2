/** Ordinary pages of 2.3 MB with 120 000 elements each, 20 at once, audited by one process in 512 MB, which includes its
 *  embedded database. Fails if a page is not audited or the kernel kills a process. Needs root.
 *  npm run bench:hostile -- small --pages 10 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { request } from 'undici';
import {
  freePorts,
  KEY,
  postReport,
  serves,
  START_ARGUMENTS,
  START_ENVIRONMENT,
  UNLIMITED,
} from '../support/service.js';
import { localSite } from '../support/site.js';
import { memoryLimit } from './memory-limit.js';

const { values: options } = parseArgs({ options: { pages: { type: 'string', default: '60' } } });
const PAGES = Number(options.pages);
const AT_ONCE = 20;
const LIMIT_MIB = 512;

const rows = Array.from({ length: 60_000 }, (_, n) => `<div class="row"><p>Text ${n}</p></div>`).join('');
const page = Buffer.from(
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Large</title></head><body>${rows}</body></html>`,
);
const site = await localSite((asked, response) => {
  if (asked.url === '/robots.txt') return void response.writeHead(404).end();
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
  response.end(asked.method === 'HEAD' ? undefined : page);
});
const group = memoryLimit(LIMIT_MIB);
const dataDir = await mkdtemp(join(tmpdir(), 'pagegrade-small-'));
const [port = 0] = await freePorts(1);
const command = [process.execPath, ...START_ARGUMENTS].join(' ');
const service = spawn('sh', ['-c', `${group.enter} && exec ${command}`], {
  env: {
    ...START_ENVIRONMENT,
    HOST: '127.0.0.1',
    PORT: String(port),
    METRICS_PORT: '0',
    LOG_LEVEL: 'error',
    DATA_DIR: dataDir,
    API_KEY: KEY,
    ALLOWED_TARGETS: site.target,
    ...UNLIMITED,
  },
  stdio: ['ignore', 'ignore', 'inherit'],
});
const ended = once(service, 'exit');
const url = `http://127.0.0.1:${port}`;
while (!(await serves(url))) await sleep(100);

const results = new Map<string, number>();
let next = 0;
const startedAt = performance.now();
await Promise.all(Array.from({ length: AT_ONCE }, () => auditSome()));
const seconds = (performance.now() - startedAt) / 1000;
service.kill('SIGTERM');
await ended;
console.log(
  `${PAGES} pages of ${(page.length / 1e6).toFixed(1)} MB, ${AT_ONCE} at once, in ${LIMIT_MIB} MiB: ${seconds.toFixed(0)} s, ` +
    `peak ${group.peakMib().toFixed(0)} MiB with the page cache, ${group.kills()} killed`,
);
for (const [result, count] of results) console.log(`  ${String(count).padStart(3)} ${result}`);
if (group.kills() > 0 || results.size !== 1) process.exitCode = 1;
await sleep(500);
group.remove();
site.stop();
await rm(dataDir, { recursive: true, force: true });

async function auditSome(): Promise<void> {
  while (next < PAGES) {
    const { body } = await postReport(url, `http://${site.target}/${next++}`, { prefer: 'respond-async' });
    const result = await resultOf(body.data?.id ?? 0);
    results.set(result, (results.get(result) ?? 0) + 1);
  }
}

async function resultOf(id: number): Promise<string> {
  for (;;) {
    const headers = { authorization: `Bearer ${KEY}`, prefer: 'wait=20' };
    const { body } = await request(`${url}/api/v1/reports/${id}`, { headers });
    const { data } = (await body.json()) as { data: Stored };
    const { status, score, error, checks = [] } = data;
    if (status === 'queued' || status === 'running') continue;
    const unchecked = checks.filter(({ outcome }) => outcome === 'error').length;
    return `${status}, score ${String(score)}, error ${error?.code ?? 'none'}, ${unchecked} checks with outcome error`;
  }
}

interface Stored {
  readonly status: string;
  readonly score: number | null;
  readonly error: { readonly code: string } | null;
  readonly checks?: readonly { readonly outcome: string }[];
}
