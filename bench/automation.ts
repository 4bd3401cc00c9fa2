/** Events and monitors: the time from an event's commit to its delivery at a steady rate, and what many monitors that
 *  are not due cost, beside none.
 *
 *  npm run bench:automation -- --rate 100 --seconds 30 --monitors 100000 */
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import { type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { request } from 'undici';
import { INITIAL_STATE } from '../src/monitors/judgment/monitor-state.js';
import { type BenchDatabase, benchDatabase } from './support/database.js';
import { percentile } from './support/load.js';
import { cpuMs, cpuMsWithChildren } from './support/processes.js';
import { KEY, type ServiceProcess, startService, UNLIMITED } from './support/service.js';

const { values: options } = parseArgs({
  options: {
    rate: { type: 'string', default: '100' },
    seconds: { type: 'string', default: '30' },
    monitors: { type: 'string', default: '100000' },
  },
});
const RATE = Number(options.rate);
const SECONDS = Number(options.seconds);
const MONITORS = Number(options.monitors);
/** A process that has just started compiles its code. */
const WARM_UP_SECONDS = 5;
const MAX_P95_MS = 1000;
const MAX_CPU_PERCENT = 2;

/** Milliseconds from the commit of each event to its arrival. The event's time is a moment before its commit. */
const lags: number[] = [];
const receiver = createServer((incoming, response) => {
  const chunks: Buffer[] = [];
  incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
  incoming.on('end', () => {
    const { timestamp } = JSON.parse(Buffer.concat(chunks).toString()) as { timestamp: string };
    lags.push(Date.now() - Date.parse(timestamp));
    response.writeHead(204).end();
  });
});
await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
const target = `127.0.0.1:${String((receiver.address() as AddressInfo).port)}`;

const database = await benchDatabase();
const service = await startService({ DATABASE_URL: database.url, ALLOWED_TARGETS: target, ...UNLIMITED });
try {
  console.log(`Delivery of ${options.rate} events per second (limit: p95 ${String(MAX_P95_MS)} ms)`);
  console.log('webhooks  events  p50 ms  p95 ms  max ms  service CPU %  PostgreSQL CPU %');
  await deliver(1, WARM_UP_SECONDS);
  for (const webhooks of [1, 10]) console.log(await deliver(webhooks, SECONDS));
  console.log(`\nMonitors that are not due (limit: ${String(MAX_CPU_PERCENT)} % of a core more)`);
  console.log('monitors  service CPU %  PostgreSQL CPU %');
  await printIdle();
  await addMonitors();
  await printIdle();
} finally {
  await service.end('SIGTERM');
  await database.stop();
  receiver.close();
}

async function call(method: 'POST' | 'DELETE', path: string, fields: object = {}): Promise<{ id: number }> {
  const { statusCode, body } = await request(`${service.url}/api/v1/${path}`, {
    method,
    headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
    ...(method === 'POST' && { body: JSON.stringify(fields) }),
  });
  const answer = (await body.json()) as { data?: { id: number } };
  if (statusCode >= 300) throw new Error(`${path}: ${String(statusCode)} ${JSON.stringify(answer)}`);
  return answer.data ?? { id: 0 };
}

/** @returns a row of the table */
async function deliver(count: number, seconds: number): Promise<string> {
  const ids: number[] = [];
  for (let made = 0; made < count; made++)
    ids.push((await call('POST', 'webhooks', { url: `http://${target}/` })).id);
  lags.length = 0;
  const sent: Promise<unknown>[] = [];
  const used = usage();
  const startedAt = performance.now();
  for (let event = 0; event < RATE * seconds; event++) {
    await sleep(Math.max(0, startedAt + (event * 1000) / RATE - performance.now()));
    sent.push(call('POST', `webhooks/${String(ids[event % count])}/test`));
  }
  await Promise.all(sent);
  const percent = used();
  while (lags.length < sent.length) await sleep(50);
  const figures = [0.5, 0.95, 1].map((share) => percentile(lags, share).toFixed(0).padStart(6));
  for (const id of ids) await call('DELETE', `webhooks/${String(id)}`);
  const counts = [String(count).padStart(8), String(sent.length).padStart(6)];
  return [...counts, ...figures, percent.service, percent.postgres].join('  ');
}

/** Measures CPU from now on. */
function usage(): () => { service: string; postgres: string } {
  const at = performance.now();
  const [ofService, ofPostgres] = cpuNow(service, database);
  return () => {
    const ms = performance.now() - at;
    const [nowService, nowPostgres] = cpuNow(service, database);
    const share = (used: number, width: number) => ((100 * used) / ms).toFixed(2).padStart(width);
    return { service: share(nowService - ofService, 13), postgres: share(nowPostgres - ofPostgres, 16) };
  };
}

function cpuNow(process: ServiceProcess, postgres: BenchDatabase): [service: number, postgres: number] {
  return [cpuMs(process.pid), cpuMsWithChildren(postgres.postmaster())];
}

async function printIdle(): Promise<void> {
  await sleep(5000);
  const used = usage();
  await sleep(SECONDS * 1000);
  const { service: ofService, postgres } = used();
  const [{ count } = { count: 0 }] = await rows<{ count: number }>(
    'SELECT count(*)::int AS count FROM monitors',
  );
  console.log([String(count).padStart(8), ofService, postgres].join('  '));
}

async function addMonitors(): Promise<void> {
  const url = (at: number) => `https://monitored.example/${String(at)}`;
  const urls = Array.from({ length: MONITORS }, (_, at) => url(at));
  const hashes = urls.map((text) => createHash('sha256').update(text).digest());
  await rows(
    `INSERT INTO monitors (account_id, url, url_hash, schedule, timezone, render, device, budgets, confirm, enabled,
        state, next_run_at)
      SELECT (SELECT min(id) FROM accounts), u.url, u.hash, '@daily', 'UTC', 'never', 'mobile', '[]', true, true, $3,
          now() + interval '1 hour' + random() * interval '1 day'
        FROM unnest($1::text[], $2::bytea[]) AS u (url, hash)`,
    [urls, hashes, INITIAL_STATE],
  );
}

async function rows<Row extends object>(sql: string, parameters: unknown[] = []): Promise<Row[]> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    return (await client.query<Row>(sql, parameters)).rows;
  } finally {
    await client.end();
  }
}
