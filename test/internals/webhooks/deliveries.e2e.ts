import { Deliverer } from '../../../src/webhooks/deliveries/deliverer.service.js';
import { MaintainDeliveriesJob } from '../../../src/webhooks/deliveries/maintain-deliveries.job.js';
import { startApp, type TestApp } from '../../support/app.js';
import { eventually } from '../../support/eventually.js';
import { type Receiver, startReceiver } from '../../support/receiver.js';
import { storedReport } from '../../support/reports.js';
import { withClockBehind } from '../../support/wrong-clock.js';

const WEBHOOKS = '/api/v1/webhooks';

let test: TestApp;
let receiver: Receiver;

beforeAll(async () => {
  receiver = await startReceiver();
  test = await startApp({ ALLOWED_TARGETS: receiver.target });
});

afterAll(async () => {
  await test.close();
  await receiver.close();
});

const never = new AbortController().signal;
const RUN = { jobId: 1, workerId: '', stopping: never, signal: never };

async function tend(): Promise<void> {
  await test.app.get(MaintainDeliveriesJob).run({}, RUN);
}

async function newWebhook(): Promise<number> {
  return (await test.owner.call('post', WEBHOOKS).send({ url: receiver.url }).expect(201)).body.data.id;
}

it('deliveries are deleted after 30 days, deleted webhooks after 31', async () => {
  const id = await newWebhook();
  for (const page of ['1', '2']) await storedReport(test, test.owner, `https://old.example/${page}`);
  await receiver.until((received) => received.length === 2);
  const [first, second] = await test.database.query<{ id: number }>('SELECT id FROM deliveries ORDER BY id');
  for (const [delivery, age] of [
    [first, '30 days 1 minute'],
    [second, '29 days 23 hours'],
  ] as const)
    await test.database.query('UPDATE deliveries SET created_at = now() - $2::interval WHERE id = $1', [
      delivery?.id,
      age,
    ]);
  await tend();
  expect(await test.database.query('SELECT id FROM deliveries')).toEqual([second]);
  await test.owner.call('delete', `${WEBHOOKS}/${String(id)}`).expect(200);
  await tend();
  expect(await test.database.query('SELECT id FROM webhooks')).toHaveLength(1);
  await test.database.query(`UPDATE webhooks SET deleted_at = now() - interval '31 days 1 minute'`);
  await tend();
  expect(await test.database.query('SELECT id FROM webhooks')).toEqual([]);
});

it('a delivery whose job was lost is delivered', async () => {
  await newWebhook();
  const before = receiver.received.length;
  await storedReport(test, test.owner, 'https://lost.example/');
  await receiver.until((received) => received.length === before + 1);
  await eventually(async () => {
    const [open] = await test.database.query('SELECT FROM deliveries WHERE next_attempt_at IS NOT NULL');
    const [running] = await test.database.query(
      'SELECT FROM graphile_worker._private_jobs WHERE locked_at IS NOT NULL',
    );
    return !open && !running;
  });
  await test.database.query(`DELETE FROM graphile_worker._private_jobs`);
  await test.database.query(
    `UPDATE deliveries SET status = 'pending', next_attempt_at = now() - interval '2 minutes'`,
  );
  await tend();
  await receiver.until((received) => received.length > before + 1);
});

it('a worker whose clock is behind tries again when it is time by that of PostgreSQL', async () => {
  const alone = await startApp({ ROLE: 'api', ALLOWED_TARGETS: '127.0.0.1:1' });
  const url = 'http://127.0.0.1:1/';
  const { body } = await alone.owner.call('post', WEBHOOKS).send({ url }).expect(201);
  await alone.owner.call('post', `${WEBHOOKS}/${String(body.data.id)}/test`).expect(202);
  const webhook = { accountId: alone.owner.id, webhookId: Number(body.data.id) };
  await withClockBehind(600_000, () => alone.app.get(Deliverer).deliverDue(webhook, RUN));
  const [delivery] = await alone.database.query<{ status: string; seconds: number }>(
    `SELECT status, extract(epoch FROM next_attempt_at - now())::float AS seconds FROM deliveries`,
  );
  expect(delivery).toEqual({ status: 'failing', seconds: expect.any(Number) });
  expect(delivery?.seconds).toBeGreaterThan(0);
  await alone.close();
});
