import { type Account, startApp, type TestApp } from '../../support/app.js';
import { keysOfNewAccount } from '../../support/keys.js';
import { websiteIdOf } from '../../support/reports.js';
import { createdWebhook, ENDPOINT_URL, WEBHOOKS } from '../../support/webhooks.js';

let test: TestApp;

beforeAll(async () => {
  test = await startApp();
});

afterAll(() => test.close());

describe('PATCH /api/v1/webhooks/{id}', () => {
  it('changes what is sent, and null removes', async () => {
    const known = await websiteIdOf(test, test.owner, 'https://patched.example/');
    const { id } = await createdWebhook(test.owner, { description: 'Alerts', website_ids: [known] });
    const path = `${WEBHOOKS}/${String(id)}`;
    const changes = { events: ['key.expiring'], enabled: false };
    const { body } = await test.owner.call('patch', path).send(changes).expect(200);
    expect(body.data).toMatchObject({
      ...changes,
      url: ENDPOINT_URL,
      description: 'Alerts',
      website_ids: [known],
    });
    const removed = await test.owner
      .call('patch', path)
      .send({ description: null, website_ids: null })
      .expect(200);
    expect(removed.body.data).toMatchObject({ description: null, website_ids: null });
  });

  it('keeps the id of a website that was deleted, if it is sent again', async () => {
    const gone = await websiteIdOf(test, test.owner, 'https://gone.example/');
    const { id } = await createdWebhook(test.owner, { website_ids: [gone] });
    const { id: other } = await createdWebhook(test.owner);
    await test.owner.call('delete', `/api/v1/websites/${gone}`).expect(200);
    const update = (webhook: number) =>
      test.owner.call('patch', `${WEBHOOKS}/${webhook}`).send({ website_ids: [gone], description: 'Kept' });
    expect((await update(id).expect(200)).body.data).toMatchObject({ website_ids: [gone] });
    await update(other).expect(422);
  });

  it('changes nothing when it is empty, and only the version that If-Match names', async () => {
    const { id } = await createdWebhook(test.owner);
    const path = `${WEBHOOKS}/${String(id)}`;
    const { body, headers } = await test.owner.call('get', path).expect(200);
    expect((await test.owner.call('patch', path).send({}).expect(200)).body).toEqual(body);
    const etag = String(headers.etag);
    await test.owner.call('patch', path).set('If-Match', etag).send({ enabled: false }).expect(200);
    await test.owner.call('patch', path).set('If-Match', etag).send({ enabled: true }).expect(412);
    await test.owner.call('get', path).set('If-None-Match', etag).expect(200);
  });

  it('judges a new url like the first', async () => {
    const { id } = await createdWebhook(test.owner);
    await test.owner
      .call('patch', `${WEBHOOKS}/${String(id)}`)
      .send({ url: 'http://hooks.example.com/' })
      .expect(422);
  });
});

describe('the address of a webhook, which may hold a token', () => {
  it('is masked for a key without webhooks:read, also where a request is repeated', async () => {
    const [writer, reader] = (await keysOfNewAccount(
      test,
      ['webhooks:write'],
      ['webhooks:read', 'webhooks:write'],
    )) as [Account, Account];
    const url = 'https://hooks.example.com/services/token?secret=1';
    const masked = 'https://hooks.example.com/services/…';
    const create = (by: Account) =>
      by.call('post', WEBHOOKS).set('Idempotency-Key', 'create').send({ url }).expect(201);
    const { body: created } = await create(writer);
    expect(created.data.url).toBe(masked);
    expect((await create(writer)).body.data.url).toBe(masked);
    expect((await create(reader)).body.data.url).toBe(url);
    const path = `${WEBHOOKS}/${String(created.data.id)}`;
    const update = (by: Account, description: string) =>
      by.call('patch', path).send({ description }).expect(200);
    expect((await update(writer, 'one')).body.data.url).toBe(masked);
    expect((await update(reader, 'two')).body.data.url).toBe(url);
    const rotate = (by: Account) =>
      by.call('post', `${path}/rotate-secret`).set('Idempotency-Key', 'rotate').expect(200);
    const { body: rotated } = await rotate(reader);
    expect(rotated.data).toMatchObject({ url, secret: expect.any(String) });
    const { body: repeated } = await rotate(writer);
    expect(repeated.data).toEqual({ ...rotated.data, url: masked, secret: undefined });
  });

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
