import { setTimeout as sleep } from 'node:timers/promises';
import { Database } from '../../../src/platform/database/database.js';
import { type Instance, startInstance } from '../../support/app.js';
import { eventually } from '../../support/eventually.js';
import { storedReport } from '../../support/reports.js';
import { startWebhookApp, type WebhookApp, WEBHOOKS } from '../../support/webhooks.js';

const DELIVERIES = 12_000;

let test: WebhookApp;
let worker: Instance | null = null;

beforeAll(async () => {
  test = await startWebhookApp({ ROLE: 'api' });
});
afterEach(async () => {
  await worker?.close();
  worker = null;
  await test.database.query('DELETE FROM webhooks');
  await test.reset();
});
afterAll(() => test.close());

/** Deliveries that have succeeded, one per second up to now. */
async function addDeliveries(webhookId: number, count: number): Promise<void> {
  await test.database.query(
    `INSERT INTO deliveries (account_id, webhook_id, event_id, type, body, status, next_attempt_at, created_at)
      SELECT $1, $2, id, 'webhook.test', json_build_object('id', id, 'type', 'webhook.test',
          'timestamp', '2026-11-20T15:23:29.123Z', 'data', json_build_object('webhook_id', $2::bigint)),
          'succeeded', NULL, now() - make_interval(secs => $3 - n)
        FROM generate_series(1, $3::int) AS n, concat('evt_', lpad(n::text, 32, '0')) AS id`,
    [test.owner.id, webhookId, count],
  );
}

async function startWorker(): Promise<void> {
  worker = await startInstance(test.database.url, { ROLE: 'worker', ALLOWED_TARGETS: test.receiver.target });
  await worker.app.get(Database).connect();
}

async function replay(id: number, since: string) {
  const { body } = await test.owner.call('post', `${WEBHOOKS}/${id}/replay`).send({ since }).expect(202);
  return body.data as { id: string; since: string; until: string; deliveries: number };
}

const LONG_AGO = '2020-01-01T00:00:00.000Z';

describe('POST /api/v1/webhooks/{id}/replay', () => {
  it('sends all since a time again', async () => {
    const { id } = await test.newWebhook();
    await startWorker();
    await storedReport(test, test.owner, 'https://many.example/1');
    await test.lastDelivery(id, 'succeeded');
    const since = new Date().toISOString();
    for (const page of ['2', '3']) await storedReport(test, test.owner, `https://many.example/${page}`);
    await test.receiver.until((received) => received.length === 3);
    await eventually(async () => (await test.deliveriesOf(id, '?status=succeeded')).length === 3);
    const path = `${WEBHOOKS}/${String(id)}/replay`;
    const { body } = await test.owner.call('post', path).send({ since }).expect(202);
    expect(body.data).toMatchObject({ webhook_id: id, since, deliveries: 2 });
    await test.receiver.until((received) => received.length === 5);
    const ids = (from: number, to: number) =>
      test.receiver.received
        .slice(from, to)
        .map(({ event }) => event.id)
        .toSorted();
    expect(ids(3, 5)).toEqual(ids(1, 3));
    await test.owner.call('post', path).send({}).expect(422);
    await test.owner.call('post', path).send({ since: '2026-11-20' }).expect(422);
  });

  it('does not read the deliveries long before', async () => {
    const { id } = await test.newWebhook();
    await addDeliveries(id, DELIVERIES);
    const { deliveries } = await replay(id, new Date(Date.now() - 3_600_000).toISOString());
    expect(deliveries).toBeGreaterThan(3500);
    expect(deliveries).toBeLessThanOrEqual(3601);
    const [row] = await test.database.query(
      `SELECT (SELECT count(*)::int FROM deliveries WHERE id <= (w.replay->>'after')::bigint) > 4000 AS skips FROM webhooks w`,
    );
    expect(row).toEqual({ skips: true });
  });

  it('runs once, however often it is asked for, and sends at most 10 000 deliveries again', async () => {
    const { id } = await test.newWebhook();
    await addDeliveries(id, DELIVERIES);
    const later = new Date(Date.now() - 60_000).toISOString();
    const first = await replay(id, later);
    expect(first.deliveries).toBeLessThan(70);
    const replays = await Promise.all(Array.from({ length: 60 }, () => replay(id, LONG_AGO)));
    for (const each of replays) expect(each).toEqual({ ...replays[0], id: first.id });
    expect(replays[0]).toMatchObject({ since: LONG_AGO, deliveries: 10_000 });
    const leftOut = Date.now() - Date.parse(replays[0]?.until ?? '');
    expect(leftOut).toBeGreaterThan(1_999_000);
    expect(leftOut).toBeLessThan(2_060_000);
    expect((await replay(id, later)).id).toBe(first.id);
    const jobs = await test.database.query(
      `SELECT 1 FROM graphile_worker.jobs WHERE task_identifier = 'replay-deliveries' AND key LIKE '%:' || $1`,
      [id],
    );
    expect(jobs).toHaveLength(1);
  });

  it('is paced, and does not go on while the endpoint fails', async () => {
    const { id } = await test.newWebhook();
    await addDeliveries(id, 500);
    test.statusOf = () => 500;
    await replay(id, LONG_AGO);
    await startWorker();
    await test.receiver.until((received) => received.length >= 50);
    await sleep(7000);
    // Fifty deliveries, of which some have been attempted a second time.
    expect(test.receiver.received.length).toBeLessThanOrEqual(100);
    const sent = await test.database.query(`SELECT 1 FROM deliveries WHERE status <> 'succeeded'`);
    expect(sent).toHaveLength(50);
  });

  it('sends each delivery to an endpoint that fails once per pause, however often it is asked for', async () => {
    const { id } = await test.newWebhook();
    await addDeliveries(id, 30);
    test.statusOf = () => 500;
    await startWorker();
    for (let calls = 0; calls < 20; calls += 1) {
      await replay(id, LONG_AGO);
      await sleep(300);
    }
    // The second attempt of the last delivery comes 6 s after the first at the latest.
    await sleep(2000);
    expect(test.receiver.received.length).toBeGreaterThanOrEqual(30);
    expect(test.receiver.received.length).toBeLessThanOrEqual(60);
  });

  it('sends no more when each request names an earlier time', async () => {
    const { id } = await test.newWebhook();
    await addDeliveries(id, 30);
    test.statusOf = () => 500;
    await startWorker();
    const now = Date.now();
    for (let calls = 1; calls <= 20; calls += 1) {
      const { since } = await replay(id, new Date(now - calls * 1500).toISOString());
      expect(Date.parse(since)).toBe(now - calls * 1500);
      await sleep(300);
    }
    await sleep(2000);
    expect(test.receiver.received.length).toBeGreaterThanOrEqual(1);
    expect(test.receiver.received.length).toBeLessThanOrEqual(60);
  });

  it('is sent at once to an endpoint that has failed for long, and to one that has since been repaired', async () => {
    const { id } = await test.newWebhook();
    await addDeliveries(id, 30);
    await test.database.query(`UPDATE webhooks SET failing_since = now() - interval '1 day'`);
    test.statusOf = () => 500;
    await startWorker();
    const first = await replay(id, LONG_AGO);
    await test.receiver.until((received) => received.length >= 30);
    await test.database.query(
      `UPDATE webhooks SET replay = replay || jsonb_build_object('lastSliceAt', now() - interval '1 minute')`,
    );
    await test.database.query(
      `UPDATE deliveries SET status = 'failing', next_attempt_at = now() + interval '1 day'`,
    );
    test.receiver.received.length = 0;
    test.statusOf = () => 204;
    expect((await replay(id, LONG_AGO)).id).toBe(first.id);
    await test.receiver.until((received) => received.length >= 30);
    const [webhook] = await test.database.query('SELECT failing_since FROM webhooks');
    expect(webhook).toEqual({ failing_since: null });
  });

  it('ends with the webhook', async () => {
    const { id } = await test.newWebhook();
    await addDeliveries(id, 100);
    await replay(id, LONG_AGO);
    await test.owner.call('patch', `${WEBHOOKS}/${id}`).send({ enabled: false }).expect(200);
    await startWorker();
    await test.owner.call('post', `${WEBHOOKS}/${id}/replay`).send({ since: LONG_AGO }).expect(409);
    const running = () => test.database.query('SELECT 1 FROM webhooks WHERE replay IS NOT NULL');
    for (let tries = 0; (await running()).length > 0 && tries < 100; tries += 1) await sleep(100);
    expect(await running()).toEqual([]);
    expect(test.receiver.received).toEqual([]);
  });
});
