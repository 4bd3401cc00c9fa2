import { setTimeout as sleep } from 'node:timers/promises';
import { insertKey } from '../support/app.js';
import { eventually } from '../support/eventually.js';
import { openWorkshop, type Workshop } from '../support/workshop.js';

let shop: Workshop;

beforeEach(async () => {
  shop = await openWorkshop();
});

afterEach(() => shop.close());

describe('roles', () => {
  it('api fetches no page, worker listens nowhere, together they make reports', async () => {
    const api = await shop.start('api');
    const { data } = await shop.post(api, '/');
    await sleep(1000);
    expect(shop.site.requests).toEqual([]);
    expect((await shop.reportOf(api, data.id, 0)).data.status).toBe('queued');
    const worker = await shop.start('worker');
    expect(worker.output()).toContain('worker is ready');
    expect(worker.url).toBe('');
    expect((await shop.reportOf(api, data.id, 20)).data.status).toBe('completed');
  });
});

describe('an audit queue that does not empty', () => {
  it('leaves other jobs their turn', async () => {
    const api = await shop.start('api', { ACCOUNT_CONCURRENCY: '1' });
    const { data: first } = await shop.post(api, '/0');
    for (let n = 1; n < 30; n++) await shop.post(api, `/${String(n)}`);
    await shop.database.query(
      `INSERT INTO idempotency_keys (account_id, key, request_hash, created_at)
        SELECT account_id, 'old', '', now() - interval '25 hours' FROM reports WHERE id = $1`,
      [first.id],
    );
    await shop.database.query(`SELECT graphile_worker.add_job('retention')`);
    let left = -1;
    shop.routes.set('/29', async () => {
      left = (await shop.database.query('SELECT 1 FROM idempotency_keys')).length;
    });
    await shop.start('worker', { ACCOUNT_CONCURRENCY: '1', AUDIT_CONCURRENCY: '1' });
    while (left < 0) await sleep(50);
    expect(left).toBe(0);
  });
});

describe('a worker that is told to end', () => {
  it('finishes its audits and begins no other', async () => {
    const api = await shop.start('api');
    const worker = await shop.start('worker', { AUDIT_CONCURRENCY: '1' });
    let go: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (go = resolve));
    shop.routes.set('/first', () => held);
    const first = await shop.post(api, '/first');
    while (!shop.site.requests.includes('/first')) await sleep(20);
    const second = await shop.post(api, '/second');
    worker.process.kill('SIGTERM');
    await sleep(300);
    go();
    await worker.endedWell();
    expect((await shop.reportOf(api, first.data.id, 0)).data.status).toBe('completed');
    expect((await shop.reportOf(api, second.data.id, 0)).data.status).toBe('queued');
  });

  it('gives back what would take too long', async () => {
    const api = await shop.start('api');
    const worker = await shop.start('worker');
    shop.routes.set('/endless', () => new Promise(() => undefined));
    const { data } = await shop.post(api, '/endless');
    while (!shop.site.requests.includes('/endless')) await sleep(20);
    const toldAt = Date.now();
    worker.process.kill('SIGTERM');
    await worker.endedWell();
    expect(Date.now() - toldAt).toBeLessThan(30_000);
    shop.routes.delete('/endless');
    await shop.start('worker');
    expect((await shop.reportOf(api, data.id, 20)).data.status).toBe('completed');
  });
});

describe('turns', () => {
  it('leave a place for another account beside one whose pages are slow', async () => {
    const api = await shop.start('api');
    const [newcomer] = await shop.database.query<{ id: number }>(
      `INSERT INTO accounts (name) VALUES ('Newcomer') RETURNING id`,
    );
    const key = await insertKey(shop.database, newcomer?.id ?? 0, {});
    await shop.start('worker', { AUDIT_CONCURRENCY: '4', HOST_CONCURRENCY: '100' });
    for (let n = 0; n < 8; n++) {
      shop.routes.set(`/slow/${String(n)}`, () => sleep(15_000));
      await shop.post(api, `/slow/${String(n)}`);
    }
    const slow = () => shop.site.requests.filter((path) => path.startsWith('/slow')).length;
    await eventually(() => Promise.resolve(slow() >= 2));
    await sleep(500);
    expect(slow()).toBe(2);
    const { data } = await shop.post(api, '/quick', { key, prefer: 'wait=10' });
    expect(data.status).toBe('completed');
  });

  it('let one account’s single page pass another’s hundreds', async () => {
    const api = await shop.start('api');
    const [newcomer] = await shop.database.query<{ id: number }>(
      `INSERT INTO accounts (name) VALUES ('Newcomer') RETURNING id`,
    );
    const key = await insertKey(shop.database, newcomer?.id ?? 0, {});
    for (let n = 0; n < 60; n++) await shop.post(api, `/many/${String(n)}`);
    const single = await shop.post(api, '/single', { key });
    await shop.start('worker', { AUDIT_CONCURRENCY: '1' });
    while (!shop.site.requests.includes('/single')) await sleep(20);
    const before = new Set(shop.site.requests.filter((path) => path.startsWith('/many'))).size;
    expect(single.status).toBe(202);
    expect(before).toBeLessThanOrEqual(2);
  });

  it('keep to the limits by account and by host, on all workers together', async () => {
    const api = await shop.start('api');
    for (let n = 0; n < 20; n++) {
      shop.routes.set(`/${String(n)}`, () => sleep(100));
      await shop.post(api, `/${String(n)}`);
    }
    const settings = { ACCOUNT_CONCURRENCY: '3', HOST_CONCURRENCY: '2' };
    await Promise.all([shop.start('worker', settings), shop.start('worker', settings)]);
    const seen = new Set<number>();
    for (let open = 1; open > 0;) {
      const [row] = await shop.database.query<{ open: number; running: number }>(
        'SELECT count(*)::int AS open, count(claimed_by)::int AS running FROM pending_audits',
      );
      open = row?.open ?? 0;
      seen.add(row?.running ?? 0);
    }
    expect(Math.max(...seen)).toBe(2);
    expect(new Set(shop.site.requests.filter((path) => /^\/\d+$/.test(path))).size).toBe(20);
  });
});
