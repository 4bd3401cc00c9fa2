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
});
