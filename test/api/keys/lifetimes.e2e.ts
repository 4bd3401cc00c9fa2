import { type Account, startApp, type TestApp } from '../../support/app.js';
import { KEYS } from '../../support/keys.js';

const SOON = '2999-01-01T00:00:00.000Z';
const LATER = '2999-01-01T00:00:00.001Z';

let test: TestApp;
/** A key that expires. */
let expiring: Account & { keyId: number };

beforeAll(async () => {
  test = await startApp({ ROLE: 'api' });
});
beforeEach(async () => {
  const { body } = await test.owner
    .call('post', KEYS)
    .send({ name: 'expiring', expires_at: SOON })
    .expect(201);
  const secret = String(body.data.secret);
  expiring = {
    id: test.owner.id,
    key: secret,
    keyId: body.data.id,
    call: (method, path) => test.call(method, path).set('Authorization', `Bearer ${secret}`),
  };
});
afterAll(() => test.close());

describe('a key that expires', () => {
  it('makes keys that expire when it does, unless an earlier time is asked for', async () => {
    const make = (fields: object) => expiring.call('post', KEYS).send({ name: 'made', ...fields });
    expect((await make({}).expect(201)).body.data.expires_at).toBe(SOON);
    expect((await make({ expires_at: SOON }).expect(201)).body.data.expires_at).toBe(SOON);
    const early = '2998-01-01T00:00:00.000Z';
    expect((await make({ expires_at: early }).expect(201)).body.data.expires_at).toBe(early);
    for (const expires_at of [LATER, null]) {
      const { body } = await make({ expires_at }).expect(403);
      expect(body).toMatchObject({ code: 'later_expiry', detail: expect.stringContaining(SOON) });
    }
  });

  it.each([null, LATER])('gives neither itself nor another key the expiry %s', async (expires_at) => {
    const { body: made } = await expiring.call('post', KEYS).send({ name: 'made' }).expect(201);
    for (const id of [expiring.keyId, made.data.id]) {
      const { body } = await expiring.call('patch', `${KEYS}/${id}`).send({ expires_at }).expect(403);
      expect(body.code).toBe('later_expiry');
      const shown = await expiring.call('get', `${KEYS}/${id}`).expect(200);
      expect(shown.body.data.expires_at).toBe(SOON);
    }
  });

  it('changes everything else of a key that works longer', async () => {
    const { body } = await test.owner.call('post', KEYS).send({ name: 'lasting' }).expect(201);
    const path = `${KEYS}/${body.data.id}`;
    const renamed = await expiring.call('patch', path).send({ name: 'renamed' }).expect(200);
    expect(renamed.body.data).toMatchObject({ name: 'renamed', expires_at: null });
    await expiring.call('patch', path).send({ expires_at: SOON }).expect(200);
  });

  it('gives no scopes to a key that works longer, unless that is to end in time', async () => {
    const { body } = await test.owner
      .call('post', KEYS)
      .send({ name: 'lasting', scopes: ['reports:read', 'reports:write'] })
      .expect(201);
    const change = (fields: object) => expiring.call('patch', `${KEYS}/${body.data.id}`).send(fields);
    const wider = ['reports:read', 'websites:read'];
    expect((await change({ scopes: wider }).expect(403)).body.code).toBe('later_expiry');
    await change({ scopes: ['reports:read'] }).expect(200);
    const { body: widened } = await change({ scopes: wider, expires_at: SOON }).expect(200);
    expect(widened.data).toMatchObject({ scopes: wider, expires_at: SOON });
  });

  it('replaces itself by one that ends with it, and no key that works longer', async () => {
    const rotated = await expiring.call('post', `${KEYS}/${expiring.keyId}/rotate`).send({}).expect(201);
    expect(rotated.body.data.expires_at).toBe(SOON);
    const { body } = await test.owner.call('post', KEYS).send({ name: 'lasting' }).expect(201);
    const refused = await expiring.call('post', `${KEYS}/${body.data.id}/rotate`).send({}).expect(403);
    expect(refused.body.code).toBe('later_expiry');
  });

  it('that was rotated ends, whatever it does meanwhile', async () => {
    const { body } = await test.owner.call('post', KEYS).send({ name: 'leaked' }).expect(201);
    const leaked = (method: 'get' | 'post' | 'patch', path: string) =>
      test.call(method, path).set('Authorization', `Bearer ${String(body.data.secret)}`);
    await test.owner.call('post', `${KEYS}/${body.data.id}/rotate`).send({ overlap_hours: 1 }).expect(201);
    const { body: own } = await leaked('get', `${KEYS}/${body.data.id}`).expect(200);
    const end = own.data.expires_at;
    await leaked('patch', `${KEYS}/${body.data.id}`).send({ expires_at: null }).expect(403);
    const made = await leaked('post', KEYS).send({ name: 'made' }).expect(201);
    const rotated = await leaked('post', `${KEYS}/${body.data.id}/rotate`)
      .send({ overlap_hours: 168 })
      .expect(201);
    expect([made.body.data.expires_at, rotated.body.data.expires_at]).toEqual([end, end]);
  });
});
