import { startApp, type TestApp } from '../../support/app.js';
import { eventually } from '../../support/eventually.js';
import { createdKey, KEYS, statusWith } from '../../support/keys.js';

let test: TestApp;

beforeAll(async () => {
  test = await startApp();
});

afterAll(() => test.close());

describe('GET /api/v1/keys/{id}', () => {
  it('shows a key without its secret, to its account alone', async () => {
    const { secret, ...key } = await createdKey(test.owner, { name: 'ci', scopes: ['reports:read'] });
    const path = `${KEYS}/${String(key.id)}`;
    const shown = await test.owner.call('get', path).expect(200);
    expect(shown.body.data).toEqual(key);
    expect(shown.text).not.toContain(secret);
    await test.stranger.call('get', path).expect(404);
  });

  it('shows when a key was last used', async () => {
    const { id, secret } = await createdKey(test.owner);
    expect(await statusWith(test, secret)).toBe(200);
    const usedAt = await eventually(
      async () => (await test.owner.call('get', `${KEYS}/${String(id)}`).expect(200)).body.data.last_used_at,
    );
    expect(Math.abs(Date.now() - Date.parse(usedAt))).toBeLessThan(60_000);
  });
});
