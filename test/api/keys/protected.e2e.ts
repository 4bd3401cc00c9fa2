import { SCOPES } from '../../../src/auth/scopes.js';
import { type Account, startApp, type TestApp } from '../../support/app.js';
import { createdKey, keyIdOf, KEYS, keysOfNewAccount } from '../../support/keys.js';

let test: TestApp;

beforeAll(async () => {
  test = await startApp();
});

afterAll(() => test.close());

describe('a key', () => {
  it('cannot change, delete or rotate one that may do more', async () => {
    const strong = await createdKey(test.owner, { name: 'strong', scopes: ['keys:write', 'websites:write'] });
    const path = `${KEYS}/${String(strong.id)}`;
    const weak = await test.keyFor(test.owner, { scopes: ['keys:write', 'keys:read'] });
    for (const refused of [
      weak.call('patch', path).send({ name: 'mine' }),
      weak.call('patch', path).send({ scopes: ['keys:write'] }),
      weak.call('delete', path),
      weak.call('post', `${path}/rotate`),
    ]) {
      const { body } = await refused.expect(403);
      expect(body.detail).toContain('websites:write');
    }
    await weak.call('get', path).expect(200);
  });
});

describe('the last key that manages keys for good', () => {
  it('is not deleted, weakened or made to expire', async () => {
    const [manager] = (await keysOfNewAccount(test, SCOPES, ['reports:read'])) as [Account];
    const path = `${KEYS}/${await keyIdOf(test, manager.key)}`;
    await createdKey(manager, { name: 'for a while', expires_at: '2999-01-01T00:00:00Z' });
    const refusals = [
      manager.call('delete', path),
      manager.call('patch', path).send({ scopes: ['keys:read'] }),
      manager.call('patch', path).send({ expires_at: '2999-01-01T00:00:00Z' }),
    ];
    for (const refused of refusals) {
      const { body } = await refused.expect(409);
      expect(body).toMatchObject({ code: 'conflict', detail: expect.stringMatching(/last key/) });
    }
    await manager.call('patch', path).send({ name: 'root' }).expect(200);
    const { body } = await manager.call('get', '/api/v1/audit-log').expect(200);
    expect(body.data.map(({ action }: { action: string }) => action)).toEqual(['key.updated', 'key.created']);
  });

  it('need not remain where there was none, but some key that manages keys does', async () => {
    const [manager] = (await keysOfNewAccount(test, SCOPES)) as [Account];
    const own = await keyIdOf(test, manager.key);
    const other = await createdKey(manager, { name: 'for a while', expires_at: '2999-01-01T00:00:00Z' });
    await test.database.query(`UPDATE api_keys SET expires_at = '2999-01-01' WHERE id = $1`, [own]);
    await manager.call('delete', `${KEYS}/${String(other.id)}`).expect(200);
    const { body } = await manager.call('delete', `${KEYS}/${own}`).expect(409);
    expect(body.detail).toMatch(/^This is the last key of the account that has keys:write\./);
  });

  it('remains, whatever happens at once', async () => {
    for (let round = 0; round < 5; round++) {
      const managers = await keysOfNewAccount(test, SCOPES, SCOPES, SCOPES);
      const ids = await Promise.all(managers.map(({ key }) => keyIdOf(test, key)));
      const statuses = await Promise.all(
        managers.map(async (manager, at) => {
          const path = `${KEYS}/${String(ids[(at + 1) % ids.length])}`;
          const request =
            at % 2 === 0
              ? manager.call('delete', path)
              : manager.call('patch', path).send({ scopes: ['reports:read'] });
          return (await request).status;
        }),
      );
      for (const status of statuses) expect([200, 401, 403, 409]).toContain(status);
      const [left] = await test.database.query<{ n: number }>(
        `SELECT count(*)::int AS n FROM api_keys
          WHERE id = ANY ($1) AND revoked_at IS NULL AND 'keys:write' = ANY (scopes)`,
        [ids],
      );
      expect(left?.n).toBeGreaterThan(0);
    }
  });
});
