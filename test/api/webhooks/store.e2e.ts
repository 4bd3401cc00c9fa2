import { EVENT_TYPES } from '../../../src/webhooks/event-types.js';
import { startApp, type TestApp } from '../../support/app.js';
import { storedReport } from '../../support/reports.js';

const WEBHOOKS = '/api/v1/webhooks';
const URL = 'https://hooks.example.com/pagegrade';

let test: TestApp;

beforeAll(async () => {
  test = await startApp({ ALLOWED_TARGETS: '127.0.0.1:9999' });
});

afterEach(() => test.database.query('UPDATE webhooks SET deleted_at = now() WHERE deleted_at IS NULL'));

afterAll(() => test.close());

async function newWebhook(fields: object = {}) {
  return (
    await test.owner
      .call('post', WEBHOOKS)
      .send({ url: URL, ...fields })
      .expect(201)
  ).body.data;
}

async function websiteId(url: string, account = test.owner): Promise<number> {
  const id = await storedReport(test, account, url);
  return (await account.call('get', `/api/v1/reports/${String(id)}`).expect(200)).body.data.website_id;
}

describe('POST /api/v1/webhooks', () => {
  it('creates a webhook of all events, and shows its secret once', async () => {
    const response = await test.owner.call('post', WEBHOOKS).send({ url: URL }).expect(201);
    const { id, secret, ...rest } = response.body.data;
    expect(rest).toEqual({
      url: URL,
      description: null,
      events: EVENT_TYPES,
      website_ids: null,
      enabled: true,
      disabled_reason: null,
      failing_since: null,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
    expect(response.headers.location).toBe(`${test.url}${WEBHOOKS}/${String(id)}`);
    expect(Buffer.from(secret.replace('whsec_', ''), 'base64')).toHaveLength(32);
    const { body } = await test.owner.call('get', `${WEBHOOKS}/${String(id)}`).expect(200);
    expect(body.data).toEqual({ id, ...rest });
  });

  it('takes a form, too', async () => {
    const known = await websiteId('https://form.example/');
    const { body } = await test.owner
      .call('post', WEBHOOKS)
      .type('form')
      .send(`url=${URL}&events=report.completed,report.failed&website_ids=${String(known)}&enabled=false`)
      .expect(201);
    expect(body.data).toMatchObject({
      events: ['report.completed', 'report.failed'],
      website_ids: [known],
      enabled: false,
    });
  });

  it('creates one for an Idempotency-Key, whose secret is not sent again', async () => {
    const send = () => test.owner.call('post', WEBHOOKS).set('Idempotency-Key', 'once').send({ url: URL });
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
    [{ url: URL, events: ['report.opened'] }, 'events', /must be a list/],
    [{ url: URL, events: [] }, 'events', /at least one/],
    [{ url: URL, website_ids: [] }, 'website_ids', /1 to 100/],
    [{ url: URL, website_ids: ['x'] }, 'website_ids', /ids/],
    [
      { url: URL, website_ids: [9007199254740991] },
      'website_ids',
      /no website of this account: 9007199254740991/,
    ],
    [{ url: URL, enabled: 'maybe' }, 'enabled', /true or false/],
    [{ url: URL, description: 'x'.repeat(256) }, 'description', /255/],
  ])('refuses %j', async (fields, field, message) => {
    const { body } = await test.owner.call('post', WEBHOOKS).send(fields).expect(422);
    expect(body.errors[field].join(' ')).toMatch(message);
  });

  it('refuses websites of another account', async () => {
    const foreign = await websiteId('https://foreign.example/', test.stranger);
    const { body } = await test.owner
      .call('post', WEBHOOKS)
      .send({ url: URL, website_ids: [foreign] })
      .expect(422);
    expect(body.errors.website_ids).toEqual([
      `website_ids has ids of no website of this account: ${String(foreign)}.`,
    ]);
  });

  it('takes http and addresses that the settings allow', async () => {
    await newWebhook({ url: 'http://127.0.0.1:9999/hook' });
  });

  it('refuses the 51st of an account, also when many are created at once', async () => {
    const create = () => test.owner.call('post', WEBHOOKS).send({ url: URL });
    await Promise.all(Array.from({ length: 48 }, create));
    const statuses = (await Promise.all(Array.from({ length: 5 }, create))).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([201, 201, 409, 409, 409]);
  });
});

describe('GET /api/v1/webhooks', () => {
  it('lists the webhooks of the account, newest first, without secrets', async () => {
    const ids = [(await newWebhook()).id, (await newWebhook()).id];
    const { body } = await test.owner.call('get', WEBHOOKS).expect(200);
    expect(body.data.map(({ id }: { id: number }) => id)).toEqual(ids.toReversed());
    expect(JSON.stringify(body)).not.toContain('whsec_');
    expect((await test.stranger.call('get', WEBHOOKS).expect(200)).body.data).toEqual([]);
  });
});

describe('PATCH /api/v1/webhooks/{id}', () => {
  it('changes what is sent, and null removes', async () => {
    const known = await websiteId('https://patched.example/');
    const { id } = await newWebhook({ description: 'Alerts', website_ids: [known] });
    const path = `${WEBHOOKS}/${String(id)}`;
    const changes = { events: ['key.expiring'], enabled: false };
    const { body } = await test.owner.call('patch', path).send(changes).expect(200);
    expect(body.data).toMatchObject({ ...changes, url: URL, description: 'Alerts', website_ids: [known] });
    const removed = await test.owner
      .call('patch', path)
      .send({ description: null, website_ids: null })
      .expect(200);
    expect(removed.body.data).toMatchObject({ description: null, website_ids: null });
  });

  it('changes nothing when it is empty, and only the version that If-Match names', async () => {
    const { id } = await newWebhook();
    const path = `${WEBHOOKS}/${String(id)}`;
    const { body, headers } = await test.owner.call('get', path).expect(200);
    expect((await test.owner.call('patch', path).send({}).expect(200)).body).toEqual(body);
    const etag = String(headers.etag);
    await test.owner.call('patch', path).set('If-Match', etag).send({ enabled: false }).expect(200);
    await test.owner.call('patch', path).set('If-Match', etag).send({ enabled: true }).expect(412);
    await test.owner.call('get', path).set('If-None-Match', etag).expect(200);
  });

  it('judges a new url like the first', async () => {
    const { id } = await newWebhook();
    await test.owner
      .call('patch', `${WEBHOOKS}/${String(id)}`)
      .send({ url: 'http://hooks.example.com/' })
      .expect(422);
  });
});

describe('DELETE /api/v1/webhooks/{id}', () => {
  it('removes the webhook, its deliveries and its secret', async () => {
    const { id, secret } = await newWebhook();
    const path = `${WEBHOOKS}/${String(id)}`;
    const { body: tested } = await test.owner.call('post', `${path}/test`).expect(202);
    const { body } = await test.owner.call('delete', path).expect(200);
    expect(body).toEqual({ id, object: 'webhook', deleted: true });
    for (const rest of ['', '/deliveries']) await test.owner.call('get', path + rest).expect(404);
    await test.owner.call('delete', path).expect(404);
    await test.owner.call('post', `/api/v1/deliveries/${String(tested.data.id)}/replay`).expect(404);
    expect(JSON.stringify(await test.database.query('SELECT * FROM webhooks'))).not.toContain(secret);
  });
});

describe('the address of a webhook, which may hold a token', () => {
  it('is masked in the audit log, which still shows that it was changed', async () => {
    const url = (token: string) => `https://hooks.example.com/services/${token}`;
    const { body: created } = await test.owner
      .call('post', WEBHOOKS)
      .send({ url: url('one') })
      .expect(201);
    const path = `${WEBHOOKS}/${String(created.data.id)}`;
    const { body } = await test.owner
      .call('patch', path)
      .send({ url: url('two') })
      .expect(200);
    expect(body.data.url).toBe(url('two'));
    await test.owner.call('delete', path).expect(200);
    const log = await test.owner.call('get', '/api/v1/audit-log').expect(200);
    const masked = url('…');
    const changes = (log.body.data as { changes: { url?: unknown } }[])
      .slice(0, 3)
      .map((entry) => entry.changes);
    expect(changes.map((each) => each.url)).toEqual([
      [masked, null],
      [masked, masked],
      [null, masked],
    ]);
    expect(log.text).not.toMatch(/services\/(one|two)/);
  });
});
