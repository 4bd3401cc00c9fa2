import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { isPassword } from '../../../src/websites/password.js';
import { Database } from '../../../src/platform/database/database.js';
import { type Instance, startApp, startInstance, type TestApp } from '../../support/app.js';
import { cookieOf, look, sharedWebsite, unlock } from '../../support/shared-websites.js';

let test: TestApp;
let other: Instance;

beforeAll(async () => {
  test = await startApp();
  other = await startInstance(test.database.url);
  await other.app.get(Database).connect();
});

afterAll(async () => {
  await other.close();
  await test.close();
});

describe('a website with a password', () => {
  it('shows a form that tells nothing, wherever one comes in', async () => {
    const { path, reports } = await sharedWebsite(test, { privacy: 2, password: 'sesame' });
    for (const below of [
      '',
      `/reports/${String(reports[0])}`,
      '/reports/999999999',
      `/compare/${reports.join('/')}`,
    ]) {
      const { text, headers } = await look(test, path + below).expect(403);
      expect(text).toContain(`<form class="panel" method="post" action="${path}/unlock">`);
      expect(text).not.toMatch(/shared-|og:|canonical/);
      expect(text).toContain('noindex');
      expect(headers['x-robots-tag']).toBe('noindex, nofollow');
      expect(headers['cache-control']).toBe('no-store');
    }
    const badge = await test.call('get', `${path}/badge.svg`).expect(403);
    expect(badge.body.toString()).toContain('locked');
  });

  it('is asked for again where the answer to a wrong password is reloaded, and no token is known by that', async () => {
    const { path } = await sharedWebsite(test, { privacy: 2, password: 'sesame' });
    const { path: hidden } = await sharedWebsite(test, { privacy: 1 });
    for (const address of [path, hidden, `/s/${'0'.repeat(32)}`]) {
      const { headers } = await look(test, `${address}/unlock`).expect(303);
      expect(headers).toMatchObject({ location: address, 'cache-control': 'no-store' });
    }
  });

  it('opens with the password, in this browser and on every instance, and leads on', async () => {
    const { path } = await sharedWebsite(test, { privacy: 2, password: ' sésame ' });
    const wrong = await unlock(test.url + path, 'sésame');
    expect(wrong.status).toBe(403);
    expect(wrong.headers.get('set-cookie')).toBeNull();
    expect(await wrong.text()).toContain('Wrong password.');
    const right = await unlock(test.url + path, ' sésame ');
    expect(right.status).toBe(303);
    expect(right.headers.get('location')).toBe(`${path}/reports/1?x=1`);
    expect(right.headers.get('set-cookie')).toMatch(
      new RegExp(
        `^pagegrade_unlock=\\d+\\.[\\w-]{43}; Max-Age=43200; Path=${path}; Expires=[^;]+; HttpOnly; SameSite=Lax$`,
      ),
    );
    const { headers, text } = await look(test, path, cookieOf(right)).expect(200);
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['x-robots-tag']).toBe('noindex, nofollow');
    expect(text).not.toMatch(/og:|canonical/);
    const elsewhere = await fetch(other.url + path, { headers: { cookie: cookieOf(right) } });
    expect(elsewhere.status).toBe(200);
    await look(test, path).expect(403);
  });

  it.each([
    'https://evil.example/',
    '//evil.example/',
    '/\\evil.example',
    'javascript:alert(1)',
    '/s/00000000000000000000000000000000',
    '/docs',
    'x\r\nSet-Cookie: a=b',
  ])('never leads on to %j', async (next) => {
    const { path } = await sharedWebsite(test, { privacy: 2, password: 'sesame' });
    const response = await fetch(`${test.url}${path}/unlock`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ password: 'sesame', next }),
    });
    expect(response.headers.get('location')).toBe(path);
  });

  it('marks the cookie Secure where the service is reached by https', async () => {
    const { path } = await sharedWebsite(test, { privacy: 2, password: 'sesame' });
    const instance = await startInstance(test.database.url, { PUBLIC_URL: 'https://grade.example' });
    await instance.app.get(Database).connect();
    const response = await unlock(instance.url + path, 'sesame');
    expect(response.headers.get('set-cookie')).toMatch(/; Secure(;|$)/);
    await instance.close();
  });

  it.each([
    ['another password', { privacy: 2, password: 'new' }, 403],
    ['the same password again', { privacy: 2, password: 'sesame' }, 403],
    ['privacy 1', { privacy: 1 }, 404],
    ['privacy 2 again, without a password', { privacy: 2 }, 200],
  ])('%s decides what an unlocked visit is worth', async (_case, fields, status) => {
    const { path, api } = await sharedWebsite(test, { privacy: 2, password: 'sesame' });
    const cookie = cookieOf(await unlock(test.url + path, 'sesame'));
    await look(test, path, cookie).expect(200);
    await test.owner.call('patch', api).type('form').send(fields).expect(200);
    await look(test, path, cookie).expect(status);
  });

  it('without any password set opens to nobody', async () => {
    const { path } = await sharedWebsite(test, { privacy: 2 });
    await look(test, path).expect(403);
    for (const password of ['', 'x', 'null'])
      expect([403, 422]).toContain((await unlock(test.url + path, password)).status);
  });

  it('counts no try whose password could not be checked', async () => {
    const { path } = await sharedWebsite(test, { privacy: 2, password: 'sesame' });
    const others = await sharedWebsite(test, { privacy: 2, password: 'sesame' }, test.stranger);
    let isFlooded = true;
    // Each that is done waits again at once, so that there is never room for one more.
    const flood = Array.from({ length: 120 }, async () => {
      while (isFlooded) await isPassword(test.owner.id, 'wrong', null).catch(() => sleep(1));
    });
    await sleep(50);
    // A right password that finds room between two of the flood is taken.
    const statuses: number[] = [];
    for (let n = 0; n < 6; n++) statuses.push((await unlock(test.url + path, 'sesame')).status);
    const othersStatus = (await unlock(test.url + others.path, 'sesame')).status;
    isFlooded = false;
    await Promise.all(flood);
    expect(statuses.filter((status) => status !== 303 && status !== 503)).toEqual([]);
    expect(statuses).toContain(503);
    expect(othersStatus).toBe(303);
    for (let n = 0; n < 10; n++) expect((await unlock(test.url + path, 'wrong')).status).toBe(403);
    expect((await unlock(test.url + path, 'sesame')).status).toBe(429);
  });

  it.each([200, 256])('says that a password of %s characters is wrong', async (length) => {
    const { path } = await sharedWebsite(test, { privacy: 2, password: 'sesame' });
    const { status } = await unlock(test.url + path, 'x'.repeat(length));
    expect(status).toBe(403);
  });

  it('leads to the website where an address was too long to return to', async () => {
    const { path } = await sharedWebsite(test, { privacy: 2, password: 'sesame' });
    const next = async (query: string) =>
      /name="next" value="([^"]*)"/.exec((await look(test, path + query).expect(403)).text)?.[1];
    expect(await next('?utm=1')).toBe(`${path}?utm=1`);
    expect(await next(`?utm=${'x'.repeat(4000)}`)).toBe(path);
  });

  it('hears ten tries from one address, on all instances together, then none', async () => {
    const { path } = await sharedWebsite(test, { privacy: 2, password: 'sesame' });
    for (let n = 0; n < 10; n++) {
      expect((await unlock((n % 2 === 0 ? test.url : other.url) + path, `wrong-${String(n)}`)).status).toBe(
        403,
      );
    }
    for (const url of [test.url, other.url]) {
      const refused = await unlock(url + path, 'sesame');
      expect(refused.status).toBe(429);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(await refused.text()).toContain('Too many wrong passwords');
    }
    const another = await sharedWebsite(test, { privacy: 2, password: 'sesame' });
    expect((await unlock(test.url + another.path, 'sesame')).status).toBe(303);
  });

  it('counts wrong tries only as long as nobody knows better', async () => {
    const { path } = await sharedWebsite(test, { privacy: 2, password: 'sesame' });
    for (let round = 0; round < 3; round++) {
      for (let n = 0; n < 5; n++) expect((await unlock(test.url + path, 'wrong')).status).toBe(403);
      expect((await unlock(test.url + path, 'sesame')).status).toBe(303);
    }
  });
});

describe('a try at a password while the website is being deleted', () => {
  it('finds nothing', async () => {
    const { api, path } = await sharedWebsite(test, { privacy: 2, password: 'sesame' });
    const deletion = new pg.Client({ connectionString: test.database.url });
    await deletion.connect();
    await deletion.query('BEGIN');
    await deletion.query('DELETE FROM websites WHERE id = $1', [api.split('/').at(-1)]);
    const trying = unlock(test.url + path, 'sesame');
    const waits = `SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%unlock_windows%'`;
    while ((await test.database.query(waits)).length === 0) await sleep(20);
    await deletion.query('COMMIT');
    await deletion.end();
    expect((await trying).status).toBe(404);
  });
});
