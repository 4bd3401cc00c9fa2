import { startApp, type TestApp } from '../../support/app.js';
import { createdWebhook, WEBHOOKS } from '../../support/webhooks.js';

let test: TestApp;

beforeAll(async () => {
  test = await startApp();
});

afterAll(() => test.close());

describe('DELETE /api/v1/webhooks/{id}', () => {
  it('removes the webhook, its deliveries and its secret', async () => {
    const { id, secret } = await createdWebhook(test.owner);
    const path = `${WEBHOOKS}/${String(id)}`;
    const { body: tested } = await test.owner.call('post', `${path}/test`).expect(202);
    const { body } = await test.owner.call('delete', path).expect(200);
    expect(body).toEqual({ id, object: 'webhook', deleted: true });
    for (const rest of ['', '/deliveries']) await test.owner.call('get', path + rest).expect(404);
    await test.owner.call('delete', path).expect(404);
    await test.owner.call('post', `/api/v1/deliveries/${String(tested.data.id)}/replay`).expect(404);
    expect(JSON.stringify(await test.database.query('SELECT * FROM webhooks'))).not.toContain(secret);
  });
});
