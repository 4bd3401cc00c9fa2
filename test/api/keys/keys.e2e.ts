import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { hashOf } from '../../../src/auth/secret.js';
import { type Scope, SCOPES } from '../../../src/auth/scopes.js';
import { type Account, startApp, type TestApp } from '../../support/app.js';

const KEYS = '/api/v1/keys';

let test: TestApp;

beforeAll(async () => {
  test = await startApp();
});

afterAll(() => test.close());

async function created(by: Account, body: object = { name: 'ci' }) {
  return (await by.call('post', KEYS).send(body).expect(201)).body.data;
}

const statusWith = async (secret: string) =>
  (await test.call('get', '/api/v1/account').set('Authorization', `Bearer ${secret}`)).status;

async function statusBecomes(secret: string, status: number): Promise<void> {
  const endsAt = performance.now() + 5000;
  while ((await statusWith(secret)) !== status && performance.now() < endsAt) await sleep(100);
  expect(await statusWith(secret)).toBe(status);
}

/** An account with keys of its own. */
async function newAccount(...scopes: (readonly Scope[])[]): Promise<Account[]> {
  const [row] = await test.database.query<{ id: number }>(
    `INSERT INTO accounts (name) VALUES ('Other') RETURNING id`,
  );
  const account = { ...test.owner, id: Number(row?.id) };
  return Promise.all(scopes.map((own) => test.keyFor(account, { scopes: own })));
}

const idOf = async (key: string) => {
  const rows = await test.database.query<{ id: number }>('SELECT id::int FROM api_keys WHERE hash = $1', [
    hashOf(key),
  ]);
  return String(rows[0]?.id);
};

describe('POST /api/v1/keys', () => {
  it('creates a key whose secret is sent this once', async () => {
    const body = { name: ' ci ', scopes: ['reports:read'], expires_at: '2999-01-31T01:00:00+01:00' };
    const response = await test.owner.call('post', KEYS).send(body).expect(201);
    const { secret, ...key } = response.body.data;
    expect(response.headers.location).toBe(`${test.url}${KEYS}/${String(key.id)}`);
    expect(key).toMatchObject({
      name: 'ci',
      scopes: ['reports:read'],
      expires_at: '2999-01-31T00:00:00.000Z',
      last_used_at: null,
      prefix: secret.slice(0, 8),
      last_four: secret.slice(-4),
    });
    const shown = await test.owner.call('get', `${KEYS}/${String(key.id)}`).expect(200);
    expect(shown.body.data).toEqual(key);
    const { body: listed } = await test.owner.call('get', KEYS).expect(200);
    expect(listed.data[0]).toEqual(key);
    expect(await statusWith(secret)).toBe(200);
    await test.stranger.call('get', `${KEYS}/${String(key.id)}`).expect(404);
  });

  it('gives the scopes of the caller, or some of them, and never others', async () => {
    const scopes: Scope[] = ['keys:write', 'reports:read'];
    const clerk = await test.keyFor(test.owner, { scopes });
    expect((await created(clerk)).scopes.toSorted()).toEqual(scopes);
    expect((await created(clerk, { name: 'x', scopes: ['reports:read', 'reports:read'] })).scopes).toEqual([
      'reports:read',
    ]);
    for (const scope of SCOPES.filter((other) => !scopes.includes(other))) {
      const refused = await clerk
        .call('post', KEYS)
        .send({ name: 'x', scopes: ['reports:read', scope] })
        .expect(403);
      expect(refused.body).toMatchObject({
        code: 'insufficient_scope',
        detail: expect.stringContaining(scope),
      });
    }
  });

  it.each([
    ['name=ci&scopes=reports:read&scopes=websites:read'],
    ['name=ci&scopes[]=reports:read&scopes[]=websites:read'],
    ['name=ci&scopes=reports:read,+websites:read'],
  ])('takes a form: %s', async (form) => {
    const { body } = await test.owner.call('post', KEYS).type('form').send(form).expect(201);
    expect(body.data.scopes).toEqual(['reports:read', 'websites:read']);
  });

  it.each([
    [{}, ['name']],
    [{ name: '' }, ['name']],
    [{ name: ['a'] }, ['name']],
    [{ name: 'x'.repeat(256) }, ['name']],
    [{ name: 'x', scopes: [] }, ['scopes']],
    [{ name: 'x', scopes: ['reports:delete'] }, ['scopes']],
    [{ name: 'x', scopes: [['reports:read']] }, ['scopes']],
    [{ name: 'x', scopes: { 0: 'reports:read' } }, ['scopes']],
    [{ name: 'x', scopes: [null] }, ['scopes']],
    [{ name: 'x', expires_at: '2020-01-01T00:00:00Z' }, ['expires_at']],
    [{ name: 'x', expires_at: '2999-01-01' }, ['expires_at']],
    [{ name: 'x', expires_at: 4102444800 }, ['expires_at']],
  ])('refuses %j', async (body, names) => {
    const response = await test.owner.call('post', KEYS).send(body).expect(422);
    expect(Object.keys(response.body.errors)).toEqual(names);
  });

  it('refuses a list that is named twice', async () => {
    const body = '{"name":"x","scopes":["reports:read"],"scopes":["keys:write"]}';
    await test.owner.call('post', KEYS).type('json').send(body).expect(422);
    for (const form of ['name=x&scopes[0]=reports:read', 'name=x&scopes[][]=reports:read'])
      await test.owner.call('post', KEYS).type('form').send(form).expect(422);
  });

  it('repeats a response without the secret, and never stores it', async () => {
    const key = randomUUID();
    const send = () => test.owner.call('post', KEYS).set('Idempotency-Key', key).send({ name: 'once' });
    const first = await send().expect(201);
    const again = await send().expect(201);
    expect(again.headers['idempotent-replayed']).toBe('true');
    const { secret, ...data } = first.body.data;
    expect(again.body.data).toEqual(data);
    const [row] = await test.database.query<{ found: boolean }>(
      `SELECT bool_or(k::text LIKE '%' || $1 || '%') AS found FROM idempotency_keys k`,
      [secret],
    );
    expect(row?.found).toBe(false);
    await test.owner.call('post', KEYS).set('Idempotency-Key', key).send({ name: 'other' }).expect(422);
  });
});

describe('PATCH /api/v1/keys/{id}', () => {
  it('changes what is sent, within a second on every replica', async () => {
    const key = await created(test.owner, { name: 'ci', scopes: ['reports:read', 'keys:read'] });
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
    const key = await created(test.owner);
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

describe('DELETE /api/v1/keys/{id}', () => {
  it('ends a key, within a second on every replica', async () => {
    const key = await created(test.owner);
    expect(await statusWith(key.secret)).toBe(200);
    const { body } = await test.owner.call('delete', `${KEYS}/${String(key.id)}`).expect(200);
    expect(body).toEqual({ id: key.id, object: 'key', deleted: true });
    await statusBecomes(key.secret, 401);
    for (const method of ['get', 'patch', 'delete'] as const)
      await test.owner.call(method, `${KEYS}/${String(key.id)}`).expect(404);
    await test.owner.call('post', `${KEYS}/${String(key.id)}/rotate`).expect(404);
  });
});

describe('POST /api/v1/keys/{id}/rotate', () => {
  it('makes a successor, and lets the old key expire after the overlap', async () => {
    const old = await created(test.owner, { name: 'ci', scopes: ['reports:read'] });
    const path = `${KEYS}/${String(old.id)}`;
    const response = await test.owner.call('post', `${path}/rotate`).send({ overlap_hours: 48 }).expect(201);
    const { secret, ...next } = response.body.data;
    expect(next).toMatchObject({ name: 'ci', scopes: ['reports:read'], expires_at: null });
    expect(response.headers.location).toBe(`${test.url}${KEYS}/${String(next.id)}`);
    expect([await statusWith(secret), await statusWith(old.secret)]).toEqual([200, 200]);
    const { body } = await test.owner.call('get', path).expect(200);
    const hours = (Date.parse(body.data.expires_at) - Date.parse(next.created_at)) / 3_600_000;
    expect(hours).toBeCloseTo(48, 2);
    await test.owner.call('post', `${path}/rotate`).send({ overlap_hours: 0 }).expect(201);
    await statusBecomes(old.secret, 401);
    const expired = await test.owner.call('post', `${path}/rotate`).expect(409);
    expect(expired.body.detail).toContain('expired');
  });

  it.each([{ overlap_hours: 169 }, { overlap_hours: -1 }, { overlap_hours: 1.5 }])(
    'refuses %j',
    async (body) => {
      const old = await created(test.owner);
      await test.owner
        .call('post', `${KEYS}/${String(old.id)}/rotate`)
        .send(body)
        .expect(422);
    },
  );
});

describe('a key', () => {
  it('cannot change, delete or rotate one that may do more', async () => {
    const strong = await created(test.owner, { name: 'strong', scopes: ['keys:write', 'websites:write'] });
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

  it('that is deleted leaves nothing behind within the second that others trust it', async () => {
    const scopes: Scope[] = ['keys:read', 'keys:write'];
    const [first, leaked] = (await newAccount(scopes, scopes)) as [Account, Account];
    await leaked.call('get', KEYS).expect(200);
    await first.call('delete', `${KEYS}/${await idOf(leaked.key)}`).expect(200);
    await leaked.call('post', KEYS).send({ name: 'back door' }).expect(401);
  });
});

describe('the last key that manages keys for good', () => {
  it('is not deleted, weakened or made to expire', async () => {
    const [manager] = (await newAccount(SCOPES, ['reports:read'])) as [Account];
    const path = `${KEYS}/${await idOf(manager.key)}`;
    await created(manager, { name: 'for a while', expires_at: '2999-01-01T00:00:00Z' });
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

  it('remains, whatever happens at once', async () => {
    for (let round = 0; round < 5; round++) {
      const managers = await newAccount(SCOPES, SCOPES, SCOPES);
      const ids = await Promise.all(managers.map(({ key }) => idOf(key)));
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
