/** Lists, filters, searches, pages, cursors and shows at growing sizes: what clients wait, what each request costs in
 *  CPU, how both grow, and how that compares with bare node:http and pg sending the same statements, and with pgbench.
 *
 *  npm run bench -- --sizes 10000,100000 --seconds 2
 *  npm run bench -- --only search --clients 16
 *  npm run bench -- --sizes 10000,100000,1000000,10000000 --data /var/tmp/bench   (keeps what was seeded) */
import { execFileSync, fork } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { request } from 'undici';
import { type Database } from '../src/database/database.js';
import { ReportSearchRepository } from '../src/reports/report-search.repository.js';
import { ReportsRepository } from '../src/reports/reports.repository.js';
import { WebsitesRepository } from '../src/websites/websites.repository.js';
import { type FloorTask } from './floor-server.js';
import { loadOf, type Measured, withKey } from './support/load.js';
import { ended, pidOf, startService } from './support/processes.js';
import { openDataset } from './support/dataset.js';
import { type SeededAccount, TERMS } from './support/seed.js';

const { values: options } = parseArgs({
  options: {
    sizes: { type: 'string', default: '10000,100000' },
    seconds: { type: 'string', default: '2' },
    clients: { type: 'string', default: '1,16,64' },
    data: { type: 'string' },
    only: { type: 'string', default: '' },
  },
});
const sizes = options.sizes.split(',').map(Number);
const clientCounts = options.clients.split(',').map(Number);
const seconds = Number(options.seconds);

/** One thing that is asked for, of every size. */
interface Query {
  readonly name: string;
  readonly path: (account: Subject) => string;
  /** Asks the same of a repository, so that its statements become the floor's. */
  readonly statements?: (repositories: Repositories, account: Subject) => Promise<unknown>;
}

interface Subject extends SeededAccount {
  readonly website: number;
  readonly newest: number;
  readonly cursor: string;
}

interface Repositories {
  readonly reports: ReportsRepository;
  readonly websites: WebsitesRepository;
}

const PLAIN = { sortBy: 'id', search: null, websiteId: null, result: null } as const;
const FIRST = { sort: 'desc', perPage: 10, from: { page: 1 } } as const;
const reports = (query: string) => `/api/v1/reports?${query}`;
const deepPage = ({ reports: count }: Subject, share: number) =>
  Math.max(1, Math.floor((count / 10) * share));

const ALL_QUERIES: readonly Query[] = [
  {
    name: 'list',
    path: () => reports(''),
    statements: (at, { id }) => at.reports.listOf(id, PLAIN, FIRST),
  },
  { name: 'list by score', path: () => reports('sort_by=score') },
  { name: 'list by url', path: () => reports('sort_by=url') },
  {
    name: 'filtered by website and result',
    path: ({ website }) => reports(`website_id=${website}&result=bad`),
    statements: (at, { id, website }) =>
      at.reports.listOf(id, { ...PLAIN, websiteId: website, result: 'bad' }, FIRST),
  },
  { name: 'cursor at 90 %', path: ({ cursor }) => reports(`cursor=${cursor}`) },
  { name: 'page at 50 %', path: (account) => reports(`page=${deepPage(account, 0.5)}`) },
  { name: 'page at 90 %', path: (account) => reports(`page=${deepPage(account, 0.9)}`) },
  {
    name: 'page at 90 % by score',
    path: (account) => reports(`sort_by=score&page=${deepPage(account, 0.9)}`),
  },
  { name: 'last page by url', path: (account) => reports(`sort_by=url&page=${deepPage(account, 1)}`) },
  ...Object.entries(TERMS).map(([name, term]): Query => ({
    name: `search: ${name}`,
    path: () => reports(`search=${term}`),
    ...(name === 'fifty' && {
      statements: (at: Repositories, { id }: Subject) =>
        at.reports.listOf(id, { ...PLAIN, search: term }, FIRST),
    }),
  })),
  {
    name: 'show, every finding',
    path: ({ newest }) => `/api/v1/reports/${newest}`,
    statements: (at, { id, newest }) => at.reports.ofAccount(id, newest),
  },
  {
    name: 'websites',
    path: () => '/api/v1/websites',
    statements: (at, { id }) => at.websites.listOf(id, { sortBy: 'id', search: null }, FIRST),
  },
  { name: 'websites by average', path: () => '/api/v1/websites?sort_by=reports_avg_score' },
  { name: 'websites: search', path: () => `/api/v1/websites?search=${TERMS.host}` },
];

/** Asked for by the small accounts of the database in turns. */
const ALL_SMALL_QUERIES = [
  { name: 'small accounts: list', path: reports('') },
  { name: 'small accounts: by score', path: reports('sort_by=score') },
  { name: 'small accounts: search', path: reports(`search=${TERMS.common}`) },
  { name: 'small accounts: websites', path: '/api/v1/websites' },
];

const isWanted = ({ name }: { name: string }) => name.includes(options.only);
const QUERIES = ALL_QUERIES.filter(isWanted);
const SMALL_QUERIES = ALL_SMALL_QUERIES.filter(isWanted);
const dataset = await openDataset(options.data, sizes);
try {
  await measureAll();
} finally {
  await dataset.close();
}

async function measureAll(): Promise<void> {
  const service = await startService({
    DATABASE_URL: dataset.url,
    API_KEY: 'bench-key-0123456789abcdef',
    RATE_LIMIT: '0',
    LOG_LEVEL: 'info',
  });
  try {
    console.log(
      `Node.js ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? 'CPU'}, clients on the same machine`,
    );
    for (const clients of clientCounts) await measureSizes(service, dataset.accounts, clients);
    const largest = dataset.accounts.at(-1);
    if (largest) await measureFloor(service, largest);
  } finally {
    await service.stop();
  }
}

async function measureSizes(
  service: { pid: number; url: string },
  accounts: readonly SeededAccount[],
  clients: number,
) {
  console.log(
    `\n${clients} client${clients === 1 ? '' : 's'}: p50 / p99 ms, CPU µs a request, by reports of the account; growth of p50 a tenfold`,
  );
  console.log(
    [
      'query'.padEnd(32),
      ...accounts.map((account) => account.reports.toLocaleString('en').padEnd(24)),
      'growth',
    ].join(''),
  );
  for (const query of QUERIES) {
    const measured: Measured[] = [];
    for (const account of accounts) {
      const subject = await subjectOf(service.url, account);
      const target = {
        pid: service.pid,
        requests: [withKey(service.url + query.path(subject), account.key)],
      };
      await loadOf(target, { clients, seconds: seconds / 4 });
      measured.push(await loadOf(target, { clients, seconds }));
    }
    const [first, last] = [measured[0]?.p50 ?? NaN, measured.at(-1)?.p50 ?? NaN];
    const tenfolds = Math.log10((accounts.at(-1)?.reports ?? 1) / (accounts[0]?.reports ?? 1));
    const growth = tenfolds > 0 ? (last / first) ** (1 / tenfolds) : 1;
    const cells = measured.map((cell) => cellOf(cell).padEnd(24));
    console.log([query.name.padEnd(32), ...cells, growth.toFixed(2)].join(''));
  }
  for (const { name, path } of SMALL_QUERIES) {
    const requests = dataset.smallAccounts.map(({ key }) => withKey(service.url + path, key));
    await loadOf({ pid: service.pid, requests }, { clients, seconds: seconds / 4 });
    const cell = await loadOf({ pid: service.pid, requests }, { clients, seconds });
    console.log(`${name.padEnd(32)}${cellOf(cell)}`);
  }
}

function cellOf({ p50, p99, cpuPerRequest, refused }: Measured): string {
  if (refused > 0) return `${(refused * 100).toFixed(0)} % refused (503)`;
  return `${p50.toFixed(2)} / ${p99.toFixed(1)}, ${cpuPerRequest.toFixed(0)}`;
}

/** Against bare node:http and pg, and pgbench, with the same statements. */
async function measureFloor(service: { pid: number; url: string }, account: SeededAccount): Promise<void> {
  const clients = 16;
  console.log(
    `\n${clients} clients, ${account.reports.toLocaleString('en')} reports, beside node:http + pg with the same statements, and pgbench`,
  );
  console.log(
    'query                           CPU µs   floor   ratio   requests/s   floor   ratio   pgbench/s',
  );
  const subject = await subjectOf(service.url, account);
  for (const { name, path, statements } of QUERIES) {
    if (!statements) continue;
    const asked = await captured((repositories) => statements(repositories, subject));
    const floor = await startFloor({ url: dataset.url, statements: asked });
    const rounds: { own: Measured; floor: Measured }[] = [];
    for (let round = 0; round < 3; round++) {
      rounds.push({
        floor: await loadOf(floor, { clients, seconds }),
        own: await loadOf(
          { pid: service.pid, requests: [withKey(service.url + path(subject), account.key)] },
          { clients, seconds },
        ),
      });
    }
    floor.stop();
    const median = rounds.sort((a, b) => ratioOf(a) - ratioOf(b))[1];
    if (!median) continue;
    const { own, floor: bare } = median;
    const numbers = [
      own.cpuPerRequest.toFixed(0).padStart(6),
      bare.cpuPerRequest.toFixed(0).padStart(7),
      ratioOf(median).toFixed(2).padStart(7),
      own.perSecond.toFixed(0).padStart(12),
      bare.perSecond.toFixed(0).padStart(7),
      (own.perSecond / bare.perSecond).toFixed(2).padStart(7),
      pgbenchOf(asked).padStart(11),
    ];
    console.log(`${name.padEnd(32)}${numbers.join(' ')}`);
  }
}

function ratioOf({ own, floor }: { own: Measured; floor: Measured }): number {
  return own.cpuPerRequest / floor.cpuPerRequest;
}

async function startFloor(task: FloorTask) {
  const child = fork(fileURLToPath(new URL('./floor-server.ts', import.meta.url)), {
    execArgv: ['--import', 'tsx'],
  });
  const address = new Promise<{ port: number }>((listening) => child.once('message', listening));
  child.send(task);
  return {
    pid: pidOf(child),
    requests: [{ url: `http://127.0.0.1:${(await address).port}/` }],
    stop: () => void ended(child),
  };
}

/** The statements that repositories send. */
async function captured(
  ask: (repositories: Repositories) => Promise<unknown>,
): Promise<FloorTask['statements']> {
  const asked: FloorTask['statements'][number][] = [];
  const rows = async ({ text }: { text: string }, values: readonly unknown[]) => {
    asked.push({ text, values });
    return (await dataset.pool.query<Record<string, unknown>>(text, [...values])).rows;
  };
  const listening = { rows, rowsOfReplica: rows } as unknown as Database;
  const search = new ReportSearchRepository(listening);
  const reportsRepository = new ReportsRepository(
    listening,
    null as never,
    null as never,
    null as never,
    search,
  );
  await ask({ websites: new WebsitesRepository(listening, null as never), reports: reportsRepository });
  return asked;
}

/** Transactions a second of the same statements without any web server; a dash where there is no pgbench. */
function pgbenchOf(statements: FloorTask['statements']): string {
  const pgbench = [
    '/usr/bin/pgbench',
    '/usr/lib/postgresql/15/bin/pgbench',
    '/usr/lib/postgresql/17/bin/pgbench',
  ].find(existsSync);
  if (pgbench === undefined) return '–';
  const file = join(dataset.folder, 'pgbench.sql');
  const sql = statements.map(({ text, values }) =>
    text
      .replaceAll(/\$(\d+)/g, (_match, place: string) => literalOf(values[Number(place) - 1]))
      .replaceAll('\n', ' '),
  );
  writeFileSync(file, `${sql.join(';\n')};\n`);
  const flags = [
    '-n',
    '-M',
    'prepared',
    '-c',
    '16',
    '-j',
    '1',
    '-T',
    String(Math.ceil(seconds)),
    '-f',
    file,
    dataset.url,
  ];
  const output = execFileSync(pgbench, flags, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  return Number(/tps = ([\d.]+)/.exec(output)?.[1]).toFixed(0);
}

function literalOf(value: unknown): string {
  if (value === null) return 'NULL';
  if (Array.isArray(value))
    return pg.escapeLiteral(`{${value.map((item: string) => JSON.stringify(item)).join(',')}}`);
  return pg.escapeLiteral(typeof value === 'number' ? value.toString() : (value as string));
}

async function subjectOf(api: string, account: SeededAccount): Promise<Subject> {
  const ask = async (path: string) => {
    const { body } = await request(api + path, { headers: { authorization: `Bearer ${account.key}` } });
    return (await body.json()) as { data: { id: number }[]; meta: { next_cursor: string } };
  };
  const [busiest, newest, deep] = [
    await ask('/api/v1/websites?sort_by=reports_count'),
    await ask(reports('')),
    await ask(reports(`page=${Math.max(1, Math.floor((account.reports / 10) * 0.9))}`)),
  ];
  return {
    ...account,
    website: busiest.data[0]?.id ?? 0,
    newest: newest.data[0]?.id ?? 0,
    cursor: encodeURIComponent(deep.meta.next_cursor),
  };
}
