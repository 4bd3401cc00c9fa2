/** What clients hear while PostgreSQL is half-open, locked, out of connections or out of disk, and how soon the
 *  service is back. Out of disk needs the right to mount. */
import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { benchDatabase, type BenchDatabase, postmasterOf } from './support/database.js';
import { isAlive } from './support/processes.js';
import { freePorts, localSite, Member, postReport } from './support/fleet.js';

const site = await localSite((_request, response) => {
  response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>A page</title>');
});
const SMALL_POOL = { DATABASE_POOL_SIZE: '2' };

await underFault(
  'half-open: every process of PostgreSQL is stopped for 15 s',
  {},
  async ({ dataDir }, during) => {
    const pids = [postmasterOf(dataDir), ...childrenOf(postmasterOf(dataDir))];
    for (const pid of pids) process.kill(pid, 'SIGSTOP');
    await during(15_000);
    for (const pid of pids) process.kill(pid, 'SIGCONT');
  },
);
await underFault('locked: the reports table for 60 s, a pool of 2', SMALL_POOL, async ({ url }, during) => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('BEGIN; LOCK TABLE reports');
  await during(60_000);
  await client.query('COMMIT');
  await client.end();
});
await underFault(
  'out of connections: others take all that there are, for 15 s',
  {},
  async ({ url }, during) => {
    const clients: pg.Client[] = [];
    const admin = new pg.Client({ connectionString: url });
    await admin.connect();
    await admin.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'pagegrade'`,
    );
    for (let isRoom = true; isRoom;) {
      const client = new pg.Client({ connectionString: url });
      client.on('error', () => undefined);
      isRoom = await client.connect().then(
        () => true,
        () => false,
      );
      clients.push(client);
    }
    await during(15_000);
    await Promise.all(clients.map((client) => client.end().catch(() => undefined)));
    await admin.end();
  },
);
await outOfDisk();
site.stop();

type During = (ms: number) => Promise<void>;

async function underFault(
  name: string,
  env: Record<string, string>,
  fault: (database: BenchDatabase, during: During) => Promise<void>,
  folder = tmpdir(),
): Promise<void> {
  const database = await benchDatabase({ max_connections: '30' }, folder);
  const [port = 0] = await freePorts(1);
  const service = new Member('all', port, {
    DATABASE_URL: database.url,
    ALLOWED_TARGETS: site.target,
    RATE_LIMIT: '0',
    CREATE_LIMIT: '0',
    ...env,
  });
  service.start();
  await service.ready();
  await post(service);
  const pid = service.pid;
  const answers: { status: number | null; ms: number; hasRetryAfter: boolean }[] = [];
  await fault(database, async (ms) => {
    for (const until = Date.now() + ms; Date.now() < until;) {
      answers.push(...(await Promise.all(Array.from({ length: 8 }, () => post(service)))));
      await sleep(200);
    }
  });
  const endedAt = Date.now();
  while ((await post(service)).status !== 201 && Date.now() - endedAt < 30_000) await sleep(50);
  const backMs = Date.now() - endedAt;
  const refused = answers.filter(({ status }) => status === 503);
  const others = answers.filter(({ status }) => status !== 503 && status !== 201 && status !== 202);
  console.log(name);
  console.log(
    `  ${answers.length} POSTs: ${refused.length} × 503, ${answers.length - refused.length - others.length} × 2xx, ${others.length} others; all 503 with Retry-After: ${String(refused.every(({ hasRetryAfter }) => hasRetryAfter))}; slowest ${(Math.max(...answers.map(({ ms }) => ms)) / 1000).toFixed(1)} s`,
  );
  console.log(`  same process: ${String(service.pid === pid && isAlive(pid))}; first 201 after ${backMs} ms`);
  if (others.length > 0 || backMs >= 30_000) process.exitCode = 1;
  await service.end('SIGKILL');
  await database.stop();
}

async function post(service: Member) {
  const startedAt = performance.now();
  const headers = { prefer: 'wait=2' };
  const answer = await postReport(service.url, `http://${site.target}/`, headers).catch(() => null);
  const hasRetryAfter = answer?.headers['retry-after'] !== undefined;
  return { status: answer?.status ?? null, ms: performance.now() - startedAt, hasRetryAfter };
}

async function outOfDisk(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'pagegrade-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=300m,mode=755', 'tmpfs', folder], { stdio: 'pipe' });
  } catch {
    console.log('out of disk: not measured, because this user may not mount a small disk');
    return;
  }
  await underFault(
    'out of disk: no byte is left for 15 s',
    {},
    async (_database, during) => {
      const filler = join(folder, 'filler');
      fill(filler);
      await during(15_000);
      rmSync(filler);
    },
    folder,
  );
  execFileSync('umount', [folder]);
}

function fill(file: string): void {
  const handle = openSync(file, 'w');
  for (let size = 1 << 20; size >= 1 << 12;) {
    try {
      writeSync(handle, Buffer.alloc(size));
    } catch {
      size >>= 1;
    }
  }
  closeSync(handle);
}

function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => parentOf(pid) === parent)
    .map(Number);
}

function parentOf(pid: string): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return null;
  }
}
