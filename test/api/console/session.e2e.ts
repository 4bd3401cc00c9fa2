import supertest from 'supertest';
import { SessionsService } from '../../../src/console/sessions/sessions.service.js';
import { Database } from '../../../src/platform/database/database.js';
import { startApp, startInstance, type TestApp } from '../../support/app.js';
import { formTokenIn, sendKey, sessionCookie, signedIn, visit } from '../../support/console.js';
import { eventually } from '../../support/eventually.js';
import { createdKey } from '../../support/keys.js';

let test: TestApp;

beforeAll(async () => {
  test = await startApp();
});
afterAll(() => test.close());

/** Another process on the same database. */
async function replicaWith(settings: Record<string, string>) {
  const instance = await startInstance(test.database.url, settings);
  await instance.app.get(Database).connect();
  return instance;
}

const statusOf = async (cookie: string, path = '/console') =>
  (await visit(test.url + path, { headers: { cookie } })).status;

describe('POST /console/sign-in', () => {
  it('begins a session that scripts and other sites can’t use', async () => {
    const response = await sendKey(test.url, { key: test.owner.key, next: '/console/reports?sort=asc' });
    expect(response.status).toBe(303);
    expect(response.headers.get('location')).toBe('/console/reports?sort=asc');
    expect(response.headers.get('set-cookie')).toMatch(
      /^pagegrade_session=[\w-]{43}; Max-Age=43200; Path=\/console; Expires=[^;]+; HttpOnly; SameSite=Strict$/,
    );
    expect(await statusOf(sessionCookie(response))).toBe(200);
  });

  it('says where to sign in if the browser would lose the session, because it came over http', async () => {
    const instance = await replicaWith({ PUBLIC_URL: 'https://grades.example' });
    const { url } = instance;
    const port = new URL(url).port;
    const answers = await Promise.all(
      ['grades.example', '127.0.0.1', 'localhost'].map((name) =>
        supertest(url)
          .post('/console/sign-in')
          .set({ host: `${name}:${port}`, origin: `http://${name}:${port}`, accept: 'text/html' })
          .type('form')
          .send({ key: test.owner.key }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([403, 303, 303]);
    expect(answers[0]?.text).toContain('<a href="https://grades.example/console">');
    await instance.close();
  });

  it('keeps the cookie to https where the service is reached by https', async () => {
    const instance = await replicaWith({ PUBLIC_URL: 'https://grades.example' });
    const response = await visit(`${instance.url}/console/sign-in`, {
      method: 'POST',
      headers: { origin: 'https://grades.example' },
      body: new URLSearchParams({ key: test.owner.key }),
    });
    expect(response.headers.get('set-cookie')).toContain('; Secure;');
    await instance.close();
  });

  it('stores neither the cookie nor the key', async () => {
    const { cookie } = await signedIn(test.url, test.owner.key);
    const rows = await test.database.query<{ hash: Buffer }>('SELECT hash FROM console_sessions');
    const stored = rows.map(({ hash }) => hash.toString('base64url')).join();
    expect(stored).not.toContain(cookie.split('=')[1]);
  });

  it('gives each sign-in a new cookie, and ends the session before', async () => {
    const first = await signedIn(test.url, test.owner.key);
    const again = await visit(`${test.url}/console/sign-in`, {
      method: 'POST',
      headers: { cookie: first.cookie },
      body: new URLSearchParams({ key: test.owner.key }),
    });
    expect(sessionCookie(again)).not.toBe(first.cookie);
    expect(await statusOf(first.cookie)).toBe(303);
    expect(await statusOf('pagegrade_session=chosen-by-an-attacker')).toBe(303);
  });

  it.each([
    ['a wrong key', { key: 'wrong' }, 401],
    ['no key', {}, 401],
    ['a key with white space in it', { key: 'two words' }, 401],
  ])('refuses %s, and shows the form again', async (_, fields: Record<string, string>, status) => {
    const response = await sendKey(test.url, { ...fields, next: '/console/websites' });
    expect(response.status).toBe(status);
    expect(response.headers.get('set-cookie')).toBeNull();
    const page = await response.text();
    expect(page).toContain('role="alert"');
    expect(page).toContain('name="next" value="/console/websites"');
    expect(page).not.toContain('wrong"');
  });

  it('is limited like keys are', async () => {
    const own = await startApp();
    let last = await sendKey(own.url, { key: 'wrong' });
    for (let n = 0; n < 40 && last.status === 401; n++)
      last = await sendKey(own.url, { key: `wrong-${String(n)}` });
    expect(last.status).toBe(429);
    expect(last.headers.get('retry-after')).toMatch(/^\d+$/);
    await own.close();
  });

  it.each(['https://evil.example', 'null', 'http://127.0.0.1:1'])('refuses a form of %s', async (origin) => {
    const response = await visit(`${test.url}/console/sign-in`, {
      method: 'POST',
      headers: { origin },
      body: new URLSearchParams({ key: test.owner.key }),
    });
    expect(response.status).toBe(403);
    expect(response.headers.get('set-cookie')).toBeNull();
    expect(await response.text()).toContain(
      'the operator of this server should set PUBLIC_URL to the address in your browser',
    );
  });
});

describe('GET /console/sign-in', () => {
  it('leads on who is signed in, and asks everyone else for a key', async () => {
    const session = await signedIn(test.url, test.owner.key);
    const leadsTo = async (query: string) =>
      (await session.get(`/console/sign-in${query}`)).headers.get('location');
    expect(await leadsTo('')).toBe('/console');
    expect(await leadsTo('?next=/console/keys')).toBe('/console/keys');
    expect(await leadsTo('?next=//evil.example')).toBe('/console');
    const { headers } = await session.post('/console/sign-out');
    expect(headers.get('location')).toBe('/console/sign-in?done=signed-out');
    const form = await session.get('/console/sign-in?done=signed-out');
    expect([form.status, await form.text()]).toEqual([200, expect.stringContaining('You are signed out.')]);
    expect(await (await session.get('/console/sign-in?done=other')).text()).not.toContain('role="status"');
  });
});

describe('a session', () => {
  it('is asked for on every screen, and leads back to it', async () => {
    const response = await visit(`${test.url}/console/reports?search=a&result=bad`);
    expect(response.status).toBe(303);
    expect(response.headers.get('location')).toBe(
      '/console/sign-in?next=%2Fconsole%2Freports%3Fsearch%3Da%26result%3Dbad',
    );
  });

  it('of a request without a cookie is not forgotten', async () => {
    const { headers } = await visit(`${test.url}/console`);
    expect(headers.get('set-cookie')).toBeNull();
    const ended = await visit(`${test.url}/console`, { headers: { cookie: 'pagegrade_session=unknown' } });
    expect(ended.headers.get('set-cookie')).toContain('pagegrade_session=;');
  });

  it('forgets an address that is too long for the form', async () => {
    const response = await visit(`${test.url}/console/reports?search=${'a'.repeat(4000)}`);
    expect(response.headers.get('location')).toBe('/console/sign-in?next=%2Fconsole');
  });

  it('is asked for at addresses that do not exist, and then they are 404', async () => {
    const session = await signedIn(test.url, test.owner.key);
    for (const path of ['/console/nothing', '/console/reports/1/nothing', '/console/keys/x/y/z']) {
      const response = await visit(test.url + path);
      expect([path, response.status, response.headers.get('location')]).toEqual([
        path,
        303,
        `/console/sign-in?next=${encodeURIComponent(path)}`,
      ]);
      expect([path, (await session.get(path)).status]).toEqual([path, 404]);
    }
  });

  it('is led from an address that only takes forms to the screen above it', async () => {
    const session = await signedIn(test.url, test.owner.key);
    for (const [path, screen] of [
      ['/console/websites/1/sharing', '/console/websites/1'],
      ['/console/monitors/1/run', '/console/monitors/1'],
      ['/console/settings/logo', '/console/settings'],
      ['/console/webhooks/1/deliveries/2/replay', '/console/webhooks/1'],
    ] as const) {
      const response = await session.get(path);
      expect([path, response.status, response.headers.get('location')]).toEqual([path, 303, screen]);
    }
  });

  it('is not opened by a bearer key', async () => {
    const headers = { authorization: `Bearer ${test.owner.key}` };
    expect((await visit(`${test.url}/console`, { headers })).status).toBe(303);
  });

  it.each([
    ['revoked', 'UPDATE api_keys SET revoked_at = now() WHERE id = $1'],
    ['expired', `UPDATE api_keys SET expires_at = now() - interval '1 second' WHERE id = $1`],
    ['deleted', 'DELETE FROM api_keys WHERE id = $1'],
  ])('ends when its key is %s', async (_, sql) => {
    const key = await createdKey(test.owner);
    const { cookie } = await signedIn(test.url, key.secret);
    expect(await statusOf(cookie)).toBe(200);
    await test.database.query(sql, [key.id]);
    await eventually(async () => (await statusOf(cookie)) === 303 || null);
  });

  it('may do what its key may do now', async () => {
    const key = await createdKey(test.owner);
    const { cookie } = await signedIn(test.url, key.secret);
    expect(await statusOf(cookie, '/console/websites')).toBe(200);
    await test.database.query(`UPDATE api_keys SET scopes = '{reports:read}' WHERE id = $1`, [key.id]);
    await eventually(async () => (await statusOf(cookie, '/console/websites')) === 403);
    expect(await statusOf(cookie, '/console/reports')).toBe(200);
  });

  it('ends after twelve hours', async () => {
    const { cookie } = await signedIn(test.url, test.owner.key);
    await test.database.query(`UPDATE console_sessions SET expires_at = expires_at - interval '12 hours'`);
    expect(await statusOf(cookie)).toBe(303);
  });

  it('holds on all replicas, and after a restart', async () => {
    const { cookie } = await signedIn(test.url, test.owner.key);
    const replica = await replicaWith({});
    expect((await visit(`${replica.url}/console`, { headers: { cookie } })).status).toBe(200);
    await replica.close();
  });

  it('ends on the server by POST /console/sign-out', async () => {
    const session = await signedIn(test.url, test.owner.key);
    const response = await session.post('/console/sign-out');
    expect(response.headers.get('location')).toBe('/console/sign-in?done=signed-out');
    expect(response.headers.get('set-cookie')).toContain('pagegrade_session=;');
    expect(await statusOf(session.cookie)).toBe(303);
    const replayed = await session.post('/console/reports', { url: 'https://a.example/' });
    expect(replayed.headers.get('location')).toMatch(/^\/console\/sign-in/);
  });

  it('counts as a request of its key when it begins', async () => {
    const own = await startApp({ RATE_LIMIT: '3' });
    const statuses: number[] = [];
    for (let n = 0; n < 4; n++) statuses.push((await sendKey(own.url, { key: own.owner.key })).status);
    expect(statuses).toEqual([303, 303, 303, 429]);
    await own.close();
  });

  it('counts as requests of its key', async () => {
    const own = await startApp({ RATE_LIMIT: '5' });
    const session = await signedIn(own.url, own.owner.key);
    let last = await session.get('/console');
    for (let n = 0; n < 6 && last.status === 200; n++) last = await session.get('/console');
    expect(last.status).toBe(429);
    await own.close();
  });
});

describe('next', () => {
  it.each([
    'next=/console/a&next=/console/b',
    'next[]=/console/a',
    'next[a]=b',
    `next=/console/${'x'.repeat(9000)}`,
  ])('is dropped where it is no address: %.40s', async (query) => {
    const response = await visit(`${test.url}/console/sign-in?${query}`);
    expect(response.status).toBe(200);
    expect(await response.text()).toContain('name="next" value="/console"');
  });

  it.each([
    ['//evil.example', '/console'],
    ['/\\evil.example', '/console'],
    ['\\\\evil.example', '/console'],
    ['https://evil.example/console', '/console'],
    ['http:evil.example', '/console'],
    ['https:/evil.example', '/console'],
    ['javascript:alert(1)', '/console'],
    ['data:text/html,x', '/console'],
    ['/console.evil.example', '/console'],
    ['/console@evil.example', '/console'],
    ['/console/../docs', '/console'],
    ['/console/..%2f..%2fdocs', '/console/..%2f..%2fdocs'],
    ['/console/%2e%2e/docs', '/console'],
    ['/console//evil.example', '/console'],
    ['/console/\\evil.example', '/console'],
    ['console/reports', '/console/reports'],
    ['/\tconsole/reports', '/console/reports'],
    ['//here/console', '/console'],
    ['http://here/console/keys', '/console/keys'],
    ['http://user@here/console/keys', '/console'],
    ['/s/0/unlock', '/console'],
    ['/', '/console'],
    ['?x=1', '/console'],
    ['#x', '/console'],
    ['/CONSOLE/reports', '/console'],
    ['/console/sign-out', '/console'],
    ['/console/sign-in?next=//evil.example', '/console'],
    ['/console/reports?url=//evil.example', '/console/reports?url=//evil.example'],
    ['/console/reports\r\nSet-Cookie: a=b', '/console/reportsSet-Cookie:%20a=b'],
    ['//', '/console'],
  ])('%j leads to %s', async (next, location) => {
    const response = await sendKey(test.url, { key: test.owner.key, next });
    expect(response.status).toBe(303);
    expect(response.headers.get('location')).toBe(location);
  });
});

describe('an address that signs in once', () => {
  const invited = () => test.app.get(SessionsService).inviteOwnerOf(test.owner.key);

  it('does so once, and never again', async () => {
    const address = `${test.url}/console/sign-in?token=${await invited()}`;
    expect((await visit(address, { method: 'HEAD' })).headers.get('set-cookie')).toBeNull();
    const all = await Promise.all([1, 2, 3, 4].map(() => visit(address)));
    const [first, ...others] = all.filter(({ status }) => status === 200);
    expect(others).toEqual([]);
    expect(first?.headers.get('refresh')).toBe('0; url=/console');
    expect(first && (await statusOf(sessionCookie(first)))).toBe(200);
    const cookie = first ? sessionCookie(first) : '';
    const opened = await visit(address, { headers: { cookie } });
    expect([opened.status, opened.headers.get('location')]).toEqual([303, '/console']);
    const late = await visit(address);
    expect(late.status).toBe(401);
    expect(await late.text()).toContain('Sign in with a key.');
  });

  it('works for ten minutes', async () => {
    const token = await invited();
    await test.database.query(`UPDATE sign_in_tokens SET expires_at = expires_at - interval '10 minutes'`);
    expect((await visit(`${test.url}/console/sign-in?token=${token}`)).status).toBe(401);
  });
});

describe('CONSOLE=off', () => {
  it('leaves no route', async () => {
    const off = await startApp({ CONSOLE: 'off' });
    for (const path of ['/console', '/console/sign-in', '/console/reports'])
      expect((await visit(off.url + path)).status).toBe(404);
    expect((await sendKey(off.url, { key: off.owner.key })).status).toBe(404);
    expect(await (await visit(`${off.url}/`)).text()).not.toContain('/console');
    await off.close();
  });
});

describe('a form', () => {
  it('has a token of its session', async () => {
    const one = await signedIn(test.url, test.owner.key);
    const other = await signedIn(test.url, test.owner.key);
    expect(one.formToken).toMatch(/^[\w-]{43}$/);
    expect(one.formToken).not.toBe(other.formToken);
    expect(formTokenIn(await (await one.get('/console/reports')).text())).toBe(one.formToken);
  });
});
