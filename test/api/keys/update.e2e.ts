import { setTimeout as sleep } from 'node:timers/promises';
import { startApp, type TestApp } from '../../support/app.js';
import { createdKey, KEYS } from '../../support/keys.js';

let test: TestApp;

beforeAll(async () => {
  test = await startApp();
});

afterAll(() => test.close());

describe('PATCH /api/v1/keys/{id}', () => {
  it('changes what is sent, within a second on every replica', async () => {
    const key = await createdKey(test.owner, { name: 'ci', scopes: ['reports:read', 'keys:read'] });
    const patch = (body: object) => test.owner.call('patch', `${KEYS}/${String(key.id)}`).send(body);
    const renamed = await patch({ name: 'cd', expires_at: '2999-01-01T00:00:00Z' }).expect(200);
    expect(renamed.body.data).toMatchObject({ name: 'cd', expires_at: '2999-01-01T00:00:00.000Z' });
    expect((await patch({ expires_at: null }).expect(200)).body.data.expires_at).toBeNull();
    const { body } = await patch({}).expect(200);
    expect((await patch({}).expect(200)).body.data).toEqual(body.data);
    const use = () => test.call('get', KEYS).set('Authorization', `Bearer ${String(key.secret)}`);
    await use().expect(200);
    await patch({ scopes: ['reports:read'] }).expect(200);
    await sleep(1100);
    await use().expect(403);
  });

  it('honors If-Match', async () => {
    const key = await createdKey(test.owner);
    const path = `${KEYS}/${String(key.id)}`;
    const { etag } = (await test.owner.call('get', path).expect(200)).headers;
    await test.owner
      .call('patch', path)
      .set('If-Match', etag ?? '')
      .send({ name: 'a' })
      .expect(200);
    for (const method of ['patch', 'delete'] as const)
      await test.owner
        .call(method, path)
        .set('If-Match', etag ?? '')
        .expect(412);
  });
});
