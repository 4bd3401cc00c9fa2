import { storedReport } from '../../support/reports.js';
import { startWebhookApp, type WebhookApp } from '../../support/webhooks.js';

let test: WebhookApp;

beforeAll(async () => {
  test = await startWebhookApp();
});

afterEach(() => test.reset());

afterAll(() => test.close());

describe('POST /api/v1/deliveries/{id}/replay', () => {
  it('sends a delivery again with its id', async () => {
    const { id } = await test.newWebhook();
    await storedReport(test, test.owner, 'https://again.example/');
    const delivery = await test.lastDelivery(id, 'succeeded');
    const { body } = await test.owner
      .call('post', `/api/v1/deliveries/${String(delivery.id)}/replay`)
      .expect(202);
    expect(body.data).toMatchObject({ id: delivery.id, status: 'pending' });
    await test.receiver.until((received) => received.length === 2);
    expect(test.receiver.received[1]?.event).toEqual(test.receiver.received[0]?.event);
    const { attempts } = await test.lastDelivery(id, 'succeeded');
    expect(attempts).toHaveLength(2);
    await test.stranger.call('post', `/api/v1/deliveries/${String(delivery.id)}/replay`).expect(404);
  });
});
