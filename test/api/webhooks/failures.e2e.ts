import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '../../support/eventually.js';
import { storedReport } from '../../support/reports.js';
import { startWebhookApp, type WebhookApp, WEBHOOKS } from '../../support/webhooks.js';

let test: WebhookApp;

beforeAll(async () => {
  test = await startWebhookApp();
});

afterEach(() => test.reset());

afterAll(() => test.close());

describe('a delivery that fails', () => {
  it('is tried again with the same id and another signature', async () => {
    test.statusOf = (count) => (count === 1 ? 500 : 200);
    const { id } = await test.newWebhook();
    await storedReport(test, test.owner, 'https://fails.example/');
    const failing = await test.lastDelivery(id, 'failing');
    expect(failing.attempts).toEqual([
      {
        at: expect.any(String),
        status_code: 500,
        error: { code: 'http_error', detail: 'The endpoint responded with status 500.' },
      },
    ]);
    const waitMs = Date.parse(failing.next_attempt_at) - Date.parse(failing.attempts[0].at);
    expect(waitMs).toBeGreaterThan(3900);
    expect(waitMs).toBeLessThan(7500);
    await test.lastDelivery(id, 'succeeded');
    const [first, second] = test.receiver.received;
    expect(second?.event).toEqual(first?.event);
    expect(second?.body).toBe(first?.body);
    expect(second?.headers['webhook-signature']).not.toBe(first?.headers['webhook-signature']);
    expect((await test.owner.call('get', `${WEBHOOKS}/${String(id)}`)).body.data.failing_since).toBeNull();
  });

  it('waits as long as Retry-After says, and so do all others of the webhook', async () => {
    test.statusOf = () => 503;
    test.headersOf = { 'Retry-After': '3600' };
    const { id } = await test.newWebhook();
    await storedReport(test, test.owner, 'https://busy.example/');
    await test.lastDelivery(id, 'failing');
    await storedReport(test, test.owner, 'https://busy.example/');
    const { run_at: runAt } = await eventually(async () => {
      const [job] = await test.database.query<{ run_at: Date }>(
        `SELECT run_at FROM graphile_worker.jobs WHERE key = $1 AND run_at > now() + interval '50 minutes'`,
        [`deliver-events:${String(test.owner.id)}:${String(id)}`],
      );
      return job ?? null;
    });
    expect(runAt.getTime() - Date.now()).toBeLessThan(3_600_000);
    expect(test.receiver.received).toHaveLength(1);
    const path = `${WEBHOOKS}/${String(id)}`;
    const { body } = await test.owner.call('get', path).expect(200);
    expect(Math.abs(Date.parse(body.data.paused_until) - runAt.getTime())).toBeLessThan(60_000);
    for (const enabled of [false, true]) await test.owner.call('patch', path).send({ enabled }).expect(200);
    expect((await test.owner.call('get', path)).body.data.paused_until).toBeNull();
  });

  it.each([
    [301, 'redirect'],
    [404, 'http_error'],
  ])('by status %d says so: %s', async (status, code) => {
    test.statusOf = () => status;
    test.headersOf = status === 301 ? { Location: test.receiver.url } : {};
    const { id } = await test.newWebhook();
    await storedReport(test, test.owner, 'https://status.example/');
    const failing = await test.lastDelivery(id, 'failing');
    expect(failing.attempts[0]).toMatchObject({ status_code: status, error: { code } });
    expect(test.receiver.received).toHaveLength(1);
  });

  it('ends after ten attempts', async () => {
    test.statusOf = () => 500;
    const { id } = await test.newWebhook();
    await storedReport(test, test.owner, 'https://never.example/');
    await test.lastDelivery(id, 'failing');
    await test.database.query(
      'UPDATE deliveries SET failures = 9, next_attempt_at = now() WHERE webhook_id = $1',
      [id],
    );
    await storedReport(test, test.owner, 'https://never.example/');
    await eventually(async () => (await test.deliveriesOf(id, '?status=failed')).length === 1);
    const [failed] = await test.deliveriesOf(id, '?status=failed');
    expect(failed.next_attempt_at).toBeNull();
  });
});

describe('an endpoint that does not want to be told', () => {
  it('sends nothing more of what it has read when an endpoint asks for less', async () => {
    const since = new Date().toISOString();
    test.headersOf = { 'Retry-After': '3600' };
    const { id } = await test.newWebhook();
    await storedReport(test, test.owner, 'https://many.example/');
    await test.lastDelivery(id, 'succeeded');
    for (let n = 0; n < 20; n++) await storedReport(test, test.owner, `https://many.example/${String(n)}`);
    await eventually(() => Promise.resolve(test.receiver.received.length >= 21));
    test.statusOf = () => 503;
    test.receiver.received.splice(0);
    await test.owner
      .call('post', `${WEBHOOKS}/${String(id)}/replay`)
      .send({ since })
      .expect(202);
    const path = `${WEBHOOKS}/${String(id)}`;
    await eventually(
      async () => (await test.owner.call('get', path)).body.data.paused_until as string | null,
    );
    await sleep(1000);
    expect(test.receiver.received.length).toBeLessThanOrEqual(2);
  });

  it('is disabled by 410, which the others are told', async () => {
    test.statusOf = (count) => (count === 1 ? 410 : 204);
    const url = `${test.receiver.url}/token-of-theirs?token=secret`;
    const { id } = await test.newWebhook({ url, events: ['report.completed'] });
    const watcher = await test.newWebhook({ events: ['webhook.disabled'] });
    await storedReport(test, test.owner, 'https://gone.example/');
    await test.lastDelivery(watcher.id, 'succeeded');
    const { body } = await test.owner.call('get', `${WEBHOOKS}/${String(id)}`).expect(200);
    expect(body.data).toMatchObject({ enabled: false, disabled_reason: 'gone' });
    expect(test.receiver.received.at(-1)?.event).toMatchObject({
      type: 'webhook.disabled',
      data: { webhook_id: id, url: `${test.receiver.url}/…`, reason: 'gone' },
    });
    expect((await test.lastDelivery(id, 'failed')).next_attempt_at).toBeNull();
    await test.owner.call('post', `${WEBHOOKS}/${String(id)}/test`).expect(409);
    const enabled = await test.owner.call('patch', `${WEBHOOKS}/${String(id)}`).send({ enabled: true });
    expect(enabled.body.data).toMatchObject({ enabled: true, disabled_reason: null, failing_since: null });
  });

  it('is disabled when it has failed for five days', async () => {
    test.statusOf = () => 500;
    const { id } = await test.newWebhook();
    const [early, late] = ['4 days 23 hours', '5 days'].map((ago) => async () => {
      await test.database.query(`UPDATE webhooks SET failing_since = now() - $2::interval WHERE id = $1`, [
        id,
        ago,
      ]);
      const before = test.receiver.received.length;
      await storedReport(test, test.owner, 'https://days.example/');
      await test.receiver.until((received) => received.length > before);
      await test.lastDelivery(id, ago === '5 days' ? 'failed' : 'failing');
      return (await test.owner.call('get', `${WEBHOOKS}/${String(id)}`)).body.data;
    });
    expect(await early?.()).toMatchObject({ enabled: true });
    expect(await late?.()).toMatchObject({ enabled: false, disabled_reason: 'failing' });
  });

  it('is not disabled by the first failure after weeks in which nothing was sent', async () => {
    test.statusOf = () => 500;
    const { id } = await test.newWebhook();
    await storedReport(test, test.owner, 'https://january.example/');
    await test.lastDelivery(id, 'failing');
    const before = Date.now();
    await test.database.query(
      `UPDATE deliveries SET status = 'failed', next_attempt_at = NULL, updated_at = now() - interval '50 days'
        WHERE webhook_id = $1`,
      [id],
    );
    await test.database.query(
      `UPDATE webhooks SET failing_since = now() - interval '53 days' WHERE id = $1`,
      [id],
    );
    await storedReport(test, test.owner, 'https://march.example/');
    await test.lastDelivery(id, 'failing');
    const { body } = await test.owner.call('get', `${WEBHOOKS}/${String(id)}`).expect(200);
    expect(body.data).toMatchObject({ enabled: true, disabled_reason: null });
    expect(Date.parse(body.data.failing_since)).toBeGreaterThanOrEqual(before - 1000);
  });
});
