import { startApp, type TestApp } from '../../support/app.js';
import { look } from '../../support/shared-websites.js';

let test: TestApp;

beforeAll(async () => {
  test = await startApp();
});

afterAll(() => test.close());

describe('a browser', () => {
  it.each(['/', '/docs/checks', '/problems/not-found'])('gets a page at %s', async (path) => {
    const { headers } = await look(test, path).expect(200);
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'/);
  });

  it('gets problems as pages, but for those of the API', async () => {
    const page = await look(test, '/nowhere').expect(404);
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.text).toContain('This path does not exist');
    const json = await test.call('get', '/nowhere').expect(404);
    expect(json.headers['content-type']).toMatch('application/problem+json');
    const api = await look(test, '/api/v1/reports').expect(401);
    expect(api.headers['content-type']).toMatch('application/problem+json');
  });

  it('gets pages compressed, and the API’s answers as they are', async () => {
    const page = await look(test, '/docs/checks').set('Accept-Encoding', 'gzip').expect(200);
    expect(page.headers['content-encoding']).toBe('gzip');
    const list = await test.owner.call('get', '/api/v1/reports').set('Accept-Encoding', 'gzip').expect(200);
    expect(list.headers).not.toHaveProperty('content-encoding');
  });
});
