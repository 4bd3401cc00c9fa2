/** Audits per second through the queue by several worker replicas, beside direct calls that store nothing; what one stored
 *  report costs the service and PostgreSQL; latency from POST to 201.
 *  npm run bench:throughput -- --reports 200 --workers 1,2 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { run } from './audit/runner-process.js';
import { type RunResult } from './audit/runner.js';
import { benchDatabase } from './support/database.js';
import { percentile } from './support/load.js';
import { cpuMs, cpuMsWithChildren, memoryMib } from './support/processes.js';
import { postReport, ServiceProcess, startService, UNLIMITED } from './support/service.js';

const { values: options } = parseArgs({
  options: {
    reports: { type: 'string', default: '1000' },
    workers: { type: 'string', default: '1,2,4' },
  },
});
const REPORTS = Number(options.reports);
const AT_ONCE = 10;
const COUNT_STATEMENTS = { shared_preload_libraries: 'pg_stat_statements' };

/** What has been used up to one moment. */
interface Usage {
  readonly at: number;
  readonly open: number;
  readonly serviceMs: number;
  readonly postgresMs: number;
  readonly statements: number;
}

/** Per report. */
interface Cost {
  readonly perSecond: number;
  readonly serviceMs: number;
  readonly postgresMs: number;
  readonly statements: number;
}

const site = fork(new URL('./audit/site.ts', import.meta.url), { execArgv: ['--import', 'tsx'] });
const [{ port }] = (await once(site, 'message')) as [{ port: number }];
const target = `127.0.0.1:${port}`;
const page = `http://${target}/small`;
try {
  const direct = await directAudits(AT_ONCE);
  console.log(
    `direct calls that store nothing, ${AT_ONCE} at once: ${(1000 / direct.wallMs).toFixed(1)} per second`,
  );
  for (const count of options.workers.split(',').map(Number)) await throughQueue(count);
  await printLatency();
} finally {
  site.kill();
}

async function directAudits(atOnce: number): Promise<RunResult> {
  const warmups = Math.ceil(REPORTS / 2);
  return run({ side: 'grader', url: page, requests: [], warmups, runs: REPORTS, atOnce });
}

function settingsFor(databaseUrl: string): Record<string, string> {
  return {
    DATABASE_URL: databaseUrl,
    ALLOWED_TARGETS: target,
    ACCOUNT_CONCURRENCY: '100',
    HOST_CONCURRENCY: '100',
    AUDIT_CONCURRENCY: String(AT_ONCE),
    ...UNLIMITED,
  };
}

/** All reports are created before workers start, so that each phase is measured alone. */
async function throughQueue(count: number): Promise<void> {
  const database = await benchDatabase({ settings: COUNT_STATEMENTS });
  const client = new pg.Client({ connectionString: database.administratorUrl });
  await client.connect();
  await client.query('CREATE EXTENSION pg_stat_statements');
  const api = await startService(settingsFor(database.url), 'api');
  const workers = Array.from(
    { length: count },
    () => new ServiceProcess('worker', 0, settingsFor(database.url)),
  );
  const usage = async (): Promise<Usage> => ({
    ...(await countsOf(client, new URL(database.url).username)),
    at: performance.now(),
    serviceMs: [api, ...workers].reduce((sum, { pid }) => sum + cpuMs(pid), 0),
    postgresMs: cpuMsWithChildren(database.postmaster()),
  });
  const untilOpen = async (most: number): Promise<Usage> => {
    for (;;) {
      const now = await usage();
      if (now.open <= most) return now;
      await sleep(250);
    }
  };
  const empty = await usage();
  await createReports(api.url, REPORTS);
  const created = await usage();
  for (const worker of workers) worker.start();
  // Warm-up.
  const warm = await untilOpen(REPORTS * 0.75);
  const done = await untilOpen(0);
  print(count, [costOf(empty, created), costOf(warm, done)]);
  const peaks = workers.map(({ pid }) => memoryMib(pid, 'peak').toFixed(0));
  console.log(
    `  peak memory in MiB: API ${memoryMib(api.pid, 'peak').toFixed(0)}, workers ${peaks.join(', ')}`,
  );
  for (const member of [api, ...workers]) await member.end('SIGKILL');
  await printSize(client);
  await client.end();
  await database.stop();
}

async function createReports(api: string, count: number): Promise<void> {
  let left = count;
  const create = async () => {
    while (left-- > 0) await postReport(api, `${page}?${left}`, { prefer: 'respond-async' });
  };
  await Promise.all(Array.from({ length: 4 }, create));
}

async function countsOf(client: pg.Client, role: string): Promise<Pick<Usage, 'open' | 'statements'>> {
  const { rows } = await client.query<{ open: number; statements: number }>(
    `SELECT (SELECT count(*)::int FROM reports WHERE status IN ('queued', 'running')) AS open,
        (SELECT coalesce(sum(calls), 0)::int FROM pg_stat_statements WHERE userid = $1::regrole) AS statements`,
    [role],
  );
  return rows[0] ?? { open: 0, statements: 0 };
}

function costOf(from: Usage, to: Usage): Cost {
  const reports = Math.abs(to.open - from.open);
  return {
    perSecond: (1000 * reports) / (to.at - from.at),
    serviceMs: (to.serviceMs - from.serviceMs) / reports,
    postgresMs: (to.postgresMs - from.postgresMs) / reports,
    statements: (to.statements - from.statements) / reports,
  };
}

function print(workers: number, [create, audit]: readonly [Cost, Cost]): void {
  const line = (name: string, { serviceMs, postgresMs, statements }: Omit<Cost, 'perSecond'>) => {
    const costs = `${serviceMs.toFixed(1).padStart(6)} ${postgresMs.toFixed(1).padStart(14)}`;
    console.log(`  ${name.padEnd(22)} ${costs} ${statements.toFixed(1).padStart(11)}`);
  };
  console.log(
    `\n${workers} worker${workers === 1 ? '' : 's'}: ${audit.perSecond.toFixed(1)} audits per second`,
  );
  console.log('  per report             CPU ms  PostgreSQL ms  statements');
  line('created', create);
  line('audited and completed', audit);
  line('together', {
    serviceMs: create.serviceMs + audit.serviceMs,
    postgresMs: create.postgresMs + audit.postgresMs,
    statements: create.statements + audit.statements,
  });
}

async function printSize(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ report: number; details: number }>(
    `SELECT (pg_total_relation_size('reports') / count(*))::int AS report,
        (pg_total_relation_size('report_details') / count(*))::int AS details FROM reports`,
  );
  const { report = 0, details = 0 } = rows[0] ?? {};
  console.log(`  on disk per report: ${report} bytes with indexes, ${details} bytes of details`);
}

async function printLatency(): Promise<void> {
  const single = await directAudits(1);
  const database = await benchDatabase();
  const service = await startService(settingsFor(database.url));
  const times: number[] = [];
  const posts = Math.ceil(REPORTS / 5);
  for (let n = 0; n < posts * 2; n++) {
    const startedAt = performance.now();
    const { status } = await postReport(service.url, page);
    if (status !== 201) throw new Error(`POST returned ${status}`);
    if (n >= posts) times.push(performance.now() - startedAt);
  }
  await service.end('SIGKILL');
  await database.stop();
  const [p50, p99] = [percentile(times, 0.5), percentile(times, 0.99)];
  console.log(
    `\nPOST to 201: p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms; a direct call ${single.wallMs.toFixed(1)} ms`,
  );
}
