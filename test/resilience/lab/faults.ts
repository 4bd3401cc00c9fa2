/** While PostgreSQL hangs, is locked, or has no connections or no disk space left, clients get 503 with Retry-After, or
 *  success, and nothing else; afterwards the same process stores reports again. The full disk needs the right to mount.
 *  npm run test:lab -- faults --seconds 2 --only locked */
import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { parseArgs } from 'node:util';
import { benchDatabase, type BenchDatabase } from '../../../bench/support/database.js';
import { childrenOf, isAlive } from '../../../bench/support/processes.js';
import { postReport, type ServiceProcess, startService, UNLIMITED } from '../../../bench/support/service.js';
import { localSite } from '../../../bench/support/site.js';

const { values: options } = parseArgs({
  options: { seconds: { type: 'string', default: '15' }, only: { type: 'string', default: '' } },
});
const SECONDS = Number(options.seconds);

const site = await localSite();
const SMALL_POOL = { DATABASE_POOL_SIZE: '2' };
const BACK_WITHIN_MS = 30_000;

await underFault('hanging: every process of PostgreSQL is stopped', {
  fault: async (database, during) => {
    const pids = [database.postmaster(), ...childrenOf(database.postmaster())];
    for (const pid of pids) process.kill(pid, 'SIGSTOP');
    await during(SECONDS);
    for (const pid of pids) process.kill(pid, 'SIGCONT');
  },
});
await underFault('locked: the reports table, four times as long, a pool of 2', {
  env: SMALL_POOL,
  fault: async ({ url }, during) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query('BEGIN; LOCK TABLE reports');
    await during(SECONDS * 4);
    await client.query('COMMIT');
    await client.end();
  },
});
await underFault('no connections left', { fault: takeAllConnections });
await outOfDisk();
site.stop();

type During = (seconds: number) => Promise<void>;

interface Fault {
  readonly env?: Readonly<Record<string, string>>;
  readonly dataDir?: string;
  readonly fault: (database: BenchDatabase, during: During) => Promise<void>;
}

interface Post {
  readonly status: number | null;
  readonly ms: number;
  readonly hasRetryAfter: boolean;
}

async function underFault(name: string, { env = {}, dataDir, fault }: Fault): Promise<void> {
  if (!name.includes(options.only)) return;
  const database = await benchDatabase({ settings: { max_connections: '30' }, dataDir });
  const service = await startService({
    DATABASE_URL: database.url,
    ALLOWED_TARGETS: site.target,
    ...UNLIMITED,
    ...env,
  });
  await post(service);
  const { pid } = service;
  const posts: Post[] = [];
  await fault(database, async (seconds) => {
    for (const until = Date.now() + seconds * 1000; Date.now() < until;) {
      posts.push(...(await Promise.all(Array.from({ length: 8 }, () => post(service)))));
      await sleep(200);
    }
  });
  const endedAt = Date.now();
  while ((await post(service)).status !== 201 && Date.now() - endedAt < BACK_WITHIN_MS) await sleep(50);
  const backMs = Date.now() - endedAt;
  const isSameProcess = service.pid === pid && isAlive(pid);
  print(name, posts);
  console.log(`  same process: ${String(isSameProcess)}; first 201 after ${backMs} ms`);
  if (backMs >= BACK_WITHIN_MS || !isSameProcess) process.exitCode = 1;
  await service.end('SIGKILL');
  await database.stop();
}

function print(name: string, posts: readonly Post[]): void {
  const refused = posts.filter(({ status }) => status === 503);
  const stored = posts.filter(({ status }) => status === 201 || status === 202);
  const others = posts.length - refused.length - stored.length;
  const haveRetryAfter = refused.every(({ hasRetryAfter }) => hasRetryAfter);
  const slowest = Math.max(...posts.map(({ ms }) => ms)) / 1000;
  console.log(name);
  console.log(
    `  ${posts.length} POSTs: ${refused.length} × 503, ${stored.length} × 2xx, ${others} others; all 503 with Retry-After: ${String(haveRetryAfter)}; slowest ${slowest.toFixed(1)} s`,
  );
  if (others > 0 || !haveRetryAfter) process.exitCode = 1;
}

async function takeAllConnections({ url }: BenchDatabase, during: During): Promise<void> {
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  await admin.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'pagegrade'`,
  );
  const clients: pg.Client[] = [];
  for (let isRoom = true; isRoom;) {
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => undefined);
    isRoom = await client.connect().then(
      () => true,
      () => false,
    );
    clients.push(client);
  }
  await during(SECONDS);
  await Promise.all(clients.map((client) => client.end().catch(() => undefined)));
  await admin.end();
}

async function post(service: ServiceProcess): Promise<Post> {
  const startedAt = performance.now();
  const headers = { prefer: 'wait=2' };
  const response = await postReport(service.url, `http://${site.target}/`, headers).catch(() => null);
  const hasRetryAfter = response?.headers['retry-after'] !== undefined;
  return { status: response?.status ?? null, ms: performance.now() - startedAt, hasRetryAfter };
}

async function outOfDisk(): Promise<void> {
  const name = 'no disk space left';
  if (!name.includes(options.only)) return;
  const folder = mkdtempSync(join(tmpdir(), 'pagegrade-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=300m,mode=755', 'tmpfs', folder], { stdio: 'pipe' });
  } catch {
    console.log(`${name}: not run, because this user may not mount a small disk`);
    return;
  }
  await underFault(name, {
    dataDir: join(folder, 'data'),
    fault: async (_database, during) => {
      const filler = join(folder, 'filler');
      fill(filler);
      await during(SECONDS);
      rmSync(filler);
    },
  });
  execFileSync('umount', [folder]);
  rmSync(folder, { recursive: true });
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
