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

  it.each([204, 500])('sends it again if an attempt in flight then ends with %d', async (status) => {
    test.statusOf = (count) => (count === 1 ? status : 204);
    const release = test.holdResponses();
    const { id } = await test.newWebhook();
    await storedReport(test, test.owner, 'https://in-flight.example/');
    await test.receiver.until((received) => received.length === 1);
    const delivery = await test.lastDelivery(id, 'pending');
    await test.owner.call('post', `/api/v1/deliveries/${String(delivery.id)}/replay`).expect(202);
    release();
    await test.receiver.until((received) => received.length === 2);
    const { attempts } = await test.lastDelivery(id, 'succeeded');
    expect(attempts.map((attempt: { status_code: number }) => attempt.status_code)).toEqual([status, 204]);
    expect(test.receiver.received[1]?.at).toBeLessThan(Date.parse(attempts[0].at) + 4000);
  });

  it('keeps the last 50 attempts, also of those in flight', async () => {
    const release = test.holdResponses();
    const { id } = await test.newWebhook();
    await storedReport(test, test.owner, 'https://in-flight.example/');
    await test.receiver.until((received) => received.length === 1);
    const delivery = await test.lastDelivery(id, 'pending');
    await test.database.query(
      `UPDATE deliveries SET attempts = (SELECT jsonb_agg(jsonb_build_object('at', '2026-11-20T15:23:29.123Z',
          'statusCode', n, 'error', NULL)) FROM generate_series(201, 250) n) WHERE id = $1`,
      [delivery.id],
    );
    await test.owner.call('post', `/api/v1/deliveries/${String(delivery.id)}/replay`).expect(202);
    release();
    await test.receiver.until((received) => received.length === 2);
    const { attempts } = await test.lastDelivery(id, 'succeeded');
    const codes = attempts.map((attempt: { status_code: number }) => attempt.status_code);
    expect(codes).toHaveLength(50);
    expect(codes.slice(0, 2)).toEqual([203, 204]);
    expect(codes.slice(-2)).toEqual([204, 204]);
  });
});
