import { startApp, type TestApp } from '../../support/app.js';
import { createdMonitor, MONITORS } from '../../support/monitors.js';

let test: TestApp;

beforeAll(async () => {
  test = await startApp();
});

afterAll(() => test.close());

describe('GET /api/v1/monitors', () => {
  it("lists the account's monitors, newest first", async () => {
    const ids = [
      (await createdMonitor(test.owner)).id,
      (await createdMonitor(test.owner, { schedule: '@hourly' })).id,
    ];
    const { body } = await test.owner.call('get', MONITORS).expect(200);
    expect(body.data.map(({ id }: { id: number }) => id)).toEqual(ids.toReversed());
    expect((await test.stranger.call('get', MONITORS).expect(200)).body.data).toEqual([]);
  });

  it('lists those in a state', async () => {
    const { id } = await createdMonitor(test.owner, { schedule: '@weekly' });
    await test.database.query(`UPDATE monitors SET state = state || '{"status":"breached"}' WHERE id = $1`, [
      id,
    ]);
    const idsOf = async (query: string) => {
      const { body } = await test.owner.call('get', `${MONITORS}?per_page=10&${query}`).expect(200);
      return { ids: body.data.map((monitor: { id: number }) => monitor.id), meta: body.meta };
    };
    expect(await idsOf('state=breached')).toMatchObject({ ids: [id], meta: { total: 1 } });
    expect((await idsOf('state=unknown')).ids).not.toContain(id);
    expect((await idsOf('state=ok')).ids).toEqual([]);
    await test.owner.call('get', `${MONITORS}?state=good`).expect(422);
  });
});
