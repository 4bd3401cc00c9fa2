import { startApp, type TestApp } from '../../support/app.js';
import { cookieOf, look, sharedWebsite, unlock } from '../../support/shared-websites.js';

let test: TestApp;

beforeAll(async () => {
  test = await startApp();
});

afterAll(() => test.close());

describe('POST /api/v1/websites/{id}/share-url', () => {
  it('creates a new URL; the old one stops working, and unlocked visits end', async () => {
    const { api, path } = await sharedWebsite(test, { privacy: 2, password: 'sesame' });
    const cookie = cookieOf(await unlock(test.url + path, 'sesame'));
    const before = await test.owner.call('get', api).expect(200);
    const { body } = await test.owner.call('post', `${api}/share-url`).expect(200);
    expect(body.data.share_url).toMatch(new RegExp(`^${test.url}/s/[\\da-f]{32}$`));
    expect(body.data.share_url).not.toBe(before.body.data.share_url);
    expect(body.data.badge_url).toBe(`${String(body.data.share_url)}/badge.svg`);
    expect((await test.owner.call('get', api)).body).toEqual(body);
    await look(test, path, cookie).expect(404);
    await look(test, new URL(body.data.share_url).pathname, cookie).expect(403);
  });

  it('is for the owner alone, with the scope to write, and honors If-Match', async () => {
    const { api } = await sharedWebsite(test);
    await test.stranger.call('post', `${api}/share-url`).expect(404);
    await test.call('post', `${api}/share-url`).expect(401);
    const reader = await test.keyFor(test.owner, { scopes: ['websites:read'] });
    await reader.call('post', `${api}/share-url`).expect(403);
    await test.owner.call('post', `${api}/share-url`).set('If-Match', '"old"').expect(412);
  });
});
