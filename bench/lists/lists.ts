/** Lists, filtered lists, searches, websites and show at growing sizes: latency, CPU per request, and whether the CPU is
 *  the same at every size; then the server's CPU beside bare node:http and pg, and beside a small Nest application, with
 *  the same statements.
 *
 *  npm run bench:lists -- --sizes 10000,100000 --seconds 1
 *  npm run bench:lists -- --only search --clients 16
 *  npm run bench:lists -- --sizes 10000,100000,1000000,10000000 --data /var/tmp/bench   (keeps the filled database) */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { request } from 'undici';
import { NO_PRETENURING, V8_FLAGS } from '../../src/process/memory-settings.js';
import { type FilledAccount } from '../support/fill.js';
import { loadOf, type Measured, type Target, withKey } from '../support/load.js';
import { cpuMsWithChildren } from '../support/processes.js';
import { startService, UNLIMITED } from '../support/service.js';
import { openDataset } from './dataset.js';
import { type ServerTask } from './floor-server.js';
import { QUERIES, SMALL_QUERIES, subjectOf } from './queries.js';
import { statementsOf } from './statements.js';

const { values: options } = parseArgs({
  options: {
    sizes: { type: 'string', default: '10000,100000,1000000' },
    seconds: { type: 'string', default: '2' },
    clients: { type: 'string', default: '1' },
    data: { type: 'string' },
    only: { type: 'string', default: '' },
  },
});
const seconds = Number(options.seconds);
const clients = Number(options.clients);
/** CPU of a request, as a factor per tenfold of the reports, up to which it counts as flat. */
const FLAT = 1.25;
const FLOOR_CLIENTS = 16;
const ROUNDS = 3;

/** CPU in microseconds per request, PostgreSQL's included. */
interface Cost extends Measured {
  readonly totalCpuUs: number;
}

/** One round of load on the service, on bare node:http and pg, and on a small Nest application. */
interface Round {
  readonly own: Measured;
  readonly bare: Measured;
  readonly framework: Measured;
  readonly ratio: number;
}

const isWanted = ({ name }: { name: string }) => name.includes(options.only);
const { database, accounts, smallAccounts } = await openDataset(
  options.data,
  options.sizes.split(',').map(Number),
);
const service = await startService({ DATABASE_URL: database.url, ...UNLIMITED }, 'api');
try {
  console.log(`Node.js ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? 'CPU'}`);
  await printSizes();
  await printFloors();
} finally {
  await service.end('SIGTERM');
  await database.stop();
}

async function printSizes(): Promise<void> {
  console.log(
    `\nClients: ${clients}. Latency p50 / p99 in ms, CPU of server and PostgreSQL in µs per request, by reports of the account`,
  );
  const sizes = accounts.map(({ reports }) => reports.toLocaleString('en').padEnd(22));
  console.log([''.padEnd(32), ...sizes, 'CPU per tenfold'].join(''));
  for (const query of QUERIES.filter(isWanted)) {
    const costs: Cost[] = [];
    for (const account of accounts) {
      const subject = await subjectOf(service.url, account);
      costs.push(await costOf([withKey(service.url + query.path(subject), account.key)]));
    }
    console.log([query.name.padEnd(32), ...costs.map(cellOf), growthOf(costs)].join(''));
  }
  for (const { name, path } of SMALL_QUERIES.filter(isWanted)) {
    const cost = await costOf(smallAccounts.map(({ key }) => withKey(service.url + path, key)));
    console.log(`${name.padEnd(32)}${cellOf(cost)}`);
  }
}

async function costOf(requests: Target['requests']): Promise<Cost> {
  const target = { pid: service.pid, requests };
  await loadOf(target, { clients, seconds: seconds / 4 });
  const before = cpuMsWithChildren(database.postmaster());
  const measured = await loadOf(target, { clients, seconds });
  const postgresMs = cpuMsWithChildren(database.postmaster()) - before;
  return { ...measured, totalCpuUs: measured.cpuUs + (postgresMs * 1000) / measured.requests };
}

function cellOf({ p50, p99, totalCpuUs, refused }: Cost): string {
  const cell =
    refused > 0
      ? `${(refused * 100).toFixed(0)} % refused (503)`
      : `${p50.toFixed(2)} / ${p99.toFixed(1)}, ${totalCpuUs.toFixed(0)}`;
  return cell.padEnd(22);
}

function growthOf(costs: readonly Cost[]): string {
  const tenfolds = Math.log10((accounts.at(-1)?.reports ?? 1) / (accounts[0]?.reports ?? 1));
  if (tenfolds <= 0) return '';
  const factor = ((costs.at(-1)?.totalCpuUs ?? NaN) / (costs[0]?.totalCpuUs ?? NaN)) ** (1 / tenfolds);
  return `× ${factor.toFixed(2)}  ${factor <= FLAT ? 'flat' : 'grows'}`;
}

async function printFloors(): Promise<void> {
  const account = accounts.at(-1);
  if (!account) return;
  console.log(
    `\nClients: ${FLOOR_CLIENTS}, reports: ${account.reports.toLocaleString('en')}. Beside node:http and pg with the same statements`,
  );
  console.log(
    `${''.padEnd(32)}CPU µs   floor   ratio   Nest   ratio   requests/s   floor   ratio   statements`,
  );
  for (const query of QUERIES.filter(isWanted)) {
    const subject = await subjectOf(service.url, account);
    console.log(query.name.padEnd(32) + (await besideFloor(query.path(subject), account)));
  }
}

/** The median of the rounds. */
async function besideFloor(path: string, account: FilledAccount): Promise<string> {
  const asked = withKey(service.url + path, account.key);
  const statements = await statementsOf(database.administratorUrl, async () => {
    await (await request(asked.url, { headers: asked.headers ?? {} })).body.dump();
  });
  const { authorization = '' } = asked.headers ?? {};
  const task = { url: database.url, authorization, statements };
  const floor = await start('floor-server.ts', task, { path });
  const nest = await start('nest-server.ts', task, { path, flags: [...V8_FLAGS, NO_PRETENURING] });
  const load = { clients: FLOOR_CLIENTS, seconds };
  for (const server of [floor, nest]) await loadOf(server, load);
  const rounds: Round[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const bare = await loadOf(floor, load);
    const framework = await loadOf(nest, load);
    const own = await loadOf({ pid: service.pid, requests: [asked] }, load);
    rounds.push({ own, bare, framework, ratio: own.cpuUs / bare.cpuUs });
  }
  floor.stop();
  nest.stop();
  const middle = rounds.sort((a, b) => a.ratio - b.ratio)[Math.floor(ROUNDS / 2)];
  if (!middle) return '';
  const { own, bare, framework, ratio } = middle;
  return [
    own.cpuUs.toFixed(0).padStart(6),
    bare.cpuUs.toFixed(0).padStart(7),
    ratio.toFixed(2).padStart(7),
    framework.cpuUs.toFixed(0).padStart(6),
    (own.cpuUs / framework.cpuUs).toFixed(2).padStart(7),
    own.perSecond.toFixed(0).padStart(12),
    bare.perSecond.toFixed(0).padStart(7),
    (own.perSecond / bare.perSecond).toFixed(2).padStart(7),
    String(statements.length).padStart(12),
  ].join(' ');
}

async function start(
  file: string,
  task: ServerTask,
  { path, flags = [] }: { readonly path: string; readonly flags?: readonly string[] },
): Promise<Target & { stop: () => void }> {
  const child = fork(new URL(file, import.meta.url), {
    execArgv: [...flags, '--import', 'tsx'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  child.send(task);
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  return {
    pid: child.pid ?? 0,
    requests: [{ url: `http://127.0.0.1:${port}${path}`, headers: { authorization: task.authorization } }],
    stop: () => void child.kill(),
  };
}
