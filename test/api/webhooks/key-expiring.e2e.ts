import { AnnounceExpiriesJob } from '../../../src/keys/announce-expiries.job.js';
import { startApp, type TestApp } from '../../support/app.js';
import { type Receiver, startReceiver } from '../../support/receiver.js';

let test: TestApp;
let receiver: Receiver;

beforeAll(async () => {
  receiver = await startReceiver();
  test = await startApp({ ALLOWED_TARGETS: receiver.target });
  receiver.holdAgainst(test.app);
  await test.owner.call('post', '/api/v1/webhooks').send({ url: receiver.url }).expect(201);
});

afterAll(async () => {
  await test.close();
  await receiver.close();
});

const DAY = 86_400_000;

async function newKey(name: string, days: number): Promise<number> {
  const fields = { name, expires_at: new Date(Date.now() + days * DAY).toISOString() };
  return (await test.owner.call('post', '/api/v1/keys').send(fields).expect(201)).body.data.id;
}

it('a key that expires within seven days is told once, and again after its expiry has changed', async () => {
  const id = await newKey('ci', 6.9);
  await newKey('later', 7.1);
  const revoked = await newKey('revoked', 1);
  await test.owner.call('delete', `/api/v1/keys/${String(revoked)}`).expect(200);
  const job = test.app.get(AnnounceExpiriesJob);
  await Promise.all([job.run(), job.run()]);
  await receiver.until((received) => received.length === 1);
  expect(receiver.received[0]?.event).toMatchObject({
    type: 'key.expiring',
    data: {
      key_id: id,
      name: 'ci',
      expires_at: expect.stringMatching(/Z$/),
      links: { key: `/api/v1/keys/${String(id)}` },
    },
  });
  const expires_at = new Date(Date.now() + 2 * DAY).toISOString();
  await test.owner
    .call('patch', `/api/v1/keys/${String(id)}`)
    .send({ expires_at })
    .expect(200);
  await job.run();
  await job.run();
  await receiver.until((received) => received.length === 2);
  expect(receiver.received[1]?.event.data).toMatchObject({ key_id: id, expires_at });
});
