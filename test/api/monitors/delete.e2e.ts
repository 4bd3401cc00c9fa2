import { startApp, type TestApp } from '../../support/app.js';
import { createdMonitor, MONITORS } from '../../support/monitors.js';

let test: TestApp;

beforeAll(async () => {
  test = await startApp();
});

afterAll(() => test.close());

describe('DELETE /api/v1/monitors/{id}', () => {
  it('deletes the monitor', async () => {
    const { id } = await createdMonitor(test.owner);
    const path = `${MONITORS}/${String(id)}`;
    expect((await test.owner.call('delete', path).expect(200)).body).toEqual({
      id,
      object: 'monitor',
      deleted: true,
    });
    await test.owner.call('get', path).expect(404);
    await test.owner.call('post', `${path}/run`).expect(404);
  });
});
