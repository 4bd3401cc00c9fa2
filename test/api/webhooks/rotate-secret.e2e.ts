import { Webhook as StandardWebhook } from 'standardwebhooks';
import { storedReport } from '../../support/reports.js';
import { startWebhookApp, type WebhookApp, WEBHOOKS } from '../../support/webhooks.js';

let test: WebhookApp;

beforeAll(async () => {
  test = await startWebhookApp();
});

afterEach(() => test.reset());

afterAll(() => test.close());

describe('POST /api/v1/webhooks/{id}/rotate-secret', () => {
  it('creates a secret that signs together with the one before for 24 hours', async () => {
    const { id, secret } = await test.newWebhook();
    const { body } = await test.owner.call('post', `${WEBHOOKS}/${String(id)}/rotate-secret`).expect(200);
    expect(body.data.secret).not.toBe(secret);
    await storedReport(test, test.owner, 'https://rotated.example/');
    await test.receiver.until((received) => received.length === 1);
    const verify = (by: string, at: number) => () =>
      new StandardWebhook(by).verify(
        test.receiver.received[at]?.body ?? '',
        test.receiver.received[at]?.headers as Record<string, string>,
      );
    expect(verify(secret, 0)).not.toThrow();
    expect(verify(body.data.secret, 0)).not.toThrow();
    await test.database.query('UPDATE webhooks SET previous_secret_until = now() WHERE id = $1', [id]);
    await storedReport(test, test.owner, 'https://rotated.example/');
    await test.receiver.until((received) => received.length === 2);
    expect(verify(secret, 1)).toThrow();
    expect(verify(body.data.secret, 1)).not.toThrow();
  });

  it('keeps the secret that the receiver has when it is asked twice', async () => {
    const { id, secret } = await test.newWebhook();
    const rotate = () => test.owner.call('post', `${WEBHOOKS}/${String(id)}/rotate-secret`).expect(200);
    await rotate();
    const { body } = await rotate();
    await storedReport(test, test.owner, 'https://twice.example/');
    await test.receiver.until((received) => received.length === 1);
    const [sent] = test.receiver.received;
    for (const known of [secret, body.data.secret])
      expect(() =>
        new StandardWebhook(known).verify(sent?.body ?? '', sent?.headers as Record<string, string>),
      ).not.toThrow();
  });
});
