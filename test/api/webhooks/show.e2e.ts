import { startApp, type TestApp } from '../../support/app.js';
import { createdWebhook, WEBHOOKS } from '../../support/webhooks.js';

let test: TestApp;

beforeAll(async () => {
  test = await startApp();
});

afterAll(() => test.close());

describe('GET /api/v1/webhooks/{id}', () => {
  it('shows a webhook without its secret, to its account alone', async () => {
    const { secret, ...webhook } = await createdWebhook(test.owner, { description: 'Alerts' });
    const path = `${WEBHOOKS}/${String(webhook.id)}`;
    const shown = await test.owner.call('get', path).expect(200);
    expect(shown.body.data).toEqual(webhook);
    expect(shown.text).not.toContain(secret);
    await test.stranger.call('get', path).expect(404);
  });
});
