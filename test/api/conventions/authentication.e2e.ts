import { setTimeout as sleep } from 'node:timers/promises';
import { AuthService } from '../../../src/auth/auth.service.js';
import { newSecret } from '../../../src/auth/secret.js';
import { Database } from '../../../src/platform/database/database.js';
import { eventually } from '../../support/eventually.js';
import { startApp, startInstance, type TestApp } from '../../support/app.js';
import { freshDatabase } from '../../support/database.js';

let test: TestApp;

beforeAll(async () => {
  test = await startApp();
});

afterAll(() => test.close());

const CHALLENGE = 'Bearer realm="Pagegrade"';

describe('authentication', () => {
  it.each([
    ['no header', undefined],
    ['another scheme', 'Basic dXNlcjpwYXNz'],
    ['a scheme alone', 'Bearer'],
    ['a scheme and blanks', 'Bearer  '],
    ['two keys', 'Bearer a b'],
  ])('answers 401 without an error code for %s', async (_what, authorization) => {
    const call = test.call('get', '/api/v1/reports');
    const response = await (
      authorization === undefined ? call : call.set('Authorization', authorization)
    ).expect(401);
    expect(response.headers['www-authenticate']).toBe(CHALLENGE);
    expect(response.body.code).toBe('unauthenticated');
  });

  it('answers 401 invalid_token for an unknown, an expired and a revoked key, all alike', async () => {
    const expired = await test.keyFor(test.owner, { expired: true });
    const revoked = await test.keyFor(test.owner, { revoked: true });
    for (const key of ['pgk_unknown', expired.key, revoked.key]) {
      const response = await test
        .call('get', '/api/v1/account')
        .set('Authorization', `Bearer ${key}`)
        .set('X-Request-Id', 'same')
        .expect(401);
      expect(response.headers['www-authenticate']).toBe(`${CHALLENGE}, error="invalid_token"`);
      expect(response.body).toMatchObject({
        code: 'invalid_token',
        detail: 'The API key is unknown, expired or revoked.',
      });
      expect(response.text).not.toContain(key);
    }
  });

  it('does not care about the case of the scheme', async () => {
    await test.call('get', '/api/v1/account').set('Authorization', `bEARER ${test.owner.key}`).expect(200);
  });

  it('takes no key from the query or the body', async () => {
    await test
      .call('get', `/api/v1/account?api_key=${test.owner.key}&access_token=${test.owner.key}`)
      .expect(401);
    await test
      .call('post', '/api/v1/reports')
      .type('form')
      .send({ access_token: test.owner.key })
      .expect(401);
  });

  it('comes before every other refusal below /api', async () => {
    await test.call('get', '/api/v1/nowhere').expect(401);
    await test.call('get', '/api').expect(404);
    await test.call('get', '/api/').expect(401);
    await test.call('delete', '/api/v1/reports').expect(401);
    await test.call('options', '/api/v1/reports').expect(401);
    await test.call('get', '/api/v1/reports/%zz').expect(401);
    await test.call('get', '/api/v1/reports?per_page=7&a=%zz').expect(401);
    await test.call('post', '/api/v1/reports').set('Content-Type', 'text/plain').send('x').expect(401);
    await test.call('post', '/api/v1/reports').type('form').send('a'.repeat(20_000)).expect(401);
    await test.call('head', '/api/v1/reports').expect(401);
  });

  it('answers 403 and names the scope where the key lacks it', async () => {
    const reader = await test.keyFor(test.owner, { scopes: ['reports:read'] });
    await reader.call('get', '/api/v1/reports').expect(200);
    await reader.call('get', '/api/v1/account').expect(200);
    for (const [method, path, scope] of [
      ['post', '/api/v1/reports', 'reports:write'],
      ['delete', '/api/v1/reports/1', 'reports:write'],
      ['get', '/api/v1/websites', 'websites:read'],
      ['get', '/api/v1/websites/1', 'websites:read'],
      ['patch', '/api/v1/websites/1', 'websites:write'],
      ['put', '/api/v1/websites/1', 'websites:write'],
      ['delete', '/api/v1/websites/1', 'websites:write'],
    ] as const) {
      const response = await reader.call(method, path).expect(403);
      expect(response.headers['www-authenticate']).toContain(`error="insufficient_scope", scope="${scope}"`);
    }
  });

  it('answers 403 to a key that may only write and asks for an earlier report with max_age', async () => {
    const writer = await test.keyFor(test.owner, { scopes: ['reports:write'] });
    const body = { url: 'http://10.0.0.1/', max_age: 1 };
    const refused = await writer
      .call('post', '/api/v1/reports')
      .send({ ...body, url: 'https://a.example/' })
      .expect(403);
    expect(refused.body.code).toBe('insufficient_scope');
    expect(refused.headers['www-authenticate']).toContain('error="insufficient_scope", scope="reports:read"');
    await writer
      .call('post', '/api/v1/reports')
      .send({ ...body, max_age: 0 })
      .expect(422);
    const reader = await test.keyFor(test.owner, { scopes: ['reports:write', 'reports:read'] });
    await reader.call('post', '/api/v1/reports').send(body).expect(422);
  });

  it('forgets a revoked key within a second, on every instance', async () => {
    const other = await startInstance(test.database.url);
    await other.app.get(Database).connect();
    const short = await test.keyFor(test.owner);
    const paths = [test.url, other.url].map((url) => `${url}/api/v1/account`);
    const statuses = () =>
      Promise.all(
        paths.map(
          async (path) => (await fetch(path, { headers: { authorization: `Bearer ${short.key}` } })).status,
        ),
      );
    expect(await statuses()).toEqual([200, 200]);
    await test.database.query(`UPDATE api_keys SET revoked_at = now() WHERE hash = sha256($1::bytea)`, [
      short.key,
    ]);
    await sleep(1000);
    expect(await statuses()).toEqual([401, 401]);
    await other.close();
  });

  it('notes the last use of a key', async () => {
    const used = await test.keyFor(test.owner);
    await used.call('get', '/api/v1/account').expect(200);
    const lastUse = async () => {
      const rows = await test.database.query<{ last_used_at: Date | null }>(
        'SELECT last_used_at FROM api_keys WHERE hash = sha256($1::bytea)',
        [used.key],
      );
      return rows[0]?.last_used_at;
    };
    expect(await eventually(lastUse)).toBeInstanceOf(Date);
  });

  it('keeps no key in clear', async () => {
    const dump = JSON.stringify(await test.database.query('SELECT * FROM api_keys'));
    expect(dump).not.toContain(test.owner.key);
  });
});

describe('the first key', () => {
  it('is made once, however many instances start together', async () => {
    const database = await freshDatabase();
    const instances = await Promise.all([1, 2, 3, 4].map(() => startInstance(database.url)));
    await Promise.all(instances.map(({ app }) => app.get(Database).connect()));
    const keys = await Promise.all(instances.map(({ app }) => app.get(AuthService).bootstrap()));
    expect(keys.filter((key) => key !== null)).toHaveLength(1);
    expect(await database.query('SELECT 1 FROM accounts')).toHaveLength(1);
    await Promise.all(instances.map((instance) => instance.close()));
    await database.drop();
  });

  it('is refused at the start where the settings hold a generated key with a wrong checksum', async () => {
    const mistyped = newSecret().replace(/.$/, (last) => (last === '0' ? '1' : '0'));
    const app = await startApp({ API_KEY: mistyped });
    await expect(app.app.get(AuthService).bootstrap()).rejects.toThrow('API_KEY looks like a generated key');
    await app.close();
  });

  it('may be any text from the settings, and is added beside others', async () => {
    const opaque = '"any"_opaque~text';
    const app = await startApp({ API_KEY: opaque });
    expect(await app.app.get(AuthService).bootstrap()).toBeNull();
    expect(await app.app.get(AuthService).bootstrap()).toBeNull();
    const { body } = await app
      .call('get', '/api/v1/account')
      .set('Authorization', `Bearer ${opaque}`)
      .expect(200);
    expect(body.data.key).toMatchObject({ name: 'API_KEY', prefix: '', last_four: '' });
    await app.close();
  });
});
