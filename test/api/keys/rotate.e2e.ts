import { startApp, type TestApp } from '../../support/app.js';
import { createdKey, KEYS, statusBecomes, statusWith } from '../../support/keys.js';

let test: TestApp;

beforeAll(async () => {
  test = await startApp();
});

afterAll(() => test.close());

describe('POST /api/v1/keys/{id}/rotate', () => {
  it('makes a successor, and lets the old key expire after the overlap', async () => {
    const old = await createdKey(test.owner, { name: 'ci', scopes: ['reports:read'] });
    const path = `${KEYS}/${String(old.id)}`;
    const response = await test.owner.call('post', `${path}/rotate`).send({ overlap_hours: 48 }).expect(201);
    const { secret, ...next } = response.body.data;
    expect(next).toMatchObject({ name: 'ci', scopes: ['reports:read'], expires_at: null });
    expect(response.headers.location).toBe(`${test.url}${KEYS}/${String(next.id)}`);
    expect([await statusWith(test, secret), await statusWith(test, old.secret)]).toEqual([200, 200]);
    const { body } = await test.owner.call('get', path).expect(200);
    const hours = (Date.parse(body.data.expires_at) - Date.parse(next.created_at)) / 3_600_000;
    expect(hours).toBeCloseTo(48, 2);
    await test.owner.call('post', `${path}/rotate`).send({ overlap_hours: 0 }).expect(201);
    await statusBecomes(test, old.secret, 401);
    const expired = await test.owner.call('post', `${path}/rotate`).expect(409);
    expect(expired.body.detail).toContain('expired');
  });

  it.each([{ overlap_hours: 169 }, { overlap_hours: -1 }, { overlap_hours: 1.5 }])(
    'refuses %j',
    async (body) => {
      const old = await createdKey(test.owner);
      await test.owner
        .call('post', `${KEYS}/${String(old.id)}/rotate`)
        .send(body)
        .expect(422);
    },
  );
});
