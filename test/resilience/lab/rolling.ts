/** No request fails while three replicas behind HAProxy (deploy/haproxy.cfg) are restarted one by one under load, and none
 *  gets anything but success or 503 with Retry-After while PostgreSQL restarts. Needs haproxy in the PATH.
 *  npm run test:lab -- rolling --per-second 50 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { benchDatabase } from '../../../bench/support/database.js';
import { isAlive } from '../../../bench/support/processes.js';
import { freePorts, KEY, ServiceProcess, serves, UNLIMITED } from '../../../bench/support/service.js';
import { localSite } from '../../../bench/support/site.js';

const { values: options } = parseArgs({ options: { 'per-second': { type: 'string', default: '200' } } });
const PER_SECOND = Number(options['per-second']);
const REPLICAS = 3;

const database = await benchDatabase();
const site = await localSite();
const env = {
  DATABASE_URL: database.url,
  ALLOWED_TARGETS: site.target,
  ...UNLIMITED,
  QUEUE_LIMIT: '1000000',
  ACCOUNT_QUEUE_LIMIT: '1000000',
};
const [balancerPort = 0, ...ports] = await freePorts(REPLICAS + 1);
const replicas = ports.map((port) => new ServiceProcess('api', port, env));
for (const replica of replicas) replica.start();
await Promise.all(replicas.map((replica) => replica.ready()));

const folder = mkdtempSync(join(tmpdir(), 'pagegrade-haproxy-'));
const config = join(folder, 'haproxy.cfg');
writeFileSync(config, configFor(balancerPort, ports));
const balancer = spawn('haproxy', ['-f', config], { stdio: 'ignore' });
const base = `http://127.0.0.1:${balancerPort}`;
while (!(await serves(base))) await sleep(100);

interface Seen {
  /** Of performance.now(). */
  readonly at: number;
  /** null: no response. */
  readonly status: number | null;
  readonly hasRetryAfter: boolean;
}

const agent = new Agent({ connections: 50 });
let seen: Seen[] = [];
let isLoading = true;
const load = run();

await sleep(2000);
for (const replica of replicas) {
  const startedAt = performance.now();
  const status = await replica.end('SIGTERM');
  console.log(
    `replica ended with ${String(status)} after ${((performance.now() - startedAt) / 1000).toFixed(1)} s`,
  );
  replica.start();
  await replica.ready();
  await sleep(2000);
}
report('rolling restart of 3 replicas', seen);
const rollingFailed = seen.filter(({ status }) => status === null || status >= 400).length;

seen = [];
await sleep(2000);
const postmaster = database.postmaster();
process.kill(postmaster, 'SIGINT');
const goneAt = performance.now();
while (isAlive(postmaster)) await sleep(10);
while (!(await isPostgresBack())) await sleep(10);
const backAt = performance.now();
await sleep(8000);
isLoading = false;
await load;
report('restart of PostgreSQL', seen);
const firstGood = seen.find(({ at, status }) => at > backAt && status !== null && status < 300);
const others = seen.filter(({ status, hasRetryAfter }) => !isGoodOr503(status, hasRetryAfter)).length;
console.log(
  `PostgreSQL was away for ${((backAt - goneAt) / 1000).toFixed(1)} s; first 2xx ${((firstGood?.at ?? NaN) - backAt).toFixed(0)} ms after its return; responses other than 2xx and 503 with Retry-After: ${others}`,
);
balancer.kill('SIGTERM');
rmSync(folder, { recursive: true });
for (const replica of replicas) await replica.end('SIGKILL');
await agent.close();
site.stop();
await database.stop();
process.exitCode = rollingFailed + others > 0 ? 1 : 0;

/** The shipped file with the replicas' addresses instead of DNS. */
function configFor(port: number, replicaPorts: readonly number[]): string {
  const shipped = readFileSync('deploy/haproxy.cfg', 'utf8');
  const servers = replicaPorts.map((replica) => `  server api-${replica} 127.0.0.1:${replica}`).join('\n');
  return shipped
    .replace('bind :8080', `bind 127.0.0.1:${port}`)
    .replace(/ resolvers replicas resolve-prefer ipv4 init-addr libc,none/, '')
    .replace(/^ {2}server-template .*$/m, servers);
}

/** Sends requests at a fixed rate, whether or not earlier ones are done. One in ten creates a report, and one in a hundred
 *  waits 8 s for it in vain, because there is no worker: longer than a replica takes to be reported as not ready. */
async function run(): Promise<void> {
  const open = new Set<Promise<void>>();
  for (let n = 0, next = performance.now(); isLoading; n++) {
    const one = n % 10 === 0 ? post(n % 100 === 0 ? 'wait=8' : 'respond-async') : get();
    open.add(one);
    void one.finally(() => open.delete(one));
    next += 1000 / PER_SECOND;
    await sleep(Math.max(0, next - performance.now()));
  }
  await Promise.all(open);
}

function get(): Promise<void> {
  return note(() =>
    request(`${base}/api/v1/reports`, { headers: { authorization: `Bearer ${KEY}` }, dispatcher: agent }),
  );
}

function post(prefer: string): Promise<void> {
  return note(() =>
    request(`${base}/api/v1/reports`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${KEY}`,
        'content-type': 'application/json',
        prefer,
      },
      body: JSON.stringify({ url: `http://${site.target}/` }),
      dispatcher: agent,
    }),
  );
}

async function note(send: () => ReturnType<typeof request>): Promise<void> {
  const at = performance.now();
  try {
    const { statusCode, headers, body } = await send();
    await body.dump();
    seen.push({ at, status: statusCode, hasRetryAfter: headers['retry-after'] !== undefined });
  } catch {
    seen.push({ at, status: null, hasRetryAfter: false });
  }
}

function isGoodOr503(status: number | null, hasRetryAfter: boolean): boolean {
  return status !== null && (status < 300 || (status === 503 && hasRetryAfter));
}

function report(what: string, all: readonly Seen[]): void {
  const counts = new Map<string, number>();
  for (const { status } of all) counts.set(String(status), (counts.get(String(status)) ?? 0) + 1);
  console.log(`${what}: ${all.length} requests, by status ${JSON.stringify(Object.fromEntries(counts))}`);
}

async function isPostgresBack(): Promise<boolean> {
  const client = new pg.Client({ connectionString: database.url });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('SELECT 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}
