import { startApp, type TestApp } from '../../support/app.js';
import { raw } from '../../support/raw-http.js';
import { storedReport } from '../../support/reports.js';

let test: TestApp;
let report: string;

beforeAll(async () => {
  test = await startApp({ CORS_ORIGINS: 'https://app.example.com' });
  report = `/api/v1/reports/${await storedReport(test, test.owner, 'https://example.com/')}`;
});

afterAll(() => test.close());

describe('every answer', () => {
  it('carries the request id that was sent, if it is well-formed, else a new one', async () => {
    const kept = await test.owner.call('get', report).set('X-Request-Id', 'Az0._-'.repeat(21)).expect(200);
    expect(kept.headers['x-request-id']).toBe('Az0._-'.repeat(21));
    for (const bad of ['a b', 'a'.repeat(129), '<script>', 'é']) {
      const made = await test.owner
        .call('get', report)
        .set('X-Request-Id', Buffer.from(bad).toString('latin1'))
        .expect(200);
      expect(made.headers['x-request-id']).toMatch(/^[\da-f-]{36}$/);
    }
    for (const path of ['/docs', '/openapi.json', '/health/live', '/problems/not-found', '/nowhere']) {
      expect((await test.call('get', path)).headers['x-request-id']).toMatch(/^[\da-f-]{36}$/);
    }
    const refused = await test.call('get', '/api/v1/reports').set('X-Request-Id', 'mine').expect(401);
    expect(refused.body.request_id).toBe('mine');
  });

  it('stays out of shared caches and tells nothing of what runs here', async () => {
    for (const response of [
      await test.owner.call('get', report),
      await test.call('get', '/api/v1/reports'),
    ]) {
      expect(response.headers['cache-control']).toBe('private, no-cache');
      expect(response.headers).not.toHaveProperty('x-powered-by');
      expect(response.headers['x-content-type-options']).toBe('nosniff');
    }
  });

  it('is a problem with an absolute type whose page explains it', async () => {
    const { body } = await test.owner.call('get', '/api/v1/reports/0').expect(404);
    expect(body).toMatchObject({
      type: `${test.url}/problems/not-found`,
      title: 'Not found',
      status: 404,
      instance: '/api/v1/reports/0',
      code: 'not_found',
    });
    expect(body.message).toBe(body.detail);
    const page = await fetch(body.type);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(await page.text()).toContain('<h1>Not found</h1>');
    await test.call('get', '/problems/no-such-problem').expect(404);
    await test.call('get', '/problems/__proto__').expect(404);
  });
});

describe('methods', () => {
  it.each([
    ['/api/v1/reports', 'GET, HEAD, OPTIONS, POST'],
    ['/api/v1/reports/1', 'DELETE, GET, HEAD, OPTIONS'],
    ['/api/v1/reports/batch', 'OPTIONS, POST'],
    ['/api/v1/websites', 'GET, HEAD, OPTIONS'],
    ['/api/v1/websites/1', 'DELETE, GET, HEAD, OPTIONS, PATCH, PUT'],
    ['/api/v1/account', 'GET, HEAD, OPTIONS, PATCH'],
  ])('%s allows %s', async (path, allowed) => {
    const options = await test.owner.call('options', path).expect(204);
    expect(options.headers.allow).toBe(allowed);
    const refused = ['get', 'post', 'put', 'patch', 'delete'].filter(
      (method) => !allowed.includes(method.toUpperCase()),
    );
    for (const method of refused) {
      const response = await test.owner.call(method as 'get', path).expect(405);
      expect(response.headers.allow).toBe(allowed);
      expect(response.body.code).toBe('method_not_allowed');
    }
  });

  it('answers 404 for unknown paths, whatever the method', async () => {
    for (const method of ['get', 'post', 'delete', 'options'] as const) {
      await test.owner.call(method, '/api/v1/report').expect(404);
      await test.owner.call(method, '/api/v2/reports').expect(404);
      await test.call(method, '/nowhere').expect(404);
    }
    for (const query of ['?unknown=1', '?sort=asc&sort=desc', '?url[x]=1'])
      for (const path of ['/api/v1/report', '/api'])
        await test.owner
          .call('get', path + query)
          .set('Prefer', 'handling=strict')
          .expect(404);
    await test.owner.call('delete', '/api/v1/reports?sort=asc&sort=desc').expect(405);
  });

  it.each([
    ['text/plain', 'x'],
    ['application/json', '[]'],
    ['application/json', '{'],
    ['application/json', JSON.stringify({ a: 'x'.repeat(60_000) })],
  ])('answers 404 and 405 whatever the body is: %s', async (type, body) => {
    const sent = (path: string) => test.owner.call('post', path).set('Content-Type', type).send(body);
    await sent('/api/v1/report').expect(404);
    const { headers } = await sent('/api/v1/websites?a=%zz').expect(405);
    expect(headers.allow).toContain('GET');
  });

  it('answers with problem details below /API, too', async () => {
    const { headers } = await test.owner
      .call('get', '/API/v1/reports/999')
      .set('Accept', 'text/html')
      .expect(404);
    expect(headers['content-type']).toMatch(/problem\+json/);
  });

  it('answers HEAD like GET, without the body', async () => {
    for (const path of ['/api/v1/reports', report, '/api/v1/websites', '/api/v1/account', '/health/live']) {
      const get = await test.owner.call('get', path).expect(200);
      const head = await test.owner.call('head', path).expect(200);
      expect(head.headers['content-length']).toBe(get.headers['content-length']);
      expect(head.headers.etag).toBe(get.headers.etag);
      expect(head.text).toBeUndefined();
    }
    await test.owner.call('head', '/api/v1/reports/0').expect(404);
  });
});

describe('records', () => {
  it('are not sent again to a client that has them', async () => {
    const { headers } = await test.owner.call('get', report).expect(200);
    expect(headers.etag).toMatch(/^"[\w-]{27}"$/);
    const again = await fetch(test.url + report, {
      headers: { authorization: `Bearer ${test.owner.key}`, 'if-none-match': String(headers.etag) },
    });
    expect(again.status).toBe(304);
    expect(await again.text()).toBe('');
    await test.owner.call('get', report).set('If-None-Match', '"other"').expect(200);
  });
});

describe('accept', () => {
  it.each(['*/*', 'text/html', 'application/xml', ''])('"%s" is never refused', async (accept) => {
    const response = await test.owner.call('get', '/api/v1/reports').set('Accept', accept).expect(200);
    expect(response.type).toBe('application/json');
  });
});

describe('cross-origin requests', () => {
  it('are allowed for listed origins only', async () => {
    const listed = await test.owner.call('get', report).set('Origin', 'https://app.example.com').expect(200);
    expect(listed.headers['access-control-allow-origin']).toBe('https://app.example.com');
    expect(listed.headers['access-control-expose-headers']).toContain('Preference-Applied');
    expect(listed.headers['access-control-expose-headers']).toContain('Content-Disposition');
    const other = await test.owner.call('get', report).set('Origin', 'https://evil.example').expect(200);
    expect(other.headers).not.toHaveProperty('access-control-allow-origin');
  });
});

describe('what is no HTTP', () => {
  it.each([
    ['nonsense', 'nonsense\r\n\r\n', 400],
    ['a header without a colon', 'GET / HTTP/1.1\r\nHost: x\r\nbroken\r\n\r\n', 400],
    ['two lengths', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab', 400],
    ['no host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
    ['two hosts', 'GET / HTTP/1.1\r\nHost: x\r\nX-A: b\r\nhost: y\r\nConnection: close\r\n\r\n', 400],
    [
      'the same host twice',
      'GET /api/v1/reports HTTP/1.1\r\nHost: x\r\nHost: x\r\nConnection: close\r\n\r\n',
      400,
    ],
    ['headers over 16 KiB', `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'a'.repeat(17_000)}\r\n\r\n`, 431],
  ])('is answered with a problem: %s', async (_what, bytes, status) => {
    const answer = await raw(test.url, bytes);
    expect(answer).toContain(`HTTP/1.1 ${status} `);
    expect(answer).toContain('Content-Type: application/problem+json');
    expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))).toMatchObject({ status });
  });
});

describe('an expectation that nobody knows', () => {
  it('is passed over', async () => {
    const answer = await raw(
      test.url,
      'GET /api/v1/reports HTTP/1.1\r\nHost: x\r\nExpect: foo\r\nConnection: close\r\n\r\n',
    );
    expect(answer).toContain('HTTP/1.1 401 ');
    expect(answer).toContain('application/problem+json');
  });
});
