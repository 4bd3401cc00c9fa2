/** What the queue costs: audits a second through the service beside the same audits by direct calls, and the time
 *  from POST to 201 beside a direct call. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { Agent } from 'undici';
import { type RunOrder, type RunResult } from './audit/runner.js';
import { benchDatabase } from './support/database.js';
import { type StoreOrder } from './store-runner.js';
import { freePorts, Member, percentile, postReport } from './support/fleet.js';

const AUDITS = 800;
const POSTS = 200;
const here = (file: string) => fileURLToPath(new URL(file, import.meta.url));

const site = fork(here('./audit/site.ts'), { execArgv: ['--import', 'tsx'] });
const [{ port }] = (await once(site, 'message')) as [{ port: number }];
const target = `127.0.0.1:${port}`;
const url = `http://${target}/small`;

const direct = await directAudits(10);
console.log(`direct calls, 10 at a time: ${(1000 / direct.wallMs).toFixed(1)} audits a second`);
const stored = await directStores();
console.log(`direct calls that store what they found: ${stored.toFixed(1)} a second`);
for (const count of [1, 2]) {
  const rate = await throughService(count);
  const share = rate / stored;
  console.log(
    `${count} worker process${count > 1 ? 'es' : ''}: ${rate.toFixed(1)} audits a second, ${share.toFixed(2)} of direct calls that store`,
  );
}
const single = await directAudits(1);
const waits = await postTimes();
console.log(
  `POST to 201: p50 ${percentile(waits, 0.5).toFixed(1)} ms, p99 ${percentile(waits, 0.99).toFixed(1)} ms; direct call ${single.wallMs.toFixed(1)} ms`,
);
site.kill();

async function directAudits(atOnce: number): Promise<RunResult> {
  const runner = fork(here('./audit/runner.ts'), { execArgv: [] });
  const order: RunOrder = { side: 'grader', url, requests: [], warmups: AUDITS / 2, runs: AUDITS, atOnce };
  runner.send(order);
  const [result] = (await once(runner, 'message')) as [RunResult];
  return result;
}

async function directStores(): Promise<number> {
  const database = await benchDatabase();
  const [apiPort = 0] = await freePorts(1);
  // Makes the account.
  const api = new Member('api', apiPort, settings(database.url));
  api.start();
  await api.ready();
  await sleep(500);
  await api.end('SIGKILL');
  const runner = fork(here('./store-runner.ts'), { execArgv: [] });
  const order: StoreOrder = { env: settings(database.url), url, runs: AUDITS * 2, atOnce: 10 };
  runner.send(order);
  const [rate] = (await once(runner, 'message')) as [number];
  await database.stop();
  return rate;
}

function settings(databaseUrl: string): Record<string, string> {
  return {
    DATABASE_URL: databaseUrl,
    ALLOWED_TARGETS: target,
    RATE_LIMIT: '0',
    CREATE_LIMIT: '0',
    ACCOUNT_CONCURRENCY: '100',
    HOST_CONCURRENCY: '100',
    AUDIT_CONCURRENCY: '10',
  };
}

/** Reports are accepted first, so that workers alone are measured. */
async function throughService(count: number): Promise<number> {
  const database = await benchDatabase();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const [apiPort = 0] = await freePorts(1);
  const api = new Member('api', apiPort, settings(database.url));
  const workers = Array.from({ length: count }, () => new Member('worker', 0, settings(database.url)));
  api.start();
  await api.ready();
  const accept = async (amount: number) => {
    for (let n = 0; n < amount; n++) {
      await postReport(api.url, `${url}?${Math.random()}`, { prefer: 'respond-async' });
    }
  };
  const open = async () => {
    const { rows } = await client.query<{ count: number }>('SELECT count(*)::int FROM pending_audits');
    return rows[0]?.count ?? 0;
  };
  await accept(AUDITS);
  for (const worker of workers) worker.start();
  // The first half warms up.
  while ((await open()) > AUDITS / 2) await sleep(10);
  const startedAt = performance.now();
  const left = await open();
  while ((await open()) > 0) await sleep(10);
  const rate = (1000 * left) / (performance.now() - startedAt);
  for (const member of [api, ...workers]) await member.end('SIGKILL');
  if (count === 1) await printSize(client);
  await client.end();
  await database.stop();
  return rate;
}

async function printSize(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ report: number; details: number }>(
    `SELECT (pg_total_relation_size('reports') / count(*))::int AS report,
        (pg_total_relation_size('report_details') / count(*))::int AS details FROM reports`,
  );
  console.log(`a report takes ${rows[0]?.report} bytes with its indexes, its details ${rows[0]?.details}`);
}

async function postTimes(): Promise<number[]> {
  const database = await benchDatabase();
  const [apiPort = 0] = await freePorts(1);
  const service = new Member('all', apiPort, settings(database.url));
  service.start();
  await service.ready();
  const agent = new Agent();
  const times: number[] = [];
  for (let n = 0; n < POSTS * 2; n++) {
    const startedAt = performance.now();
    const { status } = await postReport(service.url, url, {}, agent);
    if (status !== 201) throw new Error(`Answered with ${status}`);
    if (n >= POSTS) times.push(performance.now() - startedAt);
  }
  await agent.close();
  await service.end('SIGKILL');
  await database.stop();
  return times;
}
