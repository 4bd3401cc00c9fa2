import { startApp, type TestApp } from '../../support/app.js';
import { raw } from '../../support/raw-http.js';

let test: TestApp;

beforeAll(async () => {
  test = await startApp();
});

afterAll(() => test.close());

describe('links', () => {
  it('follow X-Forwarded-* from trusted proxies only, and PUBLIC_URL before all', async () => {
    const forwarded = { 'X-Forwarded-Proto': 'https', 'X-Forwarded-Host': 'grade.example.com' };
    const own = await test.owner.call('get', '/api/v1/reports').set(forwarded).expect(200);
    expect(own.body.meta.path).toBe(`${test.url}/api/v1/reports`);
    const behind = await startApp({ TRUSTED_PROXIES: 'loopback' });
    const proxied = await behind.owner.call('get', '/api/v1/reports').set(forwarded).expect(200);
    expect(proxied.body.meta.path).toBe('https://grade.example.com/api/v1/reports');
    await behind.close();
    const fixed = await startApp({ TRUSTED_PROXIES: 'loopback', PUBLIC_URL: 'https://public.example.com/' });
    const published = await fixed.owner.call('get', '/api/v1/reports').set(forwarded).expect(200);
    expect(published.body.meta.path).toBe('https://public.example.com/api/v1/reports');
    await fixed.close();
  });

  it('survive a Host header that is none', async () => {
    const answer = await raw(test.url, `GET /nowhere HTTP/1.1\r\nHost: a b"<x>\r\nConnection: close\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1.1 4/);
    expect(answer).not.toContain('<x>');
  });

  it('survive that there is none', async () => {
    const key = `Authorization: Bearer ${test.owner.key}`;
    const answer = await raw(test.url, `GET /api/v1/reports HTTP/1.0\r\n${key}\r\n\r\n`);
    expect(answer).toContain('"path":"http://localhost/api/v1/reports"');
  });
});
