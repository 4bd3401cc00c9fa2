import { type Scope } from '../../../src/auth/scopes.js';
import { type Account, startApp, type TestApp } from '../../support/app.js';
import {
  createdKey,
  keyIdOf,
  KEYS,
  keysOfNewAccount,
  statusBecomes,
  statusWith,
} from '../../support/keys.js';

let test: TestApp;

beforeAll(async () => {
  test = await startApp();
});

afterAll(() => test.close());

describe('DELETE /api/v1/keys/{id}', () => {
  it('ends a key, within a second on every replica', async () => {
    const key = await createdKey(test.owner);
    expect(await statusWith(test, key.secret)).toBe(200);
    const { body } = await test.owner.call('delete', `${KEYS}/${String(key.id)}`).expect(200);
    expect(body).toEqual({ id: key.id, object: 'key', deleted: true });
    await statusBecomes(test, key.secret, 401);
    for (const method of ['get', 'patch', 'delete'] as const)
      await test.owner.call(method, `${KEYS}/${String(key.id)}`).expect(404);
    await test.owner.call('post', `${KEYS}/${String(key.id)}/rotate`).expect(404);
  });

  it('leaves a key unable to create others within the second that replicas trust it', async () => {
    const scopes: Scope[] = ['keys:read', 'keys:write'];
    const [first, leaked] = (await keysOfNewAccount(test, scopes, scopes)) as [Account, Account];
    await leaked.call('get', KEYS).expect(200);
    await first.call('delete', `${KEYS}/${await keyIdOf(test, leaked.key)}`).expect(200);
    await leaked.call('post', KEYS).send({ name: 'back door' }).expect(401);
  });
});
