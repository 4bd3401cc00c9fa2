/** Kills API, workers and PostgreSQL at random moments while 200 reports are in flight, again and again, and counts what got lost. */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { benchDatabase, postmasterOf } from './support/database.js';
import { freePorts, localSite, Member, postReport } from './support/fleet.js';

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
  RATE_LIMIT: '0',
  CREATE_LIMIT: '0',
  ACCOUNT_CONCURRENCY: '20',
  HOST_CONCURRENCY: '20',
};
const apis = ports.map((port) => new Member('api', port, env));
const workers = [0, 0].map((port) => new Member('worker', port, env));
for (const member of [...apis, ...workers]) member.start();
await Promise.all(apis.map((api) => api.ready()));

const totals = {
  accepted: 0,
  unanswered: 0,
  lost: 0,
  unfinished: 0,
  failed: 0,
  wrongCounters: 0,
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
  // It comes again by itself, and recovers from its log.
  if (victim === 'postgres') process.kill(postmasterOf(database.dataDir), 'SIGQUIT');
  await sleep(Math.random() * 1000);
  for (const member of victims) member.start();
  await posting;
  const unfinished = await untilFinished(Date.now() + UNFINISHED_AFTER_MS);
  const seconds = (Date.now() - startedAt) / 1000;
  totals.slowestS = Math.max(totals.slowestS, seconds);
  totals.accepted += accepted.length;
  totals.unfinished += unfinished;
  totals.lost += accepted.length - (await kept(accepted));
  if (!(await areCountersExact())) totals.wrongCounters++;
  await Promise.all(apis.map((api) => api.ready()));
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
process.exitCode = totals.lost + totals.unfinished + totals.wrongCounters > 0 ? 1 : 0;

/** As clients do: where no answer comes, the next process is asked. */
async function acceptedReport(url: string, first: number): Promise<number> {
  for (let attempt = first; ; attempt++) {
    const api = apis[attempt % apis.length]?.url ?? '';
    const answer = await postReport(api, url, { prefer: 'respond-async' }).catch(() => null);
    if (answer?.status === 202 && answer.body.data) return answer.body.data.id;
    totals.unanswered++;
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

async function areCountersExact(): Promise<boolean> {
  const wrong = await count(`SELECT count(*) FROM (
      SELECT w.reports_count = count(r.id) AND w.completed_count = count(r.score)
          AND w.score_sum = coalesce(sum(r.score), 0) AS is_exact
        FROM websites w LEFT JOIN reports r ON r.account_id = w.account_id AND r.website_id = w.id
        GROUP BY w.account_id, w.id
      UNION ALL
      SELECT t.reports_count = (SELECT count(*) FROM reports r WHERE r.account_id = t.account_id)
        FROM account_totals t
    ) AS numbers WHERE NOT is_exact`);
  return wrong === 0;
}
