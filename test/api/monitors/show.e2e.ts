import { startApp, type TestApp } from '../../support/app.js';
import { createdMonitor, MONITORS } from '../../support/monitors.js';

let test: TestApp;

beforeAll(async () => {
  test = await startApp();
});

afterAll(() => test.close());

describe('GET /api/v1/monitors/{id}', () => {
  it('shows a monitor, to its account alone', async () => {
    const monitor = await createdMonitor(test.owner, { name: 'Start page' });
    const path = `${MONITORS}/${String(monitor.id)}`;
    expect((await test.owner.call('get', path).expect(200)).body.data).toEqual(monitor);
    await test.stranger.call('get', path).expect(404);
  });
});
