import { startInstance, startApp, type Instance, type TestApp } from '../../support/app.js';
import { Database } from '../../../src/platform/database/database.js';
import { addMonitors } from '../../support/monitors.js';
import { withClockBehind } from '../../support/wrong-clock.js';
import { ConfirmBreachJob } from '../../../src/monitors/runs/confirm-breach.job.js';
import { MonitorScheduler } from '../../../src/monitors/runs/monitor-scheduler.service.js';
import { INITIAL_STATE, type MonitorState } from '../../../src/monitors/judgment/monitor-state.js';

/** No jobs run here but those that the tests call. */
const NO_JOBS = { ROLE: 'api' };

let test: TestApp;
let second: Instance;

beforeAll(async () => {
  test = await startApp(NO_JOBS);
  second = await startInstance(test.database.url, NO_JOBS);
  await second.app.get(Database).connect();
});

afterEach(async () => {
  for (const table of ['monitors', 'pending_audits', 'reports'])
    await test.database.query(`DELETE FROM ${table}`);
});

afterAll(async () => {
  await second.close();
  await test.close();
});

const never = new AbortController().signal;
const schedulerOf = (app: Instance['app']) => app.get(MonitorScheduler, { strict: false });
const urls = (count: number) =>
  Array.from({ length: count }, (_, at) => `https://monitored.example/${String(at)}`);

it('1000 monitors that are due at once run exactly once each, on two workers', async () => {
  await addMonitors(test.database, test.owner.id, { urls: urls(1000) });
  await Promise.all([test, second].map(({ app }) => schedulerOf(app).runDue(never)));
  const [runs] = await test.database.query(
    'SELECT count(*)::int AS reports, count(DISTINCT url)::int AS pages FROM reports',
  );
  expect(runs).toEqual({ reports: 1000, pages: 1000 });
});

it('after an outage of an hour each monitor is spread over six minutes, and is not moved again', async () => {
  await addMonitors(test.database, test.owner.id, {
    urls: urls(200),
    dueIn: '-1 hour',
    // Else the next regular run may be due while the one that was missed has not ended.
    schedule: `${String((new Date().getUTCMinutes() + 30) % 60)} * * * *`,
  });
  const scheduler = schedulerOf(test.app);
  await scheduler.runDue(never);
  const waiting = () =>
    test.database.query<{ ms: number; reports: number }>(
      `SELECT (extract(epoch FROM next_run_at) * 1000)::bigint AS ms, (SELECT count(*)::int FROM reports) AS reports
        FROM monitors WHERE catches_up ORDER BY id`,
    );
  const rows = await waiting();
  const first = rows.map(({ ms }) => ms - Date.now());
  // On a slow machine, the turn of some has come meanwhile.
  expect(rows.length + (rows[0]?.reports ?? 0)).toBe(200);
  expect(Math.max(...first)).toBeLessThanOrEqual(360_000);
  expect(Math.max(...first) - Math.min(...first)).toBeGreaterThan(180_000);
  await test.database.query(
    `UPDATE monitors SET next_run_at = now() - interval '2 minutes' WHERE catches_up`,
  );
  await scheduler.runDue(never);
  expect(await waiting()).toEqual([]);
  const [{ reports } = { reports: 0 }] = await test.database.query<{ reports: number }>(
    'SELECT count(*)::int AS reports FROM reports',
  );
  expect(reports).toBe(200);
});

it('a run is late while the last report of its monitor has not ended, and begins then', async () => {
  await addMonitors(test.database, test.owner.id, { urls: urls(1) });
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
  await schedulerOf(test.app).runDue(never);
  expect((await test.database.query('SELECT count(*) FROM reports'))[0]).toEqual(before);
  const [monitor] = await test.database.query(
    `SELECT next_run_at BETWEEN now() AND now() + interval '30 seconds' AS soon, late_since < now() AS late FROM monitors`,
  );
  expect(monitor).toEqual({ soon: true, late: true });
  await test.database.query('DELETE FROM pending_audits');
  await test.database.query(`UPDATE monitors SET next_run_at = now() - interval '1 second'`);
  await schedulerOf(test.app).runDue(never);
  const [after] = await test.database.query(
    'SELECT (SELECT count(*)::int FROM pending_audits) AS audits, late_since, next_run_at > now() AS moved FROM monitors',
  );
  expect(after).toEqual({ audits: 1, late_since: null, moved: true });
});

it('monitors that can not be run are postponed, and keep no others from running', async () => {
  await addMonitors(test.database, test.owner.id, { urls: urls(2), dueIn: '-2 seconds' });
  await addMonitors(test.database, test.stranger.id, { urls: urls(2) });
  await test.database.query(
    `CREATE FUNCTION fault() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'A fault'; END $$`,
  );
  await test.database.query(
    `CREATE TRIGGER fault BEFORE INSERT ON reports FOR EACH ROW WHEN (NEW.account_id = ${String(test.owner.id)})
      EXECUTE FUNCTION fault()`,
  );
  await schedulerOf(test.app).runDue(never);
  await test.database.query('DROP TRIGGER fault ON reports');
  expect(await test.database.query('SELECT account_id::int AS id FROM reports')).toEqual([
    { id: test.stranger.id },
    { id: test.stranger.id },
  ]);
  const postponed = await test.database.query(
    `SELECT next_run_at BETWEEN now() AND now() + interval '1 minute' AS soon FROM monitors WHERE account_id = $1`,
    [test.owner.id],
  );
  expect(postponed).toEqual([{ soon: true }, { soon: true }]);
});

it('runs that exceed the queue of their account are late, not lost, and hold up no other account', async () => {
  const limited = await startInstance(test.database.url, { ...NO_JOBS, ACCOUNT_QUEUE_LIMIT: '30' });
  await limited.app.get(Database).connect();
  await addMonitors(test.database, test.owner.id, { urls: urls(100), dueIn: '-10 seconds' });
  await addMonitors(test.database, test.stranger.id, { urls: urls(3) });
  await schedulerOf(limited.app).runDue(never);
  const reports = () =>
    test.database.query(
      'SELECT account_id::int AS account, count(*)::int FROM reports GROUP BY account_id ORDER BY account_id',
    );
  expect(await reports()).toEqual([
    { account: test.owner.id, count: 30 },
    { account: test.stranger.id, count: 3 },
  ]);
  const { body } = await test.owner.call('get', '/api/v1/monitors?per_page=100').expect(200);
  const late = (body.data as { late_since: string | null; next_run_at: string }[]).filter(
    ({ late_since: since }) => since !== null,
  );
  expect(late).toHaveLength(70);
  for (const { late_since: since, next_run_at: next } of late) {
    expect(Date.now() - Date.parse(since ?? '')).toBeGreaterThanOrEqual(10_000);
    expect(Date.parse(next)).toBeGreaterThan(Date.now());
  }

  await test.database.query('DELETE FROM pending_audits');
  await test.database.query(
    `UPDATE monitors SET next_run_at = now() - interval '1 second' WHERE late_since IS NOT NULL`,
  );
  await schedulerOf(test.app).runDue(never);
  expect(await reports()).toEqual([
    { account: test.owner.id, count: 100 },
    { account: test.stranger.id, count: 3 },
  ]);
  const after = await test.owner.call('get', '/api/v1/monitors?per_page=100').expect(200);
  for (const { late_since: since } of after.body.data) expect(since).toBeNull();
  await limited.close();
});

it('a confirming audit for which the queue has no room is late, not lost', async () => {
  const limited = await startInstance(test.database.url, { ...NO_JOBS, ACCOUNT_QUEUE_LIMIT: '2' });
  await limited.app.get(Database).connect();
  await addMonitors(test.database, test.owner.id, { urls: urls(3) });
  await schedulerOf(limited.app).runDue(never);
  const [late] = await test.database.query<{ id: number }>(
    'SELECT id::int FROM monitors WHERE late_since IS NOT NULL',
  );
  const breach = { accountId: test.owner.id, monitorId: late?.id ?? 0 };
  const awaiting: MonitorState = {
    ...INITIAL_STATE,
    budgets: [{ streak: 1, breach: null, before: null, awaited: { baseline: null } }],
  };
  await test.database.query('UPDATE monitors SET state = $1 WHERE id = $2', [awaiting, breach.monitorId]);
  const job = limited.app.get(ConfirmBreachJob, { strict: false });
  const confirmations = () =>
    test.database.query('SELECT monitor_id::int AS id FROM pending_audits WHERE confirms');
  const queued = () =>
    test.database.query(
      `SELECT run_at BETWEEN now() + interval '25 seconds' AND now() + interval '30 seconds' AS later
        FROM graphile_worker.jobs WHERE task_identifier = 'confirm-breach'`,
    );
  await job.run(breach);
  await job.run(breach);
  expect(await confirmations()).toEqual([]);
  expect(await queued()).toEqual([{ later: true }]);

  await test.database.query('DELETE FROM pending_audits');
  await job.run(breach);
  // Its worker died before it could say that the job is done.
  await job.run(breach);
  expect(await confirmations()).toEqual([{ id: breach.monitorId }]);
  await limited.close();
});

it('accounts take turns: the monitors of one do not wait for all of another', async () => {
  await addMonitors(test.database, test.owner.id, { urls: urls(500), dueIn: '-10 seconds' });
  await addMonitors(test.database, test.stranger.id, { urls: urls(1) });
  await schedulerOf(test.app).runDue(never);
  const [row] = await test.database.query<{ before: number }>(
    `SELECT count(*)::int AS before FROM reports
      WHERE id < (SELECT id FROM reports WHERE account_id = ${String(test.stranger.id)})`,
  );
  expect(row?.before).toBeLessThanOrEqual(25);
});

it('a worker whose clock is behind runs monitors when they are due by that of PostgreSQL', async () => {
  const limited = await startInstance(test.database.url, { ...NO_JOBS, ACCOUNT_QUEUE_LIMIT: '1' });
  await limited.app.get(Database).connect();
  await addMonitors(test.database, test.owner.id, { urls: urls(1), dueIn: '-2 seconds' });
  await addMonitors(test.database, test.owner.id, { urls: ['https://monitored.example/late'] });
  await withClockBehind(45_000, async () => {
    const next = await schedulerOf(limited.app).runDue(never);
    const inSeconds = `extract(epoch FROM $1::timestamptz - now())::float AS seconds`;
    const [{ seconds } = { seconds: 0 }] = await test.database.query<{ seconds: number }>(
      `SELECT ${inSeconds}`,
      [next],
    );
    expect(seconds).toBeGreaterThan(25);
    expect(seconds).toBeLessThanOrEqual(30);
  });
  expect(await test.database.query('SELECT url FROM reports')).toEqual([
    { url: 'https://monitored.example/0' },
  ]);
  const monitors = await test.database.query(
    `SELECT next_run_at BETWEEN now() + interval '25 seconds' AND now() + interval '30 seconds' AS late
      FROM monitors ORDER BY id`,
  );
  expect(monitors).toEqual([{ late: false }, { late: true }]);
  await limited.close();
});
