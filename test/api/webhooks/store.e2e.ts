import { EVENT_TYPES } from '../../../src/webhooks/events/event-types.js';
import { startApp, type TestApp } from '../../support/app.js';
import { websiteIdOf } from '../../support/reports.js';
import { createdWebhook, ENDPOINT_URL, WEBHOOKS } from '../../support/webhooks.js';

let test: TestApp;

beforeAll(async () => {
  test = await startApp({ ALLOWED_TARGETS: '127.0.0.1:9999' });
});

afterEach(() => test.database.query('UPDATE webhooks SET deleted_at = now() WHERE deleted_at IS NULL'));

afterAll(() => test.close());

describe('POST /api/v1/webhooks', () => {
  it('creates a webhook of all events, and shows its secret once', async () => {
    const response = await test.owner.call('post', WEBHOOKS).send({ url: ENDPOINT_URL }).expect(201);
    const { id, secret, ...rest } = response.body.data;
    expect(rest).toEqual({
      url: ENDPOINT_URL,
      description: null,
      events: EVENT_TYPES,
      website_ids: null,
      enabled: true,
      disabled_reason: null,
      failing_since: null,
      paused_until: null,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
    expect(response.headers.location).toBe(`${test.url}${WEBHOOKS}/${String(id)}`);
    expect(Buffer.from(secret.replace('whsec_', ''), 'base64')).toHaveLength(32);
    const { body } = await test.owner.call('get', `${WEBHOOKS}/${String(id)}`).expect(200);
    expect(body.data).toEqual({ id, ...rest });
  });

  it('takes a form, too', async () => {
    const known = await websiteIdOf(test, test.owner, 'https://form.example/');
    const { body } = await test.owner
      .call('post', WEBHOOKS)
      .type('form')
      .send(
        `url=${ENDPOINT_URL}&events=report.completed,report.failed&website_ids=${String(known)}&enabled=false`,
      )
      .expect(201);
    expect(body.data).toMatchObject({
      events: ['report.completed', 'report.failed'],
      website_ids: [known],
      enabled: false,
    });
  });

  it('creates one for an Idempotency-Key, whose secret is not sent again', async () => {
    const send = () =>
      test.owner.call('post', WEBHOOKS).set('Idempotency-Key', 'once').send({ url: ENDPOINT_URL });
    const first = await send().expect(201);
    const second = await send().expect(201);
    expect(second.headers['idempotent-replayed']).toBe('true');
    expect(second.body.data.id).toBe(first.body.data.id);
    expect(second.body.data.secret).toBeUndefined();
    const { rows } = { rows: await test.database.query<object>('SELECT * FROM idempotency_keys') };
    expect(JSON.stringify(rows)).not.toContain(first.body.data.secret);
  });

  it.each([
    [{}, 'url', /required/],
    [{ url: 'http://hooks.example.com/' }, 'url', /must be an https URL/],
    [{ url: 'https://127.0.0.1/' }, 'url', /domain name.*ALLOWED_TARGETS/],
    [{ url: 'https://[::1]/' }, 'url', /domain name/],
    [{ url: 'https://localhost/' }, 'url', /public internet/],
    [{ url: 'https://metadata.internal/' }, 'url', /public internet/],
    [{ url: 'https://hooks.example.com:8443/' }, 'url', /port/],
    [{ url: 'https://user:secret@hooks.example.com/' }, 'url', /user name/],
    [{ url: 'ftp://hooks.example.com/' }, 'url', /absolute/],
    [{ url: ENDPOINT_URL, events: ['report.opened'] }, 'events', /must be a list/],
    [{ url: ENDPOINT_URL, events: [] }, 'events', /at least one/],
    [{ url: ENDPOINT_URL, website_ids: [] }, 'website_ids', /1 to 100/],
    [{ url: ENDPOINT_URL, website_ids: ['x'] }, 'website_ids', /ids/],
    [{ url: ENDPOINT_URL, website_ids: [1e20] }, 'website_ids', /ids/],
    [{ url: ENDPOINT_URL, website_ids: [1e300] }, 'website_ids', /ids/],
    [
      { url: ENDPOINT_URL, website_ids: [9007199254740991] },
      'website_ids',
      /no website of this account: 9007199254740991/,
    ],
    [{ url: ENDPOINT_URL, enabled: 'maybe' }, 'enabled', /true or false/],
    [{ url: ENDPOINT_URL, description: 'x'.repeat(256) }, 'description', /255/],
  ])('refuses %j', async (fields, field, message) => {
    const { body } = await test.owner.call('post', WEBHOOKS).send(fields).expect(422);
    expect(body.errors[field].join(' ')).toMatch(message);
  });

  it('refuses websites of another account', async () => {
    const foreign = await websiteIdOf(test, test.stranger, 'https://foreign.example/');
    const { body } = await test.owner
      .call('post', WEBHOOKS)
      .send({ url: ENDPOINT_URL, website_ids: [foreign] })
      .expect(422);
    expect(body.errors.website_ids).toEqual([
      `website_ids has ids of no website of this account: ${String(foreign)}.`,
    ]);
  });

  it('takes http and addresses that the settings allow', async () => {
    await createdWebhook(test.owner, { url: 'http://127.0.0.1:9999/hook' });
  });

  it('refuses the 51st of an account, also when many are created at once', async () => {
    const create = () => test.owner.call('post', WEBHOOKS).send({ url: ENDPOINT_URL });
    await Promise.all(Array.from({ length: 48 }, create));
    const statuses = (await Promise.all(Array.from({ length: 5 }, create))).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([201, 201, 409, 409, 409]);
  });
});
