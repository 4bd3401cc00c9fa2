import { execFileSync } from 'node:child_process';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { startApp, type TestApp } from '../../support/app.js';
import { eventually } from '../../support/eventually.js';
import { type Received, type Receiver, startReceiver } from '../../support/receiver.js';
import { storedReport } from '../../support/reports.js';

const WEBHOOKS = '/api/v1/webhooks';

let test: TestApp;
let receiver: Receiver;
/** What the endpoint answers, by the number of the request. */
let statusOf: (count: number) => number = () => 204;
let headersOf: Record<string, string> = {};

beforeAll(async () => {
  receiver = await startReceiver((response, count) => response.writeHead(statusOf(count), headersOf).end());
  test = await startApp({ ALLOWED_TARGETS: receiver.target, PUBLIC_URL: 'https://grade.example' });
});

beforeEach(() => {
  receiver.received.length = 0;
  statusOf = () => 204;
  headersOf = {};
});

afterEach(async () => {
  await test.database.query('UPDATE webhooks SET enabled = false');
});

afterAll(async () => {
  await test.close();
  await receiver.close();
});

async function newWebhook(fields: object = {}): Promise<{ id: number; secret: string }> {
  const { body } = await test.owner
    .call('post', WEBHOOKS)
    .send({ url: receiver.url, ...fields })
    .expect(201);
  return body.data;
}

async function deliveriesOf(id: number, query = '') {
  return (await test.owner.call('get', `${WEBHOOKS}/${String(id)}/deliveries${query}`).expect(200)).body.data;
}

/** The delivery of the last event, once it is as wanted. */
async function lastDelivery(id: number, status: string) {
  return eventually(async () => {
    const [delivery] = await deliveriesOf(id);
    return delivery?.status === status ? delivery : null;
  });
}

/** @throws Error if svix refuses the signature */
function verifyWithSvix(secret: string, { body, headers }: Pick<Received, 'body' | 'headers'>): void {
  execFileSync(process.execPath, ['test/support/verify-with-svix.mjs'], {
    input: JSON.stringify({ secret, body, headers }),
    stdio: 'pipe',
  });
}

describe('a completed report', () => {
  it('is told to every webhook that wants it, signed, in at most 4 KB', async () => {
    const { id, secret } = await newWebhook();
    await storedReport(test, test.owner, 'https://shop.example/', 70);
    const reportId = await storedReport(test, test.owner, 'https://shop.example/', 64);
    await receiver.until((received) => received.length === 2);
    const last = receiver.received.find(({ event }) => event.data.report_id === reportId);
    if (!last) throw new Error('The second report was not told');
    expect(last.event).toEqual({
      id: expect.stringMatching(/^evt_[0-9a-f]{32}$/),
      type: 'report.completed',
      timestamp: expect.stringMatching(/Z$/),
      data: {
        report_id: reportId,
        website_id: expect.any(Number),
        url: 'https://shop.example/',
        score: 64,
        result: 'decent',
        error: null,
        previous_score: 70,
        links: { report: `https://grade.example/api/v1/reports/${String(reportId)}` },
      },
    });
    expect(last.headers['content-type']).toBe('application/json');
    expect(last.headers['webhook-id']).toBe(last.event.id);
    const headers = last.headers as Record<string, string>;
    expect(new StandardWebhook(secret).verify(last.body, headers)).toEqual(last.event);
    expect(() => verifyWithSvix(secret, last)).not.toThrow();
    const other = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=';
    expect(() => new StandardWebhook(other).verify(last.body, headers)).toThrow();
    expect(() => verifyWithSvix(other, last)).toThrow();
    await eventually(async () => {
      const statuses = (await deliveriesOf(id)).map(({ status }: { status: string }) => status);
      return statuses.every((status: string) => status === 'succeeded');
    });
  });

  it('has its url cut at 500 characters', async () => {
    await newWebhook();
    const url = `https://shop.example/${'é'.repeat(1900)}`;
    await storedReport(test, test.owner, url);
    await receiver.until((received) => received.length === 1);
    const [{ event, body } = { event: { data: {} }, body: '' }] = receiver.received;
    expect([...(event.data as { url: string }).url]).toHaveLength(500);
    expect((event.data as { url: string }).url).toMatch(/é…$/);
    expect(Buffer.byteLength(body)).toBeLessThanOrEqual(4096);
  });

  it('is not told to webhooks of other types, other websites, other accounts, or disabled ones', async () => {
    const id = await storedReport(test, test.owner, 'https://known.example/');
    const { body } = await test.owner.call('get', `/api/v1/reports/${String(id)}`).expect(200);
    await newWebhook({ events: ['report.failed'] });
    await newWebhook({ enabled: false });
    await test.stranger.call('post', WEBHOOKS).send({ url: receiver.url }).expect(201);
    const chosen = await newWebhook({ website_ids: [body.data.website_id] });
    await storedReport(test, test.owner, 'https://other.example/');
    const wanted = await storedReport(test, test.owner, 'https://known.example/');
    await receiver.until((received) => received.length > 0);
    await lastDelivery(chosen.id, 'succeeded');
    expect(receiver.received.map(({ event }) => event.data.report_id)).toEqual([wanted]);
  });
});

it('deliveries that succeed are counted in the usage, of no key', async () => {
  const used = async (): Promise<number> => {
    const { body } = await test.owner.call('get', '/api/v1/usage?by=key').expect(200);
    const rows: { key_id: number | null; deliveries: number }[] = body.data;
    return rows.find(({ key_id: key }) => key === null)?.deliveries ?? 0;
  };
  const before = await used();
  const { id } = await newWebhook();
  await storedReport(test, test.owner, 'https://used.example/');
  await lastDelivery(id, 'succeeded');
  await eventually(async () => (await used()) === before + 1);
});

describe('a delivery that fails', () => {
  it('is tried again with the same id and another signature', async () => {
    statusOf = (count) => (count === 1 ? 500 : 200);
    const { id } = await newWebhook();
    await storedReport(test, test.owner, 'https://fails.example/');
    const failing = await lastDelivery(id, 'failing');
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
    await lastDelivery(id, 'succeeded');
    const [first, second] = receiver.received;
    expect(second?.event).toEqual(first?.event);
    expect(second?.body).toBe(first?.body);
    expect(second?.headers['webhook-signature']).not.toBe(first?.headers['webhook-signature']);
    expect((await test.owner.call('get', `${WEBHOOKS}/${String(id)}`)).body.data.failing_since).toBeNull();
  });

  it('waits as long as Retry-After says, and so do all others of the webhook', async () => {
    statusOf = () => 503;
    headersOf = { 'Retry-After': '3600' };
    const { id } = await newWebhook();
    await storedReport(test, test.owner, 'https://busy.example/');
    await lastDelivery(id, 'failing');
    await storedReport(test, test.owner, 'https://busy.example/');
    const { run_at: runAt } = await eventually(async () => {
      const [job] = await test.database.query<{ run_at: Date }>(
        `SELECT run_at FROM graphile_worker.jobs WHERE key = $1 AND run_at > now() + interval '50 minutes'`,
        [`deliver-events:${String(test.owner.id)}:${String(id)}`],
      );
      return job ?? null;
    });
    expect(runAt.getTime() - Date.now()).toBeLessThan(3_600_000);
    expect(receiver.received).toHaveLength(1);
  });

  it.each([
    [301, 'redirect'],
    [404, 'http_error'],
  ])('by status %d says so: %s', async (status, code) => {
    statusOf = () => status;
    headersOf = status === 301 ? { Location: receiver.url } : {};
    const { id } = await newWebhook();
    await storedReport(test, test.owner, 'https://status.example/');
    const failing = await lastDelivery(id, 'failing');
    expect(failing.attempts[0]).toMatchObject({ status_code: status, error: { code } });
    expect(receiver.received).toHaveLength(1);
  });

  it('ends after ten attempts', async () => {
    statusOf = () => 500;
    const { id } = await newWebhook();
    await storedReport(test, test.owner, 'https://never.example/');
    await lastDelivery(id, 'failing');
    await test.database.query(
      'UPDATE deliveries SET failures = 9, next_attempt_at = now() WHERE webhook_id = $1',
      [id],
    );
    await storedReport(test, test.owner, 'https://never.example/');
    await eventually(async () => (await deliveriesOf(id, '?status=failed')).length === 1);
    const [failed] = await deliveriesOf(id, '?status=failed');
    expect(failed.next_attempt_at).toBeNull();
  });
});

describe('an endpoint that does not want to be told', () => {
  it('is disabled by 410, which the others are told', async () => {
    statusOf = (count) => (count === 1 ? 410 : 204);
    const url = `${receiver.url}/token-of-theirs?token=secret`;
    const { id } = await newWebhook({ url, events: ['report.completed'] });
    const watcher = await newWebhook({ events: ['webhook.disabled'] });
    await storedReport(test, test.owner, 'https://gone.example/');
    await lastDelivery(watcher.id, 'succeeded');
    const { body } = await test.owner.call('get', `${WEBHOOKS}/${String(id)}`).expect(200);
    expect(body.data).toMatchObject({ enabled: false, disabled_reason: 'gone' });
    expect(receiver.received.at(-1)?.event).toMatchObject({
      type: 'webhook.disabled',
      data: { webhook_id: id, url: `${receiver.url}/…`, reason: 'gone' },
    });
    expect((await lastDelivery(id, 'failed')).next_attempt_at).toBeNull();
    await test.owner.call('post', `${WEBHOOKS}/${String(id)}/test`).expect(409);
    const enabled = await test.owner.call('patch', `${WEBHOOKS}/${String(id)}`).send({ enabled: true });
    expect(enabled.body.data).toMatchObject({ enabled: true, disabled_reason: null, failing_since: null });
  });

  it('is disabled when it has failed for five days', async () => {
    statusOf = () => 500;
    const { id } = await newWebhook();
    const [early, late] = ['4 days 23 hours', '5 days'].map((ago) => async () => {
      await test.database.query(`UPDATE webhooks SET failing_since = now() - $2::interval WHERE id = $1`, [
        id,
        ago,
      ]);
      const before = receiver.received.length;
      await storedReport(test, test.owner, 'https://days.example/');
      await receiver.until((received) => received.length > before);
      await lastDelivery(id, ago === '5 days' ? 'failed' : 'failing');
      return (await test.owner.call('get', `${WEBHOOKS}/${String(id)}`)).body.data;
    });
    expect(await early?.()).toMatchObject({ enabled: true });
    expect(await late?.()).toMatchObject({ enabled: false, disabled_reason: 'failing' });
  });
});

describe('POST /api/v1/webhooks/{id}/test', () => {
  it('sends webhook.test, whatever the webhook subscribes to', async () => {
    const { id } = await newWebhook({ events: ['key.expiring'] });
    const { body } = await test.owner.call('post', `${WEBHOOKS}/${String(id)}/test`).expect(202);
    expect(body.data).toMatchObject({ webhook_id: id, type: 'webhook.test', attempts: [] });
    await receiver.until((received) => received.length === 1);
    expect(receiver.received[0]?.event).toMatchObject({ id: body.data.event_id, type: 'webhook.test' });
  });
});

describe('a replay', () => {
  it('sends a delivery again with its id', async () => {
    const { id } = await newWebhook();
    await storedReport(test, test.owner, 'https://again.example/');
    const delivery = await lastDelivery(id, 'succeeded');
    const { body } = await test.owner
      .call('post', `/api/v1/deliveries/${String(delivery.id)}/replay`)
      .expect(202);
    expect(body.data).toMatchObject({ id: delivery.id, status: 'pending' });
    await receiver.until((received) => received.length === 2);
    expect(receiver.received[1]?.event).toEqual(receiver.received[0]?.event);
    const { attempts } = await lastDelivery(id, 'succeeded');
    expect(attempts).toHaveLength(2);
    await test.stranger.call('post', `/api/v1/deliveries/${String(delivery.id)}/replay`).expect(404);
  });

  it('sends all since a time again', async () => {
    const { id } = await newWebhook();
    await storedReport(test, test.owner, 'https://many.example/1');
    await lastDelivery(id, 'succeeded');
    const since = new Date().toISOString();
    for (const page of ['2', '3']) await storedReport(test, test.owner, `https://many.example/${page}`);
    await receiver.until((received) => received.length === 3);
    await eventually(async () => (await deliveriesOf(id, '?status=succeeded')).length === 3);
    const path = `${WEBHOOKS}/${String(id)}/replay`;
    const { body } = await test.owner.call('post', path).send({ since }).expect(202);
    expect(body.data).toMatchObject({ webhook_id: id, since, deliveries: 2 });
    await receiver.until((received) => received.length === 5);
    const ids = (from: number, to: number) =>
      receiver.received
        .slice(from, to)
        .map(({ event }) => event.id)
        .toSorted();
    expect(ids(3, 5)).toEqual(ids(1, 3));
    await test.owner.call('post', path).send({}).expect(422);
    await test.owner.call('post', path).send({ since: '2026-11-20' }).expect(422);
  });
});

describe('a rotated secret', () => {
  it('signs together with the one before for 24 hours', async () => {
    const { id, secret } = await newWebhook();
    const { body } = await test.owner.call('post', `${WEBHOOKS}/${String(id)}/rotate-secret`).expect(200);
    expect(body.data.secret).not.toBe(secret);
    await storedReport(test, test.owner, 'https://rotated.example/');
    await receiver.until((received) => received.length === 1);
    const verify = (by: string, at: number) => () =>
      new StandardWebhook(by).verify(
        receiver.received[at]?.body ?? '',
        receiver.received[at]?.headers as Record<string, string>,
      );
    expect(verify(secret, 0)).not.toThrow();
    expect(verify(body.data.secret, 0)).not.toThrow();
    await test.database.query('UPDATE webhooks SET previous_secret_until = now() WHERE id = $1', [id]);
    await storedReport(test, test.owner, 'https://rotated.example/');
    await receiver.until((received) => received.length === 2);
    expect(verify(secret, 1)).toThrow();
    expect(verify(body.data.secret, 1)).not.toThrow();
  });
});
