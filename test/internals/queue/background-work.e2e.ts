import { setTimeout as sleep } from 'node:timers/promises';
import { browserSettings } from '../../support/browser.js';
import { freshDatabase, type TestDatabase } from '../../support/database.js';
import { eventually } from '../../support/eventually.js';
import { freePort } from '../../support/free-port.js';
import { type Receiver, startReceiver } from '../../support/receiver.js';
import { type Service, startService } from '../../support/service.js';
import { type StrangerSite, strangerSite } from '../../support/website.js';

const KEY = 'background-work-test-key';

let database: TestDatabase;
let site: StrangerSite;
let receiver: Receiver;
let service: Service;
let metricsPort: string;

beforeAll(async () => {
  database = await freshDatabase();
  site = await strangerSite();
  receiver = await startReceiver();
  metricsPort = await freePort();
  service = await startService({
    DATABASE_URL: database.url,
    API_KEY: KEY,
    ALLOWED_TARGETS: `${site.target},${receiver.target}`,
    ...(await browserSettings()),
    RETENTION_DAYS: '1',
    METRICS_PORT: metricsPort,
  });
});

afterAll(async () => {
  service.process.kill('SIGTERM');
  await service.ended;
  await site.close();
  await receiver.close();
  await database.drop();
});

async function call(method: string, path: string, body?: object): Promise<Response> {
  const headers = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json', prefer: 'wait=30' };
  return fetch(`${service.url}/api/v1/${path}`, { method, headers, body: JSON.stringify(body) });
}

async function created(path: string, fields: object): Promise<Record<string, unknown>> {
  const response = await call('POST', path, fields);
  const body = (await response.json()) as { data: Record<string, unknown> };
  expect({ status: response.status, ...body }).toMatchObject({ status: 201 });
  return body.data;
}

async function queue(job: string): Promise<void> {
  await database.query('SELECT graphile_worker.add_job($1)', [job]);
}

/** Values of a metric by its labels. */
async function metric(name: string): Promise<Map<string, number>> {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  const lines = text.matchAll(new RegExp(`^${name}\\{([^}]*)\\} (\\S+)$`, 'gm'));
  return new Map([...lines].map(([, labels = '', value]) => [labels, Number(value)]));
}

/** The built service, by the Node.js that runs the tests: in CI, the oldest that is supported. */
describe('everything that runs in the background', () => {
  it('audits, renders, monitors, delivers and exports', async () => {
    await created('webhooks', { url: receiver.url, events: ['report.completed'] });
    const report = await created('reports', { url: `${site.origin}/rendered`, render: 'always' });
    expect(report).toMatchObject({ status: 'completed', rendered: { error: null } });

    const { id } = await created('monitors', { url: `${site.origin}/monitored`, schedule: '@daily' });
    await database.query(`UPDATE monitors SET next_run_at = now() - interval '1 second' WHERE id = $1`, [id]);
    await queue('run-monitors');
    await receiver.until((received) => received.length >= 2);
    expect(receiver.received.map(({ event }) => event.type)).toContain('report.completed');
    await eventually(async () => {
      const response = await call('GET', `monitors/${String(id)}`);
      return ((await response.json()) as { data: { state: string } }).data.state === 'ok';
    });

    const exported = await (await call('GET', 'reports.csv')).text();
    expect(exported).toContain(`${site.origin}/rendered`);
  });

  it('deletes what is old', async () => {
    for (let n = 0; n < 2; n++) await created('reports', { url: `${site.origin}/old` });
    await database.query(`UPDATE reports SET created_at = now() - interval '2 days'`);
    await queue('retention');
    await eventually(async () => {
      const [row] = await database.query<{ count: number }>(
        'SELECT count(*)::int FROM reports WHERE url = $1',
        [`${site.origin}/old`],
      );
      return row?.count === 1;
    });
  });

  it('completes: no job that is scheduled fails', async () => {
    const jobs = await database.query<{ identifier: string }>(
      'SELECT identifier FROM graphile_worker._private_known_crontabs',
    );
    expect(jobs.length).toBeGreaterThan(8);
    for (const { identifier } of jobs) await queue(identifier);
    await eventually(async () => {
      const durations = await metric('pagegrade_job_duration_seconds_count');
      return jobs.every(({ identifier }) => durations.has(`job="${identifier}",outcome="completed"`));
    });
    expect(service.output()).not.toMatch(/"level":[56]0/);
    const failures = await metric('pagegrade_job_failures_in_a_row');
    expect([...failures.values()].filter((count) => count > 0)).toEqual([]);
  });

  it('shows a job that fails every time, in the metrics and in the log', async () => {
    await database.query('ALTER TABLE monitors RENAME TO misplaced');
    await queue('run-monitors');
    await eventually(async () => {
      const failures = await metric('pagegrade_job_failures_in_a_row');
      return (failures.get('job="run-monitors"') ?? 0) > 1;
    });
    const lines = service
      .output()
      .split('\n')
      .filter((line) => line.includes('"failures_in_a_row":2'));
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      level: 50,
      job: 'run-monitors',
      err: { message: expect.stringContaining('"monitors" does not exist') },
    });
    await database.query('ALTER TABLE misplaced RENAME TO monitors');
    await eventually(async () => {
      await queue('run-monitors');
      await sleep(200);
      const failures = await metric('pagegrade_job_failures_in_a_row');
      return failures.get('job="run-monitors"') === 0;
    });
  });
});
