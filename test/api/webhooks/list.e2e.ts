import { startApp, type TestApp } from '../../support/app.js';
import { createdWebhook, WEBHOOKS } from '../../support/webhooks.js';

let test: TestApp;

beforeAll(async () => {
  test = await startApp();
});

afterAll(() => test.close());

describe('GET /api/v1/webhooks', () => {
  it('lists the webhooks of the account, newest first, without secrets', async () => {
    const ids = [(await createdWebhook(test.owner)).id, (await createdWebhook(test.owner)).id];
    const { body } = await test.owner.call('get', WEBHOOKS).expect(200);
    expect(body.data.map(({ id }: { id: number }) => id)).toEqual(ids.toReversed());
    expect(JSON.stringify(body)).not.toContain('whsec_');
    expect((await test.stranger.call('get', WEBHOOKS).expect(200)).body.data).toEqual([]);
  });
});
