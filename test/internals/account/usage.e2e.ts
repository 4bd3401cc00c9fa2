import { Database } from '../../../src/platform/database/database.js';
import { UsageRepository } from '../../../src/account/usage/usage.repository.js';
import { type Account, startApp, type TestApp } from '../../support/app.js';

const NOTHING = { reports: 0, renders: 0, crawled_pages: 0, deliveries: 0 };

let test: TestApp;

beforeEach(async () => {
  test = await startApp({ ROLE: 'api' });
});

afterEach(() => test.close());

async function byKey(): Promise<object[]> {
  return (await test.owner.call('get', '/api/v1/usage?by=key').expect(200)).body.data;
}

/** Statements that wait for a row. */
const WAITING = `SELECT FROM pg_stat_activity
  WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%usage_days%'`;

/** Like clients do, repeats what could not be answered in time. */
async function stored(account: Account, url: string): Promise<void> {
  for (let tries = 1; ; tries++) {
    const { status } = await account
      .call('post', '/api/v1/reports')
      .set({ Prefer: 'respond-async', 'Idempotency-Key': url })
      .send({ url });
    if (status === 202) return;
    expect([status, tries < 10]).toEqual([503, true]);
  }
}

describe('usage', () => {
  it('is exact when the requests of several keys count at once', async () => {
    const keys = await Promise.all(Array.from({ length: 3 }, () => test.keyFor(test.owner)));
    await Promise.all(
      Array.from({ length: 60 }, (_, n) => stored(keys[n % 3] ?? test.owner, `https://page.example/${n}`)),
    );
    expect(await byKey()).toMatchObject([{ reports: 20 }, { reports: 20 }, { reports: 20 }]);
  });

  it('is counted for several keys in one order, so that no transaction has to run again', async () => {
    const [database, counts] = [test.app.get(Database), test.app.get(UsageRepository)];
    const [{ id }, done] = [test.owner, { deliveries: 1 }];
    let attempts = 0;
    let other: Promise<void> | undefined;
    await database.transaction(async (manager) => {
      attempts++;
      await counts.count(manager, id, 1, done);
      other = database.transaction(async (second) => {
        attempts++;
        await counts.countEach(second, id, { kind: 'deliveries', keyIds: [2, 1, 2, null] });
      });
      while ((await test.database.query(WAITING)).length === 0);
      await counts.count(manager, id, 2, done);
    });
    await other;
    expect(attempts).toBe(2);
    expect(await byKey()).toEqual([
      { key_id: 1, ...NOTHING, deliveries: 2 },
      { key_id: 2, ...NOTHING, deliveries: 3 },
      { key_id: null, ...NOTHING, deliveries: 1 },
    ]);
  });

  it('counts nothing if the transaction is rolled back', async () => {
    const [database, counts] = [test.app.get(Database), test.app.get(UsageRepository)];
    const failed = database.transaction(async (manager) => {
      await counts.count(manager, test.owner.id, null, { renders: 5, deliveries: 1 });
      throw new Error('failed afterwards');
    });
    await expect(failed).rejects.toThrow('failed afterwards');
    expect(await byKey()).toEqual([]);
    await database.transaction((manager) =>
      counts.count(manager, test.owner.id, null, { renders: 5, deliveries: 1 }),
    );
    expect(await byKey()).toEqual([{ key_id: null, ...NOTHING, renders: 5, deliveries: 1 }]);
  });
});
