import { setTimeout as sleep } from 'node:timers/promises';
import { insertKey } from '../support/app.js';
import { freshDatabase, type TestDatabase } from '../support/database.js';
import { type Service, startService } from '../support/service.js';
import { ordinaryAnswer, type StrangerSite, strangerSite } from '../support/website.js';

const KEY = 'workers-test-key';

let database: TestDatabase;
let site: StrangerSite;
/** What the site does for each path; the ordinary page unless told. */
const routes = new Map<string, () => void | Promise<void>>();
const services: Service[] = [];

beforeEach(async () => {
  database = await freshDatabase();
  routes.clear();
  site = await strangerSite((request, response) => {
    void Promise.resolve(routes.get(request.url ?? '')?.()).then(() => {
      ordinaryAnswer(request, response);
    });
  });
});

afterEach(async () => {
  for (const { process: child, ended } of services.splice(0)) {
    child.kill('SIGKILL');
    await ended;
  }
  await site.close();
  await database.drop();
});

async function start(role: string, settings: Record<string, string> = {}): Promise<Service> {
  const service = await startService({
    ROLE: role,
    DATABASE_URL: database.url,
    API_KEY: KEY,
    ALLOWED_TARGETS: site.target,
    CREATE_LIMIT: '0',
    RATE_LIMIT: '0',
    ...settings,
  });
  services.push(service);
  return service;
}

async function post(api: Service, path: string, { prefer = 'respond-async', key = KEY } = {}) {
  const response = await fetch(`${api.url}/api/v1/reports`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', prefer },
    body: JSON.stringify({ url: site.origin + path }),
  });
  return {
    status: response.status,
    ...((await response.json()) as { data: { id: number; status: string } }),
  };
}

async function reportOf(api: Service, id: number, wait: number) {
  const response = await fetch(`${api.url}/api/v1/reports/${String(id)}`, {
    headers: { authorization: `Bearer ${KEY}`, prefer: `wait=${String(wait)}` },
  });
  return (await response.json()) as {
    data: { status: string; score: number | null; error: { code: string } | null };
  };
}

/** Ends a process as a power cut would. */
async function kill({ process: child, ended }: Service): Promise<void> {
  child.kill('SIGKILL');
  await ended;
}

async function expectExactCounters(): Promise<void> {
  const [numbers] = await database.query<Record<string, number>>(
    `SELECT t.reports_count::int AS kept, (SELECT count(*)::int FROM reports) AS counted,
        (SELECT sum(completed_count)::int FROM websites) AS kept_completed,
        (SELECT count(score)::int FROM reports) AS counted_completed,
        (SELECT sum(score_sum)::int FROM websites) AS kept_sum,
        (SELECT coalesce(sum(score), 0)::int FROM reports) AS counted_sum
      FROM accounts t`,
  );
  expect(numbers?.kept).toBe(numbers?.counted);
  expect(numbers?.kept_completed).toBe(numbers?.counted_completed);
  expect(numbers?.kept_sum).toBe(numbers?.counted_sum);
}

describe('roles', () => {
  it('api fetches no page, worker listens nowhere, together they make reports', async () => {
    const api = await start('api');
    const { data } = await post(api, '/');
    await sleep(1000);
    expect(site.requests).toEqual([]);
    expect((await reportOf(api, data.id, 0)).data.status).toBe('queued');
    const worker = await start('worker');
    expect(worker.output()).toContain('worker is ready');
    expect(worker.url).toBe('');
    expect((await reportOf(api, data.id, 20)).data.status).toBe('completed');
  });
});

describe('an audit queue that does not empty', () => {
  it('leaves other jobs their turn', async () => {
    const api = await start('api', { ACCOUNT_CONCURRENCY: '1' });
    const { data: first } = await post(api, '/0');
    for (let n = 1; n < 30; n++) await post(api, `/${String(n)}`);
    await database.query(
      `INSERT INTO idempotency_keys (account_id, key, request_hash, created_at)
        SELECT account_id, 'old', '', now() - interval '25 hours' FROM reports WHERE id = $1`,
      [first.id],
    );
    await database.query(`SELECT graphile_worker.add_job('retention')`);
    let left = -1;
    routes.set('/29', async () => {
      left = (await database.query('SELECT 1 FROM idempotency_keys')).length;
    });
    await start('worker', { ACCOUNT_CONCURRENCY: '1', AUDIT_CONCURRENCY: '1' });
    while (left < 0) await sleep(50);
    expect(left).toBe(0);
  }, 60_000);
});

describe('a worker that is killed', () => {
  it('leaves its reports to others, who complete each once', async () => {
    const api = await start('api');
    const ids: number[] = [];
    let isHanging = true;
    for (let n = 0; n < 4; n++) {
      routes.set(`/${String(n)}`, () => (isHanging ? new Promise(() => undefined) : undefined));
    }
    const doomed = await start('worker');
    for (let n = 0; n < 4; n++) ids.push((await post(api, `/${String(n)}`)).data.id);
    while (site.requests.length < 4) await sleep(20);
    expect((await reportOf(api, ids[0] ?? 0, 0)).data.status).toBe('running');
    await kill(doomed);
    isHanging = false;
    await start('worker');
    for (const id of ids) expect((await reportOf(api, id, 20)).data.status).toBe('completed');
    await expectExactCounters();
  }, 60_000);

  it('is taken over though other jobs have replaced its own meanwhile', async () => {
    const api = await start('api', { ACCOUNT_CONCURRENCY: '1' });
    let isHanging = true;
    routes.set('/hanging', () => (isHanging ? new Promise(() => undefined) : undefined));
    const doomed = await start('worker', { ACCOUNT_CONCURRENCY: '1' });
    const hanging = await post(api, '/hanging');
    while (!site.requests.includes('/hanging')) await sleep(20);
    const other = await post(api, '/other');
    // It has no place: the account has one audit at a time.
    while ((await database.query('SELECT 1 FROM graphile_worker.jobs WHERE locked_at IS NULL')).length > 0)
      await sleep(20);
    await kill(doomed);
    isHanging = false;
    await start('worker', { ACCOUNT_CONCURRENCY: '1' });
    for (const { data } of [hanging, other])
      expect((await reportOf(api, data.id, 25)).data.status).toBe('completed');
    while ((await database.query('SELECT 1 FROM graphile_worker.jobs')).length > 0) await sleep(20);
  }, 90_000);

  it('by one page again and again has that report fail, and none of those beside it', async () => {
    const api = await start('api');
    let deaths = 0;
    let worker: Service | null = null;
    let beside = 0;
    routes.set('/deadly', async () => {
      deaths++;
      while (deaths === 1 && beside < 3) await sleep(10);
      if (worker) await kill(worker);
    });
    const others: number[] = [];
    const { data } = await post(api, '/deadly');
    for (const path of ['/one', '/two', '/three']) {
      routes.set(path, async () => {
        beside++;
        await sleep(300);
      });
      others.push((await post(api, path)).data.id);
    }
    const isOpen = async () => ['queued', 'running'].includes((await reportOf(api, data.id, 5)).data.status);
    do {
      worker = await start('worker');
      await Promise.race([worker.ended, reportOf(api, data.id, 20)]);
    } while (deaths < 10 && (await isOpen()));
    expect((await reportOf(api, data.id, 0)).data).toMatchObject({
      status: 'failed',
      score: null,
      error: { code: 'audit_failed' },
    });
    // The first one could have been any of four pages' fault.
    expect(deaths).toBe(4);
    for (const id of others) expect((await reportOf(api, id, 20)).data.status).toBe('completed');
    expect(await database.query('SELECT 1 FROM pending_audits')).toEqual([]);
    await expectExactCounters();
  }, 300_000);
});

describe('a worker that is told to end', () => {
  it('finishes its audits and begins no other', async () => {
    const api = await start('api');
    const worker = await start('worker', { AUDIT_CONCURRENCY: '1' });
    let go: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (go = resolve));
    routes.set('/first', () => held);
    const first = await post(api, '/first');
    while (!site.requests.includes('/first')) await sleep(20);
    const second = await post(api, '/second');
    worker.process.kill('SIGTERM');
    await sleep(300);
    go();
    expect(await worker.ended).toBe(0);
    expect((await reportOf(api, first.data.id, 0)).data.status).toBe('completed');
    expect((await reportOf(api, second.data.id, 0)).data.status).toBe('queued');
  }, 60_000);

  it('gives back what would take too long', async () => {
    const api = await start('api');
    const worker = await start('worker');
    routes.set('/endless', () => new Promise(() => undefined));
    const { data } = await post(api, '/endless');
    while (!site.requests.includes('/endless')) await sleep(20);
    const toldAt = Date.now();
    worker.process.kill('SIGTERM');
    expect(await worker.ended).toBe(0);
    expect(Date.now() - toldAt).toBeLessThan(30_000);
    routes.delete('/endless');
    await start('worker');
    expect((await reportOf(api, data.id, 20)).data.status).toBe('completed');
  }, 90_000);
});

describe('turns', () => {
  it('leave a place for another account beside one whose pages are slow', async () => {
    const api = await start('api');
    const [newcomer] = await database.query<{ id: number }>(
      `INSERT INTO accounts (name) VALUES ('Newcomer') RETURNING id`,
    );
    const key = await insertKey(database, newcomer?.id ?? 0, {});
    await start('worker', { AUDIT_CONCURRENCY: '4', HOST_CONCURRENCY: '100' });
    for (let n = 0; n < 8; n++) {
      routes.set(`/slow/${String(n)}`, () => sleep(15_000));
      await post(api, `/slow/${String(n)}`);
    }
    await sleep(1000);
    expect(site.requests.filter((path) => path.startsWith('/slow'))).toHaveLength(2);
    const { data } = await post(api, '/quick', { key, prefer: 'wait=10' });
    expect(data.status).toBe('completed');
  }, 60_000);

  it('let one account’s single page pass another’s hundreds', async () => {
    const api = await start('api');
    const [newcomer] = await database.query<{ id: number }>(
      `INSERT INTO accounts (name) VALUES ('Newcomer') RETURNING id`,
    );
    const key = await insertKey(database, newcomer?.id ?? 0, {});
    for (let n = 0; n < 60; n++) await post(api, `/many/${String(n)}`);
    const single = await post(api, '/single', { key });
    await start('worker', { AUDIT_CONCURRENCY: '1' });
    while (!site.requests.includes('/single')) await sleep(20);
    const before = new Set(site.requests.filter((path) => path.startsWith('/many'))).size;
    expect(single.status).toBe(202);
    expect(before).toBeLessThanOrEqual(2);
  }, 60_000);

  it('keep to the limits by account and by host, on all workers together', async () => {
    const api = await start('api');
    for (let n = 0; n < 20; n++) {
      routes.set(`/${String(n)}`, () => sleep(100));
      await post(api, `/${String(n)}`);
    }
    const settings = { ACCOUNT_CONCURRENCY: '3', HOST_CONCURRENCY: '2' };
    await Promise.all([start('worker', settings), start('worker', settings)]);
    const seen = new Set<number>();
    for (let open = 1; open > 0;) {
      const [row] = await database.query<{ open: number; running: number }>(
        'SELECT count(*)::int AS open, count(claimed_by)::int AS running FROM pending_audits',
      );
      open = row?.open ?? 0;
      seen.add(row?.running ?? 0);
    }
    expect(Math.max(...seen)).toBe(2);
    expect(new Set(site.requests.filter((path) => /^\/\d+$/.test(path))).size).toBe(20);
  }, 60_000);
});
