import { startApp, type TestApp } from '../../support/app.js';
import { createdKey, KEYS } from '../../support/keys.js';

let test: TestApp;

beforeAll(async () => {
  test = await startApp();
});

afterAll(() => test.close());

describe('GET /api/v1/keys', () => {
  it('lists the keys of the account, newest first, without secrets', async () => {
    const keys = [await createdKey(test.owner), await createdKey(test.owner)];
    const { body, text } = await test.owner.call('get', KEYS).expect(200);
    const ids = body.data.map(({ id }: { id: number }) => id);
    expect(ids.slice(0, 2)).toEqual(keys.map(({ id }) => id).toReversed());
    for (const { secret } of keys) expect(text).not.toContain(secret);
    const { body: others } = await test.stranger.call('get', KEYS).expect(200);
    expect(others.data).toHaveLength(1);
  });

  it('leaves out deleted keys', async () => {
    const { id } = await createdKey(test.owner);
    await test.owner.call('delete', `${KEYS}/${String(id)}`).expect(200);
    const { body } = await test.owner.call('get', KEYS).expect(200);
    expect(body.data.map((key: { id: number }) => key.id)).not.toContain(id);
  });
});
