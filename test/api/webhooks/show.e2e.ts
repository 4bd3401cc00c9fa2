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

  it('has another ETag when it begins to fail', async () => {
    const { id } = await createdWebhook(test.owner);
    const path = `${WEBHOOKS}/${String(id)}`;
    const etag = String((await test.owner.call('get', path).expect(200)).headers.etag);
    const known = { authorization: `Bearer ${test.owner.key}`, 'if-none-match': etag };
    expect((await fetch(test.url + path, { headers: known })).status).toBe(304);
    await test.database.query('UPDATE webhooks SET failing_since = now() WHERE id = $1', [id]);
    expect((await fetch(test.url + path, { headers: known })).status).toBe(200);
    await test.owner.call('patch', path).set('If-Match', etag).send({ enabled: false }).expect(412);
  });
});
