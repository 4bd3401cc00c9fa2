import { execFileSync } from 'node:child_process';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { eventually } from '../../support/eventually.js';
import { type Received } from '../../support/receiver.js';
import { storedReport } from '../../support/reports.js';
import { startWebhookApp, type WebhookApp, WEBHOOKS } from '../../support/webhooks.js';

let test: WebhookApp;

beforeAll(async () => {
  test = await startWebhookApp({ PUBLIC_URL: 'https://grade.example' });
});

afterEach(() => test.reset());

afterAll(() => test.close());

/** @throws Error if svix refuses the signature */
function verifyWithSvix(secret: string, { body, headers }: Pick<Received, 'body' | 'headers'>): void {
  execFileSync(process.execPath, ['test/support/verify-with-svix.mjs'], {
    input: JSON.stringify({ secret, body, headers }),
    stdio: 'pipe',
  });
}

describe('a completed report', () => {
  it('is told to every webhook that wants it, signed, in at most 4 KB', async () => {
    const { id, secret } = await test.newWebhook();
    await storedReport(test, test.owner, 'https://shop.example/', 70);
    const reportId = await storedReport(test, test.owner, 'https://shop.example/', 64);
    await test.receiver.until((received) => received.length === 2);
    const last = test.receiver.received.find(({ event }) => event.data.report_id === reportId);
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
      const statuses = (await test.deliveriesOf(id)).map(({ status }: { status: string }) => status);
      return statuses.every((status: string) => status === 'succeeded');
    });
  });

  it('has its url cut at 500 characters', async () => {
    await test.newWebhook();
    const url = `https://shop.example/${'é'.repeat(1900)}`;
    await storedReport(test, test.owner, url);
    await test.receiver.until((received) => received.length === 1);
    const [{ event, body } = { event: { data: {} }, body: '' }] = test.receiver.received;
    expect([...(event.data as { url: string }).url]).toHaveLength(500);
    expect((event.data as { url: string }).url).toMatch(/é…$/);
    expect(Buffer.byteLength(body)).toBeLessThanOrEqual(4096);
  });

  it('is not told to webhooks of other types, other websites, other accounts, or disabled ones', async () => {
    const id = await storedReport(test, test.owner, 'https://known.example/');
    const { body } = await test.owner.call('get', `/api/v1/reports/${String(id)}`).expect(200);
    await test.newWebhook({ events: ['report.failed'] });
    await test.newWebhook({ enabled: false });
    await test.stranger.call('post', WEBHOOKS).send({ url: test.receiver.url }).expect(201);
    const chosen = await test.newWebhook({ website_ids: [body.data.website_id] });
    await storedReport(test, test.owner, 'https://other.example/');
    const wanted = await storedReport(test, test.owner, 'https://known.example/');
    await test.receiver.until((received) => received.length > 0);
    await test.lastDelivery(chosen.id, 'succeeded');
    expect(test.receiver.received.map(({ event }) => event.data.report_id)).toEqual([wanted]);
  });
});

it('deliveries that succeed are counted in the usage, of no key', async () => {
  const used = async (): Promise<number> => {
    const { body } = await test.owner.call('get', '/api/v1/usage?by=key').expect(200);
    const rows: { key_id: number | null; deliveries: number }[] = body.data;
    return rows.find(({ key_id: key }) => key === null)?.deliveries ?? 0;
  };
  const before = await used();
  const { id } = await test.newWebhook();
  await storedReport(test, test.owner, 'https://used.example/');
  await test.lastDelivery(id, 'succeeded');
  await eventually(async () => (await used()) === before + 1);
});
