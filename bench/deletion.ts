/** The deletion of a website with a tenth of an account's reports: how soon it is answered, what lists of the same
 *  account cost meanwhile, and when the reports are gone. It takes the reports of the folder for good.
 *
 *  npm run bench:deletion -- --size 10000000 --data /var/tmp/bench   (a folder of npm run bench) */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { request } from 'undici';
import { openDataset } from './support/dataset.js';
import { loadOf, withKey } from './support/load.js';
import { startService } from './support/processes.js';

const { values: options } = parseArgs({
  options: { size: { type: 'string', default: '100000' }, data: { type: 'string' } },
});
const CLIENTS = 4;
const SECONDS = 5;

interface Website {
  readonly id: number;
  readonly reports_count: number;
}

const dataset = await openDataset(options.data, [Number(options.size)]);
const [account] = dataset.accounts;
if (!account) throw new Error(`${options.data} holds no account with ${options.size} reports`);
const service = await startService({
  DATABASE_URL: dataset.url,
  API_KEY: 'bench-key-0123456789abcdef',
  RATE_LIMIT: '0',
});
const headers = { authorization: `Bearer ${account.key}` };
const lists = {
  pid: service.pid,
  requests: [withKey(`${service.url}/api/v1/reports?per_page=100`, account.key)],
};

try {
  const { body } = await request(`${service.url}/api/v1/websites?sort_by=reports_count`, { headers });
  const [website] = ((await body.json()) as { data: Website[] }).data;
  if (!website) throw new Error('The account has no website');
  await printLists('before');
  const before = await walWritten();
  const startedAt = performance.now();
  const answer = await request(`${service.url}/api/v1/websites/${website.id}`, { method: 'DELETE', headers });
  await answer.body.dump();
  console.log(
    `${website.reports_count.toLocaleString('en')} of ${account.reports.toLocaleString('en')} reports: answered with ${answer.statusCode} after ${(performance.now() - startedAt).toFixed(0)} ms`,
  );
  for (let left = await hidden(); left > 0; left = await hidden()) {
    await printLists(`${((performance.now() - startedAt) / 1000).toFixed(0)} s later`);
  }
  console.log(
    `all gone after ${((performance.now() - startedAt) / 1000).toFixed(0)} s; ${(((await walWritten()) - before) / 1e6).toFixed(0)} MB of WAL`,
  );
  await sleep(1000);
  await printLists('afterwards');
} finally {
  await service.stop();
  await dataset.close();
}

async function printLists(when: string): Promise<void> {
  const { p50, p99, refused } = await loadOf(lists, { clients: CLIENTS, seconds: SECONDS });
  console.log(
    `${when.padEnd(12)} lists of 100, ${CLIENTS} clients: p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(0)} ms, refused ${(refused * 100).toFixed(0)} %`,
  );
}

async function hidden(): Promise<number> {
  const { rows } = await dataset.pool.query<{ count: number }>('SELECT count(*)::int FROM deleted_websites');
  return rows[0]?.count ?? 0;
}

/** Bytes since the cluster was made. */
async function walWritten(): Promise<number> {
  const { rows } = await dataset.pool.query<{ bytes: number }>(
    `SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 AS bytes`,
  );
  return rows[0]?.bytes ?? 0;
}
