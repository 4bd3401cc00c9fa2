import { startApp, type TestApp } from '../../support/app.js';
import { crawled } from '../../support/crawls.js';
import { storedReport } from '../../support/reports.js';

const LOG = '/api/v1/audit-log';

let test: TestApp;

beforeAll(async () => {
  test = await startApp();
});

afterAll(() => test.close());

async function entries() {
  return (await test.owner.call('get', `${LOG}?per_page=100`).expect(200)).body.data;
}

async function newWebsite(): Promise<number> {
  const url = `https://site-${String(performance.now()).replace('.', '-')}.example/`;
  const id = await storedReport(test, test.owner, url);
  const { body } = await test.owner.call('get', `/api/v1/reports/${String(id)}`).expect(200);
  return body.data.website_id;
}

async function newKey(): Promise<number> {
  return (await test.owner.call('post', '/api/v1/keys').send({ name: 'ci' }).expect(201)).body.data.id;
}

async function newWebhook(): Promise<number> {
  const { body } = await test.owner
    .call('post', '/api/v1/webhooks')
    .send({ url: 'https://hooks.example/' })
    .expect(201);
  return body.data.id;
}

async function newDelivery(): Promise<number> {
  const path = `/api/v1/webhooks/${String(await newWebhook())}/test`;
  return (await test.owner.call('post', path).expect(202)).body.data.id;
}

async function newMonitor(): Promise<number> {
  const url = `https://monitored.example/${String(performance.now())}`;
  const fields = { url, schedule: '@daily' };
  return (await test.owner.call('post', '/api/v1/monitors').send(fields).expect(201)).body.data.id;
}

/** One that is over in the queue, and still runs by its record. */
async function newCrawl(): Promise<number> {
  const { id } = await crawled(test.owner, { url: 'https://crawled.example/' });
  await test.database.query(`UPDATE crawls SET status = 'running' WHERE id = $1`, [id]);
  return id;
}

/** A body that changes something, by operation. A new operation that changes anything has to be added here. */
const CHANGES: Record<string, { body?: object; record?: () => Promise<number>; action: string }> = {
  storeKey: { body: { name: 'new' }, action: 'key.created' },
  updateKey: { body: { name: 'renamed' }, record: newKey, action: 'key.updated' },
  rotateKey: { body: {}, record: newKey, action: 'key.rotated' },
  deleteKey: { record: newKey, action: 'key.deleted' },
  replaceWebsite: { body: { privacy: 0 }, record: newWebsite, action: 'website.updated' },
  updateWebsite: { body: { privacy: 0 }, record: newWebsite, action: 'website.updated' },
  renewShareUrl: { body: {}, record: newWebsite, action: 'website.share_url_renewed' },
  deleteWebsite: { record: newWebsite, action: 'website.deleted' },
  storeWebhook: { body: { url: 'https://hooks.example/' }, action: 'webhook.created' },
  updateWebhook: { body: { events: ['report.failed'] }, record: newWebhook, action: 'webhook.updated' },
  rotateWebhookSecret: { record: newWebhook, action: 'webhook.secret_rotated' },
  deleteWebhook: { record: newWebhook, action: 'webhook.deleted' },
  testWebhook: { record: newWebhook, action: 'webhook.tested' },
  replayDeliveries: {
    body: { since: '2026-11-20T00:00:00Z' },
    record: newWebhook,
    action: 'webhook.replayed',
  },
  storeMonitor: { body: { url: 'https://new.example/', schedule: '@daily' }, action: 'monitor.created' },
  updateMonitor: { body: { schedule: '@hourly' }, record: newMonitor, action: 'monitor.updated' },
  runMonitor: { record: newMonitor, action: 'monitor.run' },
  deleteMonitor: { record: newMonitor, action: 'monitor.deleted' },
  storeCrawl: { body: { url: 'https://new.example/' }, action: 'crawl.created' },
  cancelCrawl: { record: newCrawl, action: 'crawl.cancelled' },
  updateAccount: { body: { brand: { name: 'New' } }, action: 'account.updated' },
  deleteCrawl: { record: newCrawl, action: 'crawl.deleted' },
  replayDelivery: { record: newDelivery, action: 'delivery.replayed' },
};

describe('every change over the API', () => {
  it('leaves one entry, but for reports, which are many', async () => {
    const { body: document } = await test.call('get', '/openapi.json').expect(200);
    for (const [path, operations] of Object.entries<Record<string, { operationId: string }>>(
      document.paths,
    )) {
      for (const [method, { operationId }] of Object.entries(operations)) {
        if (method === 'get' || path.startsWith('/api/v1/reports')) continue;
        const change = CHANGES[operationId];
        if (!change) throw new Error(`${operationId} has no entry in the audit log that is tested here`);
        const id = await change.record?.();
        const before = (await entries())[0]?.id ?? 0;
        const response = await test.owner
          .call(method as 'post', path.replace('{id}', String(id)))
          .set('X-Request-Id', `id-of-${operationId}`)
          .send(change.body);
        expect(response.status).toBeLessThan(300);
        const added = (await entries()).filter((entry: { id: number }) => entry.id > before);
        expect(added).toEqual([
          expect.objectContaining({
            action: change.action,
            object: { type: change.action.split('.')[0], id: id ?? response.body.data.id },
            request_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
            client_request_id: `id-of-${operationId}`,
            ip: expect.stringMatching(/127\.0\.0\.1$/),
            key: expect.objectContaining({ id: expect.any(Number) }),
          }),
        ]);
      }
    }
  });
});

describe('an entry', () => {
  it('has the fields that changed, and no secret', async () => {
    const id = await newWebsite();
    const password = 'correct horse battery staple';
    await test.owner.call('patch', `/api/v1/websites/${String(id)}`).send({ privacy: 2, password });
    const [entry] = await entries();
    expect(entry.changes).toEqual({ privacy: [1, 2], password_set: [false, true] });
    await test.owner
      .call('patch', `/api/v1/websites/${String(id)}`)
      .send({ privacy: 2, password: 'another' });
    expect((await entries())[0].changes).toEqual({ password_replaced: [null, true] });
    const { body } = await test.owner.call('post', '/api/v1/keys').send({ name: 'secret one' }).expect(201);
    const [logged] = await entries();
    expect(logged.changes).toMatchObject({ name: [null, 'secret one'], scopes: [null, expect.any(Array)] });
    const text = JSON.stringify(await entries());
    expect(text).not.toContain(body.data.secret);
    expect(text).not.toContain(password);
  });

  it('is not written for requests that are refused or change nothing', async () => {
    const [id, keyId] = [await newWebsite(), await newKey()];
    const before = await entries();
    await test.owner
      .call('patch', `/api/v1/keys/${String(keyId)}`)
      .send({ name: 'ci' })
      .expect(200);
    await test.owner
      .call('patch', `/api/v1/keys/${String(keyId)}`)
      .send({ scopes: [] })
      .expect(422);
    await test.owner
      .call('patch', `/api/v1/websites/${String(id)}`)
      .send({})
      .expect(200);
    await test.owner
      .call('delete', `/api/v1/websites/${String(id)}`)
      .set('If-Match', '"x"')
      .expect(412);
    await test.stranger.call('delete', `/api/v1/keys/${String(keyId)}`).expect(404);
    expect(await entries()).toEqual(before);
  });

  it('shows to its account alone, and to keys with keys:read alone', async () => {
    const { body } = await test.stranger.call('get', LOG).expect(200);
    expect(body.data).toEqual([]);
    const reader = await test.keyFor(test.owner, { scopes: ['websites:read', 'keys:write'] });
    await reader.call('get', LOG).expect(403);
  });
});

describe('GET /api/v1/audit-log', () => {
  it('lists the newest entries first, by cursor and by time', async () => {
    const all = await entries();
    const first = (await test.owner.call('get', `${LOG}?per_page=10`).expect(200)).body;
    expect(first.data).toEqual(all.slice(0, 10));
    const next = await test.owner.call('get', `${LOG}?per_page=10&cursor=${String(first.meta.next_cursor)}`);
    expect(next.body.data).toEqual(all.slice(10, 20));
    const { created_at } = all[5];
    const since = await test.owner.call('get', `${LOG}?per_page=100&created_after=${String(created_at)}`);
    expect(since.body.data.map(({ id }: { id: number }) => id)).toContain(all[5].id);
    const before = await test.owner.call('get', `${LOG}?per_page=100&created_before=${String(created_at)}`);
    expect(before.body.data.map(({ id }: { id: number }) => id)).not.toContain(all[5].id);
  });
});
