/** Audits beside clients that list and search, and the other way round: what each keeps of its rate alone.
 *
 *  - At a load that leaves cores free, each should keep all of it.
 *  - Where both take all they can get, they share the cores; what is left of both together, in shares of their rates
 *    alone, says what they cost each other beyond that.
 *
 *  npm run bench:beside -- --size 10000000 --data /var/tmp/bench   (a folder of npm run bench) */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { request } from 'undici';
import { hashOf } from '../src/auth/secret.js';
import { openDataset } from './support/dataset.js';
import { freePorts, KEY, Member, postReport } from './support/fleet.js';
import { loadOf, type Measured, withKey } from './support/load.js';
import { TERMS } from './support/seed.js';

const { values: options } = parseArgs({
  options: {
    size: { type: 'string', default: '100000' },
    data: { type: 'string' },
    seconds: { type: 'string', default: '10' },
    rounds: { type: 'string', default: '3' },
  },
});
const seconds = Number(options.seconds);
const CLIENTS = 16;
/** Of each client, in the load that leaves cores free. */
const PAUSED_MS = 500;
/** Audits a second, in the load that leaves cores free. */
const FEW_AUDITS = 5;

interface Rates {
  /** Audits a second; null where there were none. */
  readonly audits: number | null;
  readonly lists: Measured | null;
}

const site = fork(fileURLToPath(new URL('./audit-site.ts', import.meta.url)), {
  execArgv: ['--import', 'tsx'],
});
const [{ port }] = (await once(site, 'message')) as [{ port: number }];
const target = `127.0.0.1:${port}`;
const dataset = await openDataset(options.data, [Number(options.size)]);
const [account] = dataset.accounts;
if (!account) throw new Error(`${options.data} holds no account with ${options.size} reports`);
const [apiPort = 0] = await freePorts(1);
const settings = {
  DATABASE_URL: dataset.url,
  ALLOWED_TARGETS: target,
  RATE_LIMIT: '0',
  CREATE_LIMIT: '0',
  ACCOUNT_CONCURRENCY: '100',
  HOST_CONCURRENCY: '100',
  ACCOUNT_QUEUE_LIMIT: '1000000',
};
const api = new Member('api', apiPort, settings);
const worker = new Member('worker', 0, settings);
let accepted = 0;

await dataset.pool.query('DELETE FROM pending_audits');
api.start();
await api.ready();
const listed = {
  pid: api.pid,
  requests: [
    '',
    'sort_by=score',
    `search=${TERMS.fifty}`,
    'sort_by=url&per_page=100',
    `search=${TERMS.rare}`,
    `search=${TERMS.none}`,
  ].map((query) => withKey(`${api.url}/api/v1/reports?${query}`, account.key)),
};
try {
  for (let n = 0; n < 100; n++) await acceptOne();
  worker.start();
  while ((await waiting()) > 0) await sleep(50);
  await loadOf(listed, { clients: CLIENTS, seconds });
  for (let round = 1; round <= Number(options.rounds); round++) await measureRound(round);
  await deleteReports();
} finally {
  await worker.end('SIGTERM');
  await api.end('SIGTERM');
  await dataset.close();
  site.kill();
}

async function measureRound(round: number): Promise<void> {
  console.log(
    `\nround ${round}: ${account?.reports.toLocaleString('en')} reports, ${availableParallelism()} cores, an API and a worker process`,
  );
  const auditsAlone = await measured({ audits: Infinity });
  const listsAlone = await measured({ everyMs: 0 });
  const fewListsAlone = await measured({ everyMs: PAUSED_MS });
  print('audits alone', auditsAlone);
  print(`${CLIENTS} clients alone`, listsAlone);
  print(`${CLIENTS} clients alone, each twice a second`, fewListsAlone);
  const besideFewLists = await measured({ audits: Infinity, everyMs: PAUSED_MS });
  print('audits beside clients, each twice a second', besideFewLists, auditsAlone, fewListsAlone);
  const besideFewAudits = await measured({ audits: FEW_AUDITS, everyMs: 0 });
  print(
    `clients beside ${FEW_AUDITS} audits a second`,
    besideFewAudits,
    { audits: FEW_AUDITS, lists: null },
    listsAlone,
  );
  const both = await measured({ audits: Infinity, everyMs: 0 });
  print('both, as much as they get', both, auditsAlone, listsAlone);
}

/** @param audits a second that are asked for, all there is time for where Infinity
 *  @param everyMs each client asks so often, without a pause where 0 */
async function measured({
  audits = 0,
  everyMs = null,
}: {
  audits?: number;
  everyMs?: number | null;
}): Promise<Rates> {
  if (audits === Infinity) await pileUp(seconds * 300);
  const over = new AbortController();
  const asking = audits > 0 && audits < Infinity ? askSteadily(audits, over.signal) : null;
  await sleep(500);
  const [acceptedBefore, waitingBefore] = [accepted, await waiting()];
  const startedAt = performance.now();
  const [lists] = await Promise.all([
    everyMs === null ? null : loadOf(listed, { clients: CLIENTS, seconds, everyMs }),
    sleep(seconds * 1000),
  ]);
  const left = await waiting();
  const done = accepted - acceptedBefore + waitingBefore - left;
  const elapsed = (performance.now() - startedAt) / 1000;
  if (audits === Infinity && left === 0) throw new Error('The audits did not last for the whole time');
  over.abort();
  await asking;
  await dataset.pool.query('DELETE FROM pending_audits WHERE claimed_by IS NULL');
  while ((await waiting()) > 0) await sleep(50);
  return { audits: audits > 0 ? done / elapsed : null, lists };
}

function print(what: string, { audits, lists }: Rates, auditsAlone?: Rates, listsAlone?: Rates): void {
  const share = (now: number, alone: number | null | undefined) =>
    alone === null || alone === undefined ? '' : ` (${((100 * now) / alone).toFixed(0)} %)`;
  const parts = [
    ...(audits === null ? [] : [`${audits.toFixed(1)} audits a second${share(audits, auditsAlone?.audits)}`]),
    ...(lists === null
      ? []
      : [
          `${lists.perSecond.toFixed(0)} requests a second${share(lists.perSecond, listsAlone?.lists?.perSecond)}, p50 ${lists.p50.toFixed(1)} ms, p99 ${lists.p99.toFixed(0)} ms`,
        ]),
  ];
  console.log(`${what.padEnd(46)} ${parts.join('; ')}`);
}

/** Has so many audits wait: posted, they would be made as fast as they come. Those that are posted wake the worker. */
async function pileUp(count: number): Promise<void> {
  await dataset.pool.query(
    `WITH made AS (
        INSERT INTO reports (account_id, website_id, url, status)
          SELECT account_id, id, 'http://' || $1::text || '/small?' || gen_random_uuid(), 'queued'
          FROM generate_series(1, $2::int) CROSS JOIN (SELECT account_id, id FROM websites WHERE account_id = (SELECT account_id FROM api_keys WHERE hash = $3) AND domain = split_part($1::text, ':', 1)) w
          RETURNING *
      ), counted AS (
        UPDATE websites w SET reports_count = reports_count + $2::int FROM (SELECT DISTINCT account_id, website_id FROM made) m
          WHERE w.account_id = m.account_id AND w.id = m.website_id
      ), totalled AS (
        UPDATE account_totals t SET reports_count = reports_count + $2::int FROM (SELECT DISTINCT account_id FROM made) m
          WHERE t.account_id = m.account_id
      )
      INSERT INTO pending_audits (account_id, report_id, website_id, host, url_hash)
        SELECT account_id, id, website_id, $1::text, hashtextextended(url, 0) FROM made`,
    [target, count, hashOf(KEY)],
  );
  for (let n = 0; n < 100; n++) await acceptOne();
}

/** Leaves the accounts as they were. */
async function deleteReports(): Promise<void> {
  const headers = { authorization: `Bearer ${KEY}` };
  const { body } = await request(`${api.url}/api/v1/websites?search=127.0.0.1`, { headers });
  for (const { id } of ((await body.json()) as { data: { id: number }[] }).data) {
    const answer = await request(`${api.url}/api/v1/websites/${id}`, { method: 'DELETE', headers });
    await answer.body.dump();
  }
  const isLeft = async () => (await dataset.pool.query('SELECT 1 FROM deleted_websites')).rows.length > 0;
  while (await isLeft()) await sleep(100);
}

async function acceptOne(): Promise<void> {
  accepted++;
  const { status } = await postReport(api.url, `http://${target}/small?${accepted}-${Date.now()}`, {
    authorization: `Bearer ${KEY}`,
    prefer: 'respond-async',
  });
  if (status !== 202 && status !== 201) throw new Error(`Answered with ${status}`);
}

async function askSteadily(perSecond: number, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const next = sleep(1000 / perSecond);
    await acceptOne();
    await next;
  }
}

async function waiting(): Promise<number> {
  const { rows } = await dataset.pool.query<{ count: number }>('SELECT count(*)::int FROM pending_audits');
  return rows[0]?.count ?? 0;
}
