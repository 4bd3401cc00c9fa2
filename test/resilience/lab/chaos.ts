/** No accepted report is lost and every kept count is exact while API processes, workers and PostgreSQL are killed (SIGKILL,
 *  for PostgreSQL SIGQUIT) at random moments and 200 reports are in flight.
 *  npm run test:lab -- chaos --rounds 5 --reports 50 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { request } from 'undici';
import { benchDatabase } from '../../../bench/support/database.js';
import { freePorts, KEY, postReport, ServiceProcess, UNLIMITED } from '../../../bench/support/service.js';
import { localSite } from '../../../bench/support/site.js';

const { values: options } = parseArgs({
  options: { rounds: { type: 'string', default: '50' }, reports: { type: 'string', default: '200' } },
});
const ROUNDS = Number(options.rounds);
const REPORTS = Number(options.reports);
const PAGE = '<!doctype html><html lang="en"><title>A page</title><h1>Heading</h1><p>Text';
const UNFINISHED_AFTER_MS = 60_000;

const database = await benchDatabase();
const site = await localSite((request, response) => {
  const isPage = /^\/\d/.test(request.url ?? '');
  setTimeout(
    () => response.writeHead(isPage ? 200 : 404, { 'content-type': 'text/html' }).end(PAGE),
    Math.random() * 50,
  );
});
const ports = await freePorts(2);
const env = {
  DATABASE_URL: database.url,
  ALLOWED_TARGETS: site.target,
  ...UNLIMITED,
  ACCOUNT_CONCURRENCY: '20',
  HOST_CONCURRENCY: '20',
};
const apis = ports.map((port) => new ServiceProcess('api', port, env));
const workers = [0, 0].map((port) => new ServiceProcess('worker', port, env));
for (const member of [...apis, ...workers]) member.start();
await Promise.all(apis.map((api) => api.ready()));

const totals = {
  accepted: 0,
  withoutResponse: 0,
  lost: 0,
  unfinished: 0,
  failed: 0,
  wrongCounts: 0,
  slowestS: 0,
};
const kills = { api: 0, worker: 0, both: 0, postgres: 0 };
const VICTIMS = ['api', 'worker', 'both', 'postgres'] as const;
for (let round = 0; round < ROUNDS; round++) {
  const victim = VICTIMS[Math.floor(Math.random() * VICTIMS.length)] ?? 'both';
  kills[victim]++;
  const accepted: number[] = [];
  const startedAt = Date.now();
  const posting = Promise.all(
    Array.from({ length: 10 }, async (_, client10) => {
      for (let n = client10; n < REPORTS; n += 10) {
        const url = `http://${site.target}/${String(round)}-${String(n)}`;
        accepted.push(await acceptedReport(url, n));
      }
    }),
  );
  await sleep(Math.random() * 3000);
  const victims = [
    ...(victim === 'api' || victim === 'both' ? [apis[round % 2]] : []),
    ...(victim === 'worker' || victim === 'both' ? [workers[round % 2]] : []),
  ].filter((member) => member !== undefined);
  await Promise.all(victims.map((member) => member.end('SIGKILL')));
  // The bench starts it again, and it recovers from its write-ahead log.
  if (victim === 'postgres') process.kill(database.postmaster(), 'SIGQUIT');
  await sleep(Math.random() * 1000);
  for (const member of victims) member.start();
  await posting;
  const unfinished = await untilFinished(Date.now() + UNFINISHED_AFTER_MS);
  const seconds = (Date.now() - startedAt) / 1000;
  totals.slowestS = Math.max(totals.slowestS, seconds);
  totals.accepted += accepted.length;
  totals.unfinished += unfinished;
  totals.lost += accepted.length - (await kept(accepted));
  await Promise.all(apis.map((api) => api.ready()));
  if (!(await areCountsExact())) totals.wrongCounts++;
  console.log(
    `round ${round + 1}: ${victim} killed, ${accepted.length} accepted, done in ${seconds.toFixed(1)} s`,
  );
}
totals.failed = await count(`SELECT count(*) FROM reports WHERE status = 'failed'`);
console.log(`\n${ROUNDS} rounds, kill -9 of: ${JSON.stringify(kills)}`);
console.log(JSON.stringify(totals, null, 2));
for (const member of [...apis, ...workers]) await member.end('SIGKILL');
site.stop();
await database.stop();
process.exitCode = totals.lost + totals.unfinished + totals.wrongCounts > 0 ? 1 : 0;

/** Sends the request to the other process if no response arrives, as a client does. */
async function acceptedReport(url: string, first: number): Promise<number> {
  for (let attempt = first; ; attempt++) {
    const api = apis[attempt % apis.length]?.url ?? '';
    const answer = await postReport(api, url, { prefer: 'respond-async' }).catch(() => null);
    if (answer?.status === 202 && answer.body.data) return answer.body.data.id;
    totals.withoutResponse++;
    await sleep(50);
  }
}

async function count(text: string, values: unknown[] = []): Promise<number> {
  for (;;) {
    const client = new pg.Client({ connectionString: database.url });
    client.on('error', () => undefined);
    try {
      await client.connect();
      const { rows } = await client.query<{ count: string }>(text, values);
      return Number(rows[0]?.count);
    } catch {
      await sleep(100);
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}

async function untilFinished(deadline: number): Promise<number> {
  for (;;) {
    const open = await count(`SELECT count(*) FROM reports WHERE status IN ('queued', 'running')`);
    if (open === 0 || Date.now() > deadline) return open;
    await sleep(100);
  }
}

async function kept(ids: readonly number[]): Promise<number> {
  return count(`SELECT count(*) FROM reports WHERE id = ANY($1) AND status = 'completed'`, [ids]);
}

/** Compares the counts that the API shows with the rows. */
async function areCountsExact(): Promise<boolean> {
  const shown = (await get('/api/v1/websites')) as {
    data: { reports_count: number; reports_avg_score: number }[];
  };
  const listed = (await get('/api/v1/reports')) as { meta: { total: number } };
  const reports = await count('SELECT count(*) FROM reports');
  const average = await count('SELECT round(avg(score), 2) AS count FROM reports');
  const [website] = shown.data;
  return (
    listed.meta.total === reports &&
    website?.reports_count === reports &&
    website.reports_avg_score === average
  );
}

async function get(path: string): Promise<unknown> {
  const { body } = await request(`${apis[0]?.url ?? ''}${path}`, {
    headers: { authorization: `Bearer ${KEY}` },
  });
  return body.json();
}
