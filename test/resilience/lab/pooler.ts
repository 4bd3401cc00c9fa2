/** The service works behind PgBouncer in transaction mode; lists come from a streaming replica, from the primary while the
 *  replica is down, and from the replica again afterwards. Needs Debian's postgresql and pgbouncer (in the PATH), and root,
 *  to run them as the user postgres. */
import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { request } from 'undici';
import { freePorts, KEY, postReport, startService, UNLIMITED } from '../../../bench/support/service.js';
import { localSite } from '../../../bench/support/site.js';

const [major = ''] = readdirSync('/usr/lib/postgresql').sort().reverse();
const bin = (program: string) => `/usr/lib/postgresql/${major}/bin/${program}`;
const folder = mkdtempSync(join(tmpdir(), 'pagegrade-pooler-'));
chmodSync(folder, 0o777);
const asPostgres = (program: string, ...args: string[]) =>
  execFileSync('setpriv', ['--reuid=postgres', '--regid=postgres', '--clear-groups', program, ...args], {
    stdio: 'pipe',
    cwd: folder,
  });
const [primaryPort = 0, replicaPort = 0, poolerPort = 0] = await freePorts(3);
const addressOf = (port: number) => `postgresql://postgres@127.0.0.1:${port}/pagegrade`;

const primary = join(folder, 'primary');
const replica = join(folder, 'replica');
asPostgres(bin('initdb'), '-D', primary, '--auth=trust', '--username=postgres');
start(primary, primaryPort);
asPostgres(bin('createdb'), '-h', '127.0.0.1', '-p', String(primaryPort), '-U', 'postgres', 'pagegrade');
asPostgres(
  bin('pg_basebackup'),
  '-R',
  '--checkpoint=fast',
  '-D',
  replica,
  '-h',
  '127.0.0.1',
  '-p',
  String(primaryPort),
  '-U',
  'postgres',
);
start(replica, replicaPort);

const users = join(folder, 'users.txt');
writeFileSync(users, '"postgres" ""\n');
const config = join(folder, 'pgbouncer.ini');
writeFileSync(
  config,
  `[databases]
pagegrade = host=127.0.0.1 port=${primaryPort}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${poolerPort}
unix_socket_dir =
auth_type = trust
auth_file = ${users}
pool_mode = transaction
default_pool_size = 5
max_client_conn = 500
ignore_startup_parameters = statement_timeout,lock_timeout,idle_in_transaction_session_timeout
`,
);
const pooler = spawn(
  'setpriv',
  ['--reuid=postgres', '--regid=postgres', '--clear-groups', 'pgbouncer', '-q', config],
  { stdio: 'ignore' },
);
await sleep(500);

const site = await localSite();
const service = await startService({
  DATABASE_URL: addressOf(poolerPort),
  MIGRATION_DATABASE_URL: addressOf(primaryPort),
  READ_DATABASE_URL: addressOf(replicaPort),
  PREPARED_STATEMENTS: 'false',
  ALLOWED_TARGETS: site.target,
  ...UNLIMITED,
});

const created = await Promise.all(
  Array.from({ length: 50 }, (_, n) => postReport(service.url, `http://${site.target}/${n}`)),
);
console.log(
  `behind PgBouncer in transaction mode: 50 POSTs at once, ${tally(created.map(({ status }) => status))}`,
);
await sleep(500);
const readsAtFirst = await listsServed();
const lists = await Promise.all(Array.from({ length: 200 }, list));
console.log(`lists: 200, ${tally(lists.map(({ status }) => status))}, ${lists[0]?.total ?? 0} reports`);
const byReplica = (await listsServed()) - readsAtFirst;
console.log(`served by the replica: ${byReplica}`);
asPostgres(bin('pg_ctl'), '-D', replica, '-m', 'immediate', 'stop');
const without = await Promise.all(Array.from({ length: 50 }, list));
console.log(`replica killed: 50 lists, ${tally(without.map(({ status }) => status))}`);
start(replica, replicaPort);
await sleep(6000);
const readsBefore = await listsServed();
for (let n = 0; n < 20; n++) await list();
const byReplicaAgain = (await listsServed()) - readsBefore;
console.log(`replica back: 20 lists, ${byReplicaAgain} of them served by it`);
const statuses = [...created, ...lists, ...without].map(({ status }) => status);
const isEachSuccessful = statuses.every((status) => status < 300);
process.exitCode = isEachSuccessful && byReplica >= 200 && byReplicaAgain >= 20 ? 0 : 1;

await service.end('SIGTERM');
pooler.kill('SIGTERM');
site.stop();
for (const data of [replica, primary]) asPostgres(bin('pg_ctl'), '-D', data, '-m', 'fast', 'stop');
rmSync(folder, { recursive: true });

function start(data: string, port: number): void {
  const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c hot_standby_feedback=on`;
  asPostgres(bin('pg_ctl'), '-D', data, '-o', options, '-l', `${data}.log`, '-w', 'start');
}

function tally(statuses: readonly number[]): string {
  const counts = new Map<number, number>();
  for (const status of statuses) counts.set(status, (counts.get(status) ?? 0) + 1);
  return [...counts].map(([status, count]) => `${count} × ${status}`).join(', ');
}

async function list(): Promise<{ status: number; total: number }> {
  const response = await request(`${service.url}/api/v1/reports`, {
    headers: { authorization: `Bearer ${KEY}` },
  });
  const body = (await response.body.json()) as { meta?: { total: number } };
  return { status: response.statusCode, total: body.meta?.total ?? 0 };
}

/** Transactions that the replica has ended in the service's database; PostgreSQL counts them up to 10 s later. */
async function listsServed(): Promise<number> {
  await sleep(11_000);
  const client = new pg.Client({ connectionString: addressOf(replicaPort) });
  await client.connect();
  const { rows } = await client.query<{ served: number }>(
    `SELECT xact_commit::int AS served FROM pg_stat_database WHERE datname = 'pagegrade'`,
  );
  await client.end();
  return rows[0]?.served ?? 0;
}
