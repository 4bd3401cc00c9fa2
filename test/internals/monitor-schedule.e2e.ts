import { startInstance, startApp, type Instance, type TestApp } from '../support/app.js';
import { Database } from '../../src/database/database.js';
import { eventually } from '../support/eventually.js';
import { urlHash } from '../../src/monitors/url-hash.js';
import { INITIAL_STATE } from '../../src/monitors/monitor-state.js';
import { RUN_MONITORS, SCHEDULER } from '../../src/monitors/run-monitors.js';
import { JobQueue } from '../../src/queue/job-queue.repository.js';
import { MonitorScheduler } from '../../src/monitors/monitor-scheduler.service.js';

const WORKER = { ROLE: 'worker', AUDIT_CONCURRENCY: '1' };

let test: TestApp;
let second: Instance;

beforeAll(async () => {
  test = await startApp(WORKER);
  second = await startInstance(test.database.url, WORKER);
  await second.app.get(Database).connect();
});

afterEach(() => test.database.query('DELETE FROM monitors'));

afterAll(async () => {
  await second.close();
  await test.close();
});

/** Adds monitors straight to the database. */
async function addMonitors(count: number, dueIn: string, schedule = '@hourly'): Promise<void> {
  const urls = Array.from({ length: count }, (_, at) => `https://monitored.example/${String(at)}`);
  await test.database.query(
    `INSERT INTO monitors (account_id, url, url_hash, schedule, timezone, render, device, budgets, confirm, enabled,
        state, next_run_at)
      SELECT $1, u.url, u.hash, $6, 'UTC', 'never', 'mobile', '[]', true, true, $4, now() + $5::interval
        FROM unnest($2::text[], $3::bytea[]) AS u (url, hash)`,
    [test.owner.id, urls, urls.map(urlHash), INITIAL_STATE, dueIn, schedule],
  );
}

it('1000 monitors that are due at once run exactly once each, on two workers', async () => {
  await addMonitors(1000, '0 seconds', '0 0 29 2 *');
  for (const { app } of [test, second, test, second]) await app.get(JobQueue).add(RUN_MONITORS, SCHEDULER);
  await eventually(async () => {
    const [due] = await test.database.query('SELECT FROM monitors WHERE next_run_at <= now()');
    return !due;
  });
  const [runs] = await test.database.query(
    'SELECT count(*)::int AS reports, count(DISTINCT url)::int AS pages FROM reports',
  );
  expect(runs).toEqual({ reports: 1000, pages: 1000 });
}, 120_000);

it('after an outage of an hour each monitor is spread over six minutes, and is not moved again', async () => {
  await addMonitors(200, '-1 hour');
  const never = new AbortController().signal;
  const scheduler = test.app.get(MonitorScheduler, { strict: false });
  await scheduler.runDue(never);
  const times = () =>
    test.database.query<{ ms: number }>(
      'SELECT (extract(epoch FROM next_run_at) * 1000)::bigint AS ms FROM monitors WHERE catches_up ORDER BY id',
    );
  const first = (await times()).map(({ ms }) => ms - Date.now());
  expect(first).toHaveLength(200);
  expect(Math.max(...first)).toBeLessThanOrEqual(360_000);
  expect(Math.max(...first) - Math.min(...first)).toBeGreaterThan(180_000);
  await test.database.query(`UPDATE monitors SET next_run_at = now() - interval '2 minutes'`);
  await scheduler.runDue(never);
  expect(await times()).toEqual([]);
  await eventually(async () => {
    const [{ reports } = { reports: 0 }] = await test.database.query<{ reports: number }>(
      `SELECT count(*)::int AS reports FROM reports WHERE created_at > now() - interval '20 seconds'`,
    );
    return reports >= 200;
  });
}, 60_000);

it('a monitor whose last report has not ended is left out once', async () => {
  await addMonitors(1, '0 seconds');
  await test.database.query(
    `INSERT INTO reports (account_id, website_id, url, status) VALUES ($1, 1, 'https://monitored.example/0', 'queued')`,
    [test.owner.id],
  );
  await test.database.query(
    `INSERT INTO pending_audits (account_id, report_id, website_id, host, url_hash, claimed_by, claimed_job, monitor_id)
      SELECT r.account_id, r.id, 1, 'monitored.example', 1, 'held', 1, (SELECT m.id FROM monitors m)
        FROM reports r ORDER BY r.id DESC LIMIT 1`,
  );
  const [before] = await test.database.query('SELECT count(*) FROM reports');
  await test.app.get(MonitorScheduler, { strict: false }).runDue(new AbortController().signal);
  expect((await test.database.query('SELECT count(*) FROM reports'))[0]).toEqual(before);
  const [monitor] = await test.database.query('SELECT next_run_at > now() AS moved FROM monitors');
  expect(monitor).toEqual({ moved: true });
});
