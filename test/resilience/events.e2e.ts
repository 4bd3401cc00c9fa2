import { setTimeout as sleep } from 'node:timers/promises';
import { SCOPES } from '../../src/auth/scopes.js';
import { insertKey } from '../support/app.js';
import { freshDatabase, type TestDatabase } from '../support/database.js';
import { addMonitors } from '../support/monitors.js';
import { type Receiver, startReceiver } from '../support/receiver.js';
import { rounds } from '../support/rounds.js';
import { type Service, startService } from '../support/service.js';
import { strangerSite, type StrangerSite } from '../support/website.js';

const ROUNDS = rounds(2);
const REPORTS_PER_ROUND = 50;
const MONITORS_PER_ROUND = 10;
const ROLES = ['api', 'worker', 'worker'];

let database: TestDatabase;
let site: StrangerSite;
let receiver: Receiver;
let accountId: number;
let key: string;
let services: Service[];

beforeAll(async () => {
  database = await freshDatabase();
  site = await strangerSite();
  // A third of the attempts fail, each in another way.
  receiver = await startReceiver((response) => {
    const luck = Math.random();
    if (luck < 0.1) response.destroy();
    else response.writeHead(luck < 0.33 ? 500 : 200).end();
  });
  const [account] = await database.query<{ id: number }>(
    `INSERT INTO accounts (name) VALUES ('Owner') RETURNING id::int`,
  );
  accountId = account?.id ?? 0;
  key = await insertKey(database, accountId, { scopes: SCOPES });
  services = await Promise.all(ROLES.map(started));
});

afterAll(async () => {
  for (const service of services) service.process.kill('SIGTERM');
  await Promise.all(services.map(({ ended }) => ended));
  await Promise.all([site.close(), receiver.close()]);
  await database.drop();
});

function started(role: string): Promise<Service> {
  return startService({
    ROLE: role,
    DATABASE_URL: database.url,
    CREATE_LIMIT: '0',
    RATE_LIMIT: '0',
    ALLOWED_TARGETS: `${site.target},${receiver.target}`,
  });
}

async function post(path: string, body: object): Promise<Response> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const url = `${services[0]?.url ?? ''}/api/v1/${path}`;
  return fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
}

async function count(sql: string): Promise<number> {
  const [row] = await database.query<{ count: number }>(`SELECT count(*)::int AS count ${sql}`);
  return row?.count ?? 0;
}

/** Waits until nothing is to be done, without the pauses of deliveries that have failed. */
async function untilQuiet(): Promise<void> {
  const endsAt = Date.now() + 120_000;
  for (;;) {
    const audits = await count('FROM pending_audits');
    const monitors = await count('FROM monitors WHERE next_run_at <= now()');
    const deliveries = await count('FROM deliveries WHERE next_attempt_at IS NOT NULL');
    if (audits + monitors + deliveries === 0) return;
    if (Date.now() > endsAt)
      throw new Error(
        `Left: ${String(audits)} audits, ${String(monitors)} runs, ${String(deliveries)} deliveries`,
      );
    await database.query(
      'UPDATE deliveries SET next_attempt_at = now(), failures = 0 WHERE next_attempt_at > now()',
    );
    await database.query(
      `UPDATE graphile_worker._private_jobs SET run_at = now() WHERE locked_at IS NULL AND key LIKE 'deliver-events:%'`,
    );
    await sleep(500);
  }
}

it(
  'kill -9 of any process loses no event and runs nothing twice; repeated deliveries have the same id',
  async () => {
    await post('webhooks', { url: receiver.url, events: ['report.completed'] });
    for (let round = 0; round < ROUNDS; round++) {
      const pages = (kind: string, length: number) =>
        Array.from({ length }, (_, at) => `${site.origin}/${kind}/${String(round)}/${String(at)}`);
      const items = pages('report', REPORTS_PER_ROUND).map((url) => ({ url, render: 'never' }));
      expect((await post('reports/batch', { items })).status).toBe(202);
      await addMonitors(database, accountId, { urls: pages('monitor', MONITORS_PER_ROUND) });
      await post('monitors', { url: `${site.origin}/wake`, schedule: `${String(round)} 0 29 2 *` });
      await sleep(Math.random() * 1500);
      const victim = Math.floor(Math.random() * services.length);
      services[victim]?.process.kill('SIGKILL');
      await services[victim]?.ended;
      services[victim] = await started(ROLES[victim] ?? '');
    }
    await untilQuiet();
    const expected = ROUNDS * (REPORTS_PER_ROUND + MONITORS_PER_ROUND);
    expect(await count(`FROM reports WHERE status = 'completed'`)).toBe(expected);
    expect(await count('FROM (SELECT DISTINCT url FROM reports) pages')).toBe(expected);
    expect(await count('FROM deliveries')).toBe(expected);
    const events = new Map<string, Set<string>>();
    for (const { event, body } of receiver.received)
      events.set(event.id, (events.get(event.id) ?? new Set()).add(body));
    expect(events.size).toBe(expected);
    expect([...events.values()].filter((bodies) => bodies.size > 1)).toEqual([]);
    const reports = new Set(receiver.received.map(({ event }) => event.data.report_id));
    expect(reports.size).toBe(expected);
  },
  60_000 + 120_000 + 20_000 * ROUNDS,
);
