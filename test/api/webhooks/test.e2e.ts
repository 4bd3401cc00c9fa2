import { startWebhookApp, type WebhookApp, WEBHOOKS } from '../../support/webhooks.js';

let test: WebhookApp;

beforeAll(async () => {
  test = await startWebhookApp({ CREATE_LIMIT: '3' });
});

afterEach(() => test.reset());

afterAll(() => test.close());

describe('POST /api/v1/webhooks/{id}/test', () => {
  it('sends webhook.test, whatever the webhook subscribes to', async () => {
    const { id } = await test.newWebhook({ events: ['key.expiring'] });
    const { body } = await test.owner.call('post', `${WEBHOOKS}/${String(id)}/test`).expect(202);
    expect(body.data).toMatchObject({ webhook_id: id, type: 'webhook.test', attempts: [] });
    await test.receiver.until((received) => received.length === 1);
    expect(test.receiver.received[0]?.event).toMatchObject({ id: body.data.event_id, type: 'webhook.test' });
  });

  it('sends one event per Idempotency-Key, and counts as a new report if the webhook exists', async () => {
    const { id } = await test.newWebhook();
    const caller = await test.keyFor(test.owner);
    const send = (key?: string) => {
      const request = caller.call('post', `${WEBHOOKS}/${String(id)}/test`);
      return key === undefined ? request : request.set('Idempotency-Key', key);
    };
    const first = await send('a').expect(202);
    const again = await send('a').expect(202);
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect(again.body.data.id).toBe(first.body.data.id);
    await send().expect(202);
    await send().expect(202);
    await caller.call('post', `${WEBHOOKS}/987654321/test`).expect(404);
    const refused = await send().expect(429);
    expect(refused.body.detail).toContain('may create 3 reports per minute');
    expect(await test.database.query('SELECT 1 FROM deliveries WHERE webhook_id = $1', [id])).toHaveLength(3);
  });
});
