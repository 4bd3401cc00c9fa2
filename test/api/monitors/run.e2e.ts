import { startApp, type TestApp } from '../../support/app.js';
import { createdMonitor, MONITORED_URL, MONITORS } from '../../support/monitors.js';

let test: TestApp;

beforeAll(async () => {
  test = await startApp({ ROLE: 'api' });
});

afterEach(() => test.database.query('DELETE FROM monitors'));

afterAll(() => test.close());

describe('POST /api/v1/monitors/{id}/run', () => {
  it('responds with the queued report, to its account alone', async () => {
    const { id } = await createdMonitor(test.owner);
    const path = `${MONITORS}/${String(id)}/run`;
    const { body, headers } = await test.owner.call('post', path).expect(202);
    expect(body.data).toMatchObject({ url: MONITORED_URL, status: 'queued' });
    expect(headers.location).toBe(`${test.url}/api/v1/reports/${String(body.data.id)}`);
    await test.stranger.call('post', path).expect(404);
  });

  it('runs once for an Idempotency-Key', async () => {
    const { id } = await createdMonitor(test.owner);
    const send = () =>
      test.owner
        .call('post', `${MONITORS}/${String(id)}/run`)
        .set('Idempotency-Key', 'run')
        .expect(202);
    const [first, second] = [await send(), await send()];
    expect(second.body.data.id).toBe(first.body.data.id);
  });
});
