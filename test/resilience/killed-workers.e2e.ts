import { setTimeout as sleep } from 'node:timers/promises';
import { type Service } from '../support/service.js';
import { kill, openWorkshop, type Workshop } from '../support/workshop.js';

let shop: Workshop;

beforeEach(async () => {
  shop = await openWorkshop();
});

afterEach(() => shop.close());

async function expectExactCounters(): Promise<void> {
  const [numbers] = await shop.database.query<Record<string, number>>(
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

describe('a worker that is killed', () => {
  it('leaves its reports to others, who complete each once', async () => {
    const api = await shop.start('api');
    const ids: number[] = [];
    let isHanging = true;
    for (let n = 0; n < 4; n++) {
      shop.routes.set(`/${String(n)}`, () => (isHanging ? new Promise(() => undefined) : undefined));
    }
    const doomed = await shop.start('worker');
    for (let n = 0; n < 4; n++) ids.push((await shop.post(api, `/${String(n)}`)).data.id);
    while (shop.site.requests.length < 4) await sleep(20);
    expect((await shop.reportOf(api, ids[0] ?? 0, 0)).data.status).toBe('running');
    await kill(doomed);
    isHanging = false;
    await shop.start('worker');
    for (const id of ids) expect((await shop.reportOf(api, id, 20)).data.status).toBe('completed');
    await expectExactCounters();
  });

  it('is taken over though other jobs have replaced its own meanwhile', async () => {
    const api = await shop.start('api', { ACCOUNT_CONCURRENCY: '1' });
    let isHanging = true;
    shop.routes.set('/hanging', () => (isHanging ? new Promise(() => undefined) : undefined));
    const doomed = await shop.start('worker', { ACCOUNT_CONCURRENCY: '1' });
    const hanging = await shop.post(api, '/hanging');
    while (!shop.site.requests.includes('/hanging')) await sleep(20);
    const other = await shop.post(api, '/other');
    // It has no place: the account has one audit at a time.
    while (
      (await shop.database.query('SELECT 1 FROM graphile_worker.jobs WHERE locked_at IS NULL')).length > 0
    )
      await sleep(20);
    await kill(doomed);
    isHanging = false;
    await shop.start('worker', { ACCOUNT_CONCURRENCY: '1' });
    for (const { data } of [hanging, other])
      expect((await shop.reportOf(api, data.id, 25)).data.status).toBe('completed');
    while ((await shop.database.query('SELECT 1 FROM graphile_worker.jobs')).length > 0) await sleep(20);
  });

  it('by one page again and again has that report fail, and none of those beside it', async () => {
    const api = await shop.start('api');
    let deaths = 0;
    let worker: Service | null = null;
    let beside = 0;
    shop.routes.set('/deadly', async () => {
      deaths++;
      while (deaths === 1 && beside < 3) await sleep(10);
      if (worker) await kill(worker);
    });
    const others: number[] = [];
    const { data } = await shop.post(api, '/deadly');
    for (const path of ['/one', '/two', '/three']) {
      shop.routes.set(path, async () => {
        beside++;
        await sleep(300);
      });
      others.push((await shop.post(api, path)).data.id);
    }
    const isOpen = async () =>
      ['queued', 'running'].includes((await shop.reportOf(api, data.id, 0)).data.status);
    do {
      worker = await shop.start('worker');
      await Promise.race([worker.ended, shop.reportOf(api, data.id, 20)]);
    } while (deaths < 10 && (await isOpen()));
    expect((await shop.reportOf(api, data.id, 0)).data).toMatchObject({
      status: 'failed',
      score: null,
      error: { code: 'audit_failed' },
    });
    // The first one could have been any of four pages' fault.
    expect(deaths).toBe(4);
    for (const id of others) expect((await shop.reportOf(api, id, 20)).data.status).toBe('completed');
    expect(await shop.database.query('SELECT 1 FROM pending_audits')).toEqual([]);
    await expectExactCounters();
  }, 300_000);
});
