import { eventually } from '../../support/eventually.js';
import { storedReport } from '../../support/reports.js';
import { startWebhookApp, type WebhookApp, WEBHOOKS } from '../../support/webhooks.js';

let test: WebhookApp;

beforeAll(async () => {
  test = await startWebhookApp();
});

afterEach(() => test.reset());

afterAll(() => test.close());

describe('GET /api/v1/webhooks/{id}/deliveries', () => {
  it('lists the deliveries of the webhook, newest first', async () => {
    const { id } = await test.newWebhook();
    await test.newWebhook();
    for (const page of ['1', '2']) await storedReport(test, test.owner, `https://listed.example/${page}`);
    const deliveries = await eventually(async () => {
      const succeeded = await test.deliveriesOf(id, '?status=succeeded');
      return succeeded.length === 2 ? succeeded : null;
    });
    expect(deliveries[0].id).toBeGreaterThan(deliveries[1].id);
    for (const delivery of deliveries)
      expect(delivery).toMatchObject({ webhook_id: id, type: 'report.completed', next_attempt_at: null });
  });

  it('lists those of a status', async () => {
    test.statusOf = () => 404;
    const { id } = await test.newWebhook();
    await storedReport(test, test.owner, 'https://status.example/');
    const failing = await test.lastDelivery(id, 'failing');
    expect(await test.deliveriesOf(id, '?status=failing')).toEqual([failing]);
    expect(await test.deliveriesOf(id, '?status=succeeded')).toEqual([]);
    await test.owner.call('get', `${WEBHOOKS}/${String(id)}/deliveries?status=lost`).expect(422);
  });

  it('refuses a cursor of another webhook', async () => {
    const [one, other] = [await test.newWebhook(), await test.newWebhook()];
    for (let page = 0; page < 11; page++)
      await storedReport(test, test.owner, `https://cursor.example/${String(page)}`);
    const list = (id: number, query: string) =>
      test.owner.call('get', `${WEBHOOKS}/${String(id)}/deliveries?per_page=10${query}`);
    const { body } = await list(one.id, '').expect(200);
    const cursor = `&cursor=${String(body.meta.next_cursor)}`;
    expect((await list(one.id, cursor).expect(200)).body.data).toHaveLength(1);
    await list(other.id, cursor).expect(422);
  });

  it('hides them from other accounts', async () => {
    const { id } = await test.newWebhook();
    await test.stranger.call('get', `${WEBHOOKS}/${String(id)}/deliveries`).expect(404);
  });
});
