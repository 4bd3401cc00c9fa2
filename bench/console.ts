/** What screens of the console cost beside the API's lists with the same parameters: CPU of the server and of PostgreSQL
 *  per request as a ratio, for accounts of growing sizes; and whether a screen costs the same at every size.
 *
 *  npm run bench:console -- --sizes 10000,100000 --seconds 1 --only search
 *  npm run bench:console -- --data /var/tmp/bench   (keeps the filled database) */
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { openDataset } from './lists/dataset.js';
import { signIn } from './support/console.js';
import { type FilledAccount, TERMS } from './support/fill.js';
import { type GetRequest, loadOf, withKey } from './support/load.js';
import { cpuMsWithChildren } from './support/processes.js';
import { startService, UNLIMITED } from './support/service.js';

const { values: options } = parseArgs({
  options: {
    sizes: { type: 'string', default: '10000,1000000' },
    seconds: { type: 'string', default: '2' },
    clients: { type: 'string', default: '4' },
    data: { type: 'string' },
    only: { type: 'string', default: '' },
  },
});
const load = { clients: Number(options.clients), seconds: Number(options.seconds) };
const ROUNDS = 3;
/** CPU of a screen beside that of the API's list. */
const MAX_RATIO = 2;
/** CPU as a factor per tenfold of the reports up to which a screen counts as flat. It may grow as the list does. */
const FLAT = 1.25;
/** What runs differ by. */
const TOLERANCE = 1.05;
const WIDTH = 48;

/** Paths below `/console` and below `/api/v1`. */
const LISTS = {
  reports: 'reports',
  'reports: page 2': 'reports?page=2',
  'reports: result': 'reports?result=bad',
  'reports: search, 1 in 1000': `reports?search=${TERMS['1 in 1000']}`,
  'reports: search, a host': `reports?search=${TERMS['a host']}`,
  'reports: search and result': `reports?search=${TERMS['1 in 100']}&result=bad`,
  websites: 'websites',
  'websites: page 2': 'websites?page=2',
  'websites: search': `websites?search=${TERMS['a host']}`,
};

/** CPU in microseconds per request. */
interface Cost {
  readonly server: number;
  /** Of server and PostgreSQL. */
  readonly total: number;
}

interface Compared {
  readonly screen: Cost;
  /** As browsers ask for it: compressed. */
  readonly compressed: Cost;
  readonly list: Cost;
  /** Of the server's CPU for a screen that is not compressed, which lists of the API are not either. */
  readonly ratio: number;
}

const { database, accounts } = await openDataset(options.data, options.sizes.split(',').map(Number));
const service = await startService({ DATABASE_URL: database.url, ...UNLIMITED }, 'api');
try {
  console.log(`Node.js ${process.version}, ${String(cpus().length)} × ${cpus()[0]?.model ?? 'CPU'}`);
  console.log(
    `CPU in µs per request (with PostgreSQL): screen / list = ratio, ratio of a compressed screen; by reports\n`,
  );
  const head = accounts.map(({ reports }) => reports.toLocaleString('en').padEnd(WIDTH)).join('');
  console.log(`${''.padEnd(28)}${head}per tenfold (list)`);
  const cookies = await Promise.all(accounts.map(({ key }) => signIn(service.url, key)));
  await warmUp(accounts[0], cookies[0] ?? '');
  for (const [name, path] of Object.entries(LISTS).filter(([one]) => one.includes(options.only))) {
    const cells: Compared[] = [];
    for (const [at, account] of accounts.entries())
      cells.push(await compared(path, account, cookies[at] ?? ''));
    print(name, cells);
  }
} finally {
  await service.end('SIGTERM');
  await database.stop();
}

/** V8 compiles what runs often, which would count for the first list. */
async function warmUp(account: FilledAccount | undefined, cookie: string): Promise<void> {
  for (let round = 0; account && round < ROUNDS; round++) await compared('reports', account, cookie);
}

/** The round with the median ratio. */
async function compared(path: string, { key }: FilledAccount, cookie: string): Promise<Compared> {
  const screen = { url: `${service.url}/console/${path}`, headers: { cookie } };
  const list = withKey(`${service.url}/api/v1/${path}`, key);
  const compressed = { ...screen, headers: { cookie, 'accept-encoding': 'gzip, deflate, br' } };
  for (const request of [screen, list]) await costOf(request);
  const rounds: Compared[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const costs = {
      screen: await costOf(screen),
      compressed: await costOf(compressed),
      list: await costOf(list),
    };
    rounds.push({ ...costs, ratio: costs.screen.server / costs.list.server });
  }
  const [first, ...others] = rounds.sort((a, b) => a.ratio - b.ratio);
  if (!first) throw new Error('There was no round.');
  return others[Math.floor(ROUNDS / 2) - 1] ?? first;
}

async function costOf(request: GetRequest): Promise<Cost> {
  const before = cpuMsWithChildren(database.postmaster());
  const { cpuUs, requests } = await loadOf({ pid: service.pid, requests: [request] }, load);
  const postgresMs = cpuMsWithChildren(database.postmaster()) - before;
  return { server: cpuUs, total: cpuUs + (postgresMs * 1000) / requests };
}

function print(name: string, cells: readonly Compared[]): void {
  const texts = cells.map(({ screen, compressed, list, ratio }) => {
    const figures = `${costText(screen)} / ${costText(list)} = ${ratio.toFixed(2)}`;
    return `${figures}, ${(compressed.server / list.server).toFixed(2)}`.padEnd(WIDTH);
  });
  const own = growthOf(cells.map(({ screen }) => screen));
  const ofList = growthOf(cells.map(({ list }) => list));
  const isGood = own <= Math.max(FLAT, ofList * TOLERANCE) && cells.every(({ ratio }) => ratio <= MAX_RATIO);
  const growth = `× ${own.toFixed(2)} (${ofList.toFixed(2)})`;
  console.log(`${name.padEnd(28)}${texts.join('')}${growth}${isGood ? '' : '  too much'}`);
  if (!isGood) process.exitCode = 1;
}

/** Of the CPU of server and PostgreSQL, per tenfold of the reports. */
function growthOf(costs: readonly Cost[]): number {
  const tenfolds = Math.log10((accounts.at(-1)?.reports ?? 1) / (accounts[0]?.reports ?? 1));
  const [first, last] = [costs[0]?.total ?? NaN, costs.at(-1)?.total ?? NaN];
  return tenfolds > 0 ? (last / first) ** (1 / tenfolds) : 1;
}

function costText({ server, total }: Cost): string {
  return `${server.toFixed(0)} (${total.toFixed(0)})`;
}
