import { spawn } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { request } from 'undici';
import { benchDatabase } from './support/database.js';
import { cpuMsOf, ended, peakMemoryMb, pidOf, startService } from './support/processes.js';

/** Posts real pages as reports, and holds the website's numbers against the list. Needs Debian's packages nginx
 *  and postgresql-doc-15. */
const { values: options } = parseArgs({
  options: {
    pages: { type: 'string', default: '500' },
    concurrency: { type: 'string', default: '8' },
    folder: { type: 'string', default: '/usr/share/doc/postgresql-doc-15/html' },
  },
});
const KEY = 'bench-key-0123456789abcdef';
const headers = { authorization: `Bearer ${KEY}` };

interface Report {
  score: number;
  status: string;
}

async function startNginx(folder: string, port: number): Promise<{ stop: () => Promise<void> }> {
  const home = await mkdtemp(join(tmpdir(), 'pagegrade-nginx-'));
  await writeFile(
    join(home, 'nginx.conf'),
    `daemon off; worker_processes 1; pid ${home}/pid; error_log ${home}/error.log;
     events { worker_connections 256; }
     http {
       include /etc/nginx/mime.types; access_log off; gzip on; client_body_temp_path ${home}; proxy_temp_path ${home};
       fastcgi_temp_path ${home}; uwsgi_temp_path ${home}; scgi_temp_path ${home};
       server { listen 127.0.0.1:${port}; root ${folder}; }
     }`,
  );
  const child = spawn('nginx', ['-c', join(home, 'nginx.conf'), '-p', home], { stdio: 'inherit' });
  pidOf(child);
  await new Promise((resolve) => setTimeout(resolve, 300));
  return { stop: () => ended(child).then(() => rm(home, { recursive: true, force: true })) };
}

async function post(url: string, page: string): Promise<{ status: number; ms: number; report: Report }> {
  const startedAt = performance.now();
  const response = await request(`${url}/api/v1/reports`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ url: page }).toString(),
  });
  const { data } = (await response.body.json()) as { data: Report };
  return { status: response.statusCode, ms: performance.now() - startedAt, report: data };
}

/** Scores of all reports, walked by cursor. */
async function walk(url: string): Promise<number[]> {
  const scores: number[] = [];
  for (let query = 'per_page=100'; ;) {
    const response = await request(`${url}/api/v1/reports?${query}`, { headers });
    const { data, meta } = (await response.body.json()) as {
      data: Report[];
      meta: { next_cursor: string | null };
    };
    scores.push(...data.map((report) => report.score));
    if (meta.next_cursor === null) return scores;
    query = `per_page=100&cursor=${encodeURIComponent(meta.next_cursor)}`;
  }
}

function requireEqual(what: string, actual: unknown, expected: unknown): void {
  if (actual !== expected) throw new Error(`${what}: ${String(actual)}, expected ${String(expected)}`);
  console.log(`  ${what.padEnd(34)} ${String(actual)}`);
}

function quantile(sorted: number[], share: number): string {
  return (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN).toFixed(0);
}

const sitePort = 18_000 + Math.floor(Math.random() * 1000);
const files = (await readdir(options.folder))
  .filter((file) => file.endsWith('.html'))
  .slice(0, Number(options.pages));
const nginx = await startNginx(options.folder, sitePort);
const database = await benchDatabase();
const service = await startService({
  DATABASE_URL: database.url,
  API_KEY: KEY,
  RATE_LIMIT: '1000000',
  ALLOWED_TARGETS: `127.0.0.1:${sitePort}`,
});
const cpuBefore = cpuMsOf(service.pid);
const startedAt = performance.now();
const answers: Awaited<ReturnType<typeof post>>[] = [];
const queue = files.map((file) => `http://127.0.0.1:${sitePort}/${file}`);
const client = async (): Promise<void> => {
  for (let page = queue.pop(); page !== undefined; page = queue.pop())
    answers.push(await post(service.url, page));
};
await Promise.all(Array.from({ length: Number(options.concurrency) }, client));
const seconds = (performance.now() - startedAt) / 1000;
const cpuMs = cpuMsOf(service.pid) - cpuBefore;

console.log(
  `${files.length} pages of ${options.folder}, ${options.concurrency} at a time, Node.js ${process.version}`,
);
requireEqual('answered 201', answers.filter(({ status }) => status === 201).length, files.length);
requireEqual('completed', answers.filter(({ report }) => report.status === 'completed').length, files.length);
const websites = await request(`${service.url}/api/v1/websites`, { headers });
const { data } = (await websites.body.json()) as {
  data: { reports_count: number; reports_avg_score: number }[];
};
requireEqual('websites', data.length, 1);
requireEqual('reports_count', data[0]?.reports_count, files.length);
const scores = await walk(service.url);
requireEqual('reports walked by cursor', scores.length, files.length);
const average = Math.round((scores.reduce((sum, score) => sum + score, 0) / scores.length) * 100) / 100;
requireEqual('reports_avg_score', data[0]?.reports_avg_score, average);
const times = answers.map(({ ms }) => ms).sort((a, b) => a - b);
console.log(`  audits a second                    ${(files.length / seconds).toFixed(1)}`);
console.log(`  CPU an audit                       ${(cpuMs / files.length).toFixed(1)} ms`);
console.log(`  POST to 201, p50 and p99           ${quantile(times, 0.5)} and ${quantile(times, 0.99)} ms`);
console.log(`  peak memory of the service         ${peakMemoryMb(service.pid).toFixed(0)} MiB`);
await service.stop();
await Promise.all([nginx.stop(), database.stop()]);
