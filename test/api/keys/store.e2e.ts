import { randomUUID } from 'node:crypto';
import { type Scope, SCOPES } from '../../../src/auth/scopes.js';
import { startApp, type TestApp } from '../../support/app.js';
import { createdKey, KEYS, statusWith } from '../../support/keys.js';

let test: TestApp;

beforeAll(async () => {
  test = await startApp();
});

afterAll(() => test.close());

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
    expect(await statusWith(test, secret)).toBe(200);
    await test.stranger.call('get', `${KEYS}/${String(key.id)}`).expect(404);
  });

  it('gives the scopes of the caller, or some of them, and never others', async () => {
    const scopes: Scope[] = ['keys:write', 'reports:read'];
    const clerk = await test.keyFor(test.owner, { scopes });
    expect((await createdKey(clerk)).scopes.toSorted()).toEqual(scopes);
    expect((await createdKey(clerk, { name: 'x', scopes: ['reports:read', 'reports:read'] })).scopes).toEqual(
      ['reports:read'],
    );
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
