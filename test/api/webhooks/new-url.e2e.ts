import { eventually } from '../../support/eventually.js';
import { storedReport } from '../../support/reports.js';
import { startWebhookApp, type WebhookApp, WEBHOOKS } from '../../support/webhooks.js';

let test: WebhookApp;

beforeAll(async () => {
  test = await startWebhookApp();
});

afterEach(() => test.reset());

afterAll(() => test.close());

async function move(id: number): Promise<void> {
  const url = `${test.receiver.url}/new`;
  await test.owner
    .call('patch', `${WEBHOOKS}/${String(id)}`)
    .send({ url })
    .expect(200);
}

async function shown(id: number) {
  return (await test.owner.call('get', `${WEBHOOKS}/${String(id)}`).expect(200)).body.data;
}

describe('a webhook that has a new url', () => {
  it.each([410, 503])('is as if the old one had not responded late with %d', async (status) => {
    test.statusOf = (count) => (count === 1 ? status : 204);
    test.headersOf = { 'Retry-After': '3600' };
    const release = test.holdResponses();
    const { id } = await test.newWebhook();
    await storedReport(test, test.owner, 'https://moved.example/');
    await test.receiver.until((received) => received.length === 1);
    await move(id);
    release();
    await test.lastDelivery(id, 'failing');
    await storedReport(test, test.owner, 'https://moved.example/');
    await test.lastDelivery(id, 'succeeded');
    expect(await shown(id)).toMatchObject({ enabled: true, disabled_reason: null, failing_since: null });
  });

  it.each([410, 503])('or was enabled again, likewise: late %d', async (status) => {
    test.statusOf = (count) => (count === 1 ? status : 204);
    test.headersOf = { 'Retry-After': '3600' };
    const release = test.holdResponses();
    const { id } = await test.newWebhook();
    await storedReport(test, test.owner, 'https://enabled.example/');
    await test.receiver.until((received) => received.length === 1);
    const path = `${WEBHOOKS}/${String(id)}`;
    for (const enabled of [false, true]) await test.owner.call('patch', path).send({ enabled }).expect(200);
    release();
    await eventually(async () => (await test.deliveriesOf(id))[0]?.attempts.length === 1);
    await storedReport(test, test.owner, 'https://enabled.example/');
    await test.lastDelivery(id, 'succeeded');
    expect(await shown(id)).toMatchObject({ enabled: true, disabled_reason: null, failing_since: null });
  });

  it('is sent at once what waited because the old one had asked for it', async () => {
    test.statusOf = (count) => (count === 1 ? 503 : 204);
    test.headersOf = { 'Retry-After': '3600' };
    const { id } = await test.newWebhook();
    await storedReport(test, test.owner, 'https://waiting.example/');
    await test.lastDelivery(id, 'failing');
    await storedReport(test, test.owner, 'https://waiting.example/');
    await test.lastDelivery(id, 'pending');
    const [, first] = await test.deliveriesOf(id);
    expect((await shown(id)).failing_since).toBe(first.attempts[0].at);
    await move(id);
    expect((await shown(id)).failing_since).toBeNull();
    await test.lastDelivery(id, 'succeeded');
  });
});
