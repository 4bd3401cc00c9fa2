import { openApiDocument } from '../../../src/platform/http/openapi/docs.js';
import { startApp, type TestApp } from '../../support/app.js';
import { sharedWebsite } from '../../support/shared-websites.js';

let test: TestApp;

beforeAll(async () => {
  test = await startApp();
});

afterAll(() => test.close());

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly { readonly name?: string; readonly $ref?: string }[];
}

describe('Idempotency-Key', () => {
  it('is documented for every POST but those that repeat nothing: replays, and the end of a crawl', () => {
    const { paths } = openApiDocument(test.app);
    const posts = Object.values(paths).flatMap(({ post }) => (post ? [post as Operation] : []));
    const others = posts.filter(
      ({ parameters = [] }) =>
        !parameters.some(({ name, $ref }) => (name ?? $ref)?.includes('Idempotency-Key') === true),
    );
    expect(others.map(({ operationId }) => operationId)).toEqual([
      'replayDeliveries',
      'replayDelivery',
      'cancelCrawl',
    ]);
  });

  it('stores one monitor, and changes nothing when repeated', async () => {
    const send = (fields: object) =>
      test.owner.call('post', '/api/v1/monitors').set('Idempotency-Key', 'monitor').send(fields);
    const fields = { url: 'https://monitored.example/', schedule: '@daily', name: 'First' };
    const { body: first } = await send(fields).expect(201);
    await test.owner
      .call('patch', `/api/v1/monitors/${String(first.data.id)}`)
      .send({ name: 'Second' })
      .expect(200);
    const repeated = await send(fields).expect(201);
    expect(repeated.headers['idempotent-replayed']).toBe('true');
    expect(repeated.body).toEqual(first);
    const { body: now } = await test.owner
      .call('get', `/api/v1/monitors/${String(first.data.id)}`)
      .expect(200);
    expect(now.data.name).toBe('Second');
    await send({ ...fields, name: 'Third' }).expect(422);
  });

  it('makes one share URL', async () => {
    const { api } = await sharedWebsite(test);
    const send = (key: string) => test.owner.call('post', `${api}/share-url`).set('Idempotency-Key', key);
    const { body: first } = await send('share').expect(200);
    expect((await send('share').expect(200)).body).toEqual(first);
    expect((await send('again').expect(200)).body.data.share_url).not.toBe(first.data.share_url);
  });

  it('replaces a secret once, and sends it once', async () => {
    const created = await test.owner
      .call('post', '/api/v1/webhooks')
      .send({ url: 'https://hooks.example.com/' })
      .expect(201);
    const send = () =>
      test.owner
        .call('post', `/api/v1/webhooks/${String(created.body.data.id)}/rotate-secret`)
        .set('Idempotency-Key', 'secret');
    const { body: first } = await send().expect(200);
    expect(first.data.secret).toMatch(/^whsec_/);
    const { body: second } = await send().expect(200);
    expect(second.data.secret).toBeUndefined();
    const [row] = await test.database.query<{ secret: string }>('SELECT secret FROM webhooks');
    expect(row?.secret).toBe(first.data.secret);
  });
});
