import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { Database } from '../../../src/database/database.js';
import { startApp, startInstance, type Instance, type TestApp } from '../../support/app.js';
import { storedReport } from '../../support/reports.js';

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

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

interface Shared {
  /** `/api/v1/websites/…`. */
  readonly api: string;
  /** `/s/…`. */
  path: string;
  readonly reports: readonly number[];
}

let domains = 0;

/** A website with two reports of one page. */
async function sharedWebsite(fields: Record<string, string | number> = {}): Promise<Shared> {
  const domain = `shared-${String(++domains)}.example`;
  const reports = [
    await storedReport(test, test.owner, `https://${domain}/page`, 40),
    await storedReport(test, test.owner, `https://${domain}/page`, 90),
  ];
  const { body } = await test.owner.call('get', `/api/v1/websites?search=${domain}`).expect(200);
  const api = `/api/v1/websites/${String(body.data[0].id)}`;
  await test.owner.call('patch', api).type('form').send(fields).expect(200);
  return { api, path: new URL(body.data[0].share_url).pathname, reports };
}

const look = (path: string, cookie = '') =>
  test.call('get', path).set('Accept', BROWSER).set('Cookie', cookie);

const unlock = (path: string, password: string, from: string = test.url) =>
  fetch(`${from}${path}/unlock`, {
    method: 'POST',
    redirect: 'manual',
    headers: { accept: BROWSER },
    body: new URLSearchParams({ password, next: `${path}/reports/1?x=1` }),
  });

const cookieOf = (response: Response) => (response.headers.get('set-cookie') ?? '').split(';')[0] ?? '';

describe('a private website', () => {
  it('is answered, whatever the path, like an address that never was', async () => {
    const { path, reports } = await sharedWebsite();
    const never = `/s/${'a'.repeat(32)}`;
    const [older = 0, newer = 0] = reports;
    for (const below of [
      '',
      `/reports/${String(older)}`,
      `/compare/${String(older)}/${String(newer)}`,
      '/badge.svg',
      '/badge.svg?url=https://a.example/',
      '/nothing',
      '?search=x&result=good',
      '?per_page=7',
    ]) {
      for (const accept of [BROWSER, '*/*']) {
        const answers = [];
        for (const address of [path, never]) {
          const { status, headers, text } = await test
            .call('get', address + below)
            .set('X-Request-Id', 'same')
            .set('Accept', accept);
          const rest = Object.entries(headers).filter(([name]) => name !== 'date');
          answers.push({ status, rest, text: text.replaceAll(address, '') });
        }
        expect(answers[0]).toEqual(answers[1]);
        expect(answers[0]?.status).toBe(below === '?per_page=7' ? 422 : 404);
      }
    }
    for (const address of [path, never]) expect((await unlock(address, 'x')).status).toBe(404);
  });

  it('is seen by its owner’s key, and by no other', async () => {
    const { path, reports } = await sharedWebsite();
    await test.owner.call('get', path).expect(200).expect('Cache-Control', 'no-store');
    await test.owner.call('get', `${path}/reports/${String(reports[0])}`).expect(200);
    await test.stranger.call('get', path).expect(404);
    const reader = await test.keyFor(test.owner, { scopes: ['websites:write'] });
    await reader.call('get', path).expect(403);
    await test.call('get', path).set('Authorization', 'Bearer wrong').expect(401);
    await test.call('get', path).set('Authorization', 'Basic YTpi').expect(404);
  });
});

describe('a public website', () => {
  it('is open to everyone with the address, and says so to search engines and link previews', async () => {
    const { path, reports } = await sharedWebsite({ privacy: 0 });
    for (const below of ['', `/reports/${String(reports[0])}`, `/compare/${reports.join('/')}`]) {
      const { text, headers } = await look(path + below).expect(200);
      expect(headers['content-type']).toBe('text/html; charset=utf-8');
      expect(headers['cache-control']).toBe('public, no-cache');
      expect(headers).not.toHaveProperty('x-robots-tag');
      expect(headers['content-security-policy']).toMatch(
        /^default-src 'none'; style-src 'self'; img-src 'self';/,
      );
      expect(text).toContain(`<link rel="canonical" href="${test.url}${path}${below}">`);
      expect(text).toContain('property="og:title"');
      expect(text).not.toContain('noindex');
    }
  });

  it('travels once while nothing changes', async () => {
    const { path, reports } = await sharedWebsite({ privacy: 0 });
    const { headers } = await look(path).expect(200);
    const again = await look(path).set('If-None-Match', String(headers.etag)).expect(304);
    expect(again.text).toBe('');
    await test.owner.call('delete', `/api/v1/reports/${String(reports[0])}`).expect(200);
    await look(path).set('If-None-Match', String(headers.etag)).expect(200);
  });

  it('lists, searches, filters, sorts and pages its reports, and nothing else', async () => {
    const { path } = await sharedWebsite({ privacy: 0 });
    const domain = `shared-${String(domains)}.example`;
    for (let n = 0; n < 12; n++)
      await storedReport(test, test.owner, `https://${domain}/more-${String(n)}`, n * 8);
    await storedReport(test, test.owner, 'https://elsewhere.example/more-1', 50);
    const urls = async (query: string) =>
      [...(await look(path + query).expect(200)).text.matchAll(/reports\/\d+"><bdi>(.*?)<\/bdi>/g)].map(
        ([, url]) => url?.replaceAll('<wbr>', '').replace(`https://${domain}`, ''),
      );
    expect(await urls('')).toEqual(Array.from({ length: 10 }, (_, n) => `/more-${String(11 - n)}`));
    expect(await urls('?page=2')).toEqual(['/more-1', '/more-0', '/page', '/page']);
    expect(await urls('?search=MORE-1&result=&sort_by=url&sort=asc')).toEqual([
      '/more-1',
      '/more-10',
      '/more-11',
    ]);
    expect(await urls('?result=good&sort_by=score')).toEqual(['/page', '/more-11', '/more-10']);
    expect(await urls('?search=elsewhere')).toEqual([]);
    const { text } = await look(`${path}?search=more&page=2`).expect(200);
    expect(text).toContain('Found 12 reports.');
    expect(text).toContain('?search=more&amp;sort_by=id&amp;sort=desc&amp;per_page=10&amp;page=1#reports');
    await look(`${path}?sort=sideways`).expect(422);
    await look(`${path}?utm_source=mail`).expect(200);
  });

  it('shows no report of another website, and compares none but of one page', async () => {
    const one = await sharedWebsite({ privacy: 0 });
    const two = await sharedWebsite({ privacy: 0 });
    const unlike = await storedReport(test, test.owner, `https://shared-${String(domains)}.example/unlike`);
    const [of = 0] = one.reports;
    const [older = 0, newer = 0] = two.reports;
    for (const below of [
      `/reports/${String(of)}`,
      '/reports/0',
      '/reports/x',
      `/compare/${String(of)}/${String(newer)}`,
      `/compare/${String(older)}/${String(unlike)}`,
      `/compare/${String(older)}/${String(older)}`,
    ]) {
      await look(two.path + below).expect(404);
    }
    await look(`${two.path}/compare/${String(newer)}/${String(older)}`).expect(200);
  });

  it('keeps the score of each day', async () => {
    const { path, reports } = await sharedWebsite({ privacy: 0 });
    await test.database.query(
      `INSERT INTO website_days SELECT account_id, website_id, '2026-01-02', 2, 101 FROM reports WHERE id = $1`,
      [reports[0]],
    );
    const { text } = await look(path).expect(200);
    expect(text).toContain('>2 Jan 2026</th><td class="number">50.5</td><td class="number">2</td>');
    expect(text).toContain('<td class="number">65.0</td><td class="number">2</td>');
    for (const id of reports) await test.owner.call('delete', `/api/v1/reports/${String(id)}`).expect(200);
    expect((await look(path).expect(200)).text).not.toContain('<td class="number">65.0</td>');
  });
});

describe('a website with a password', () => {
  it('shows a form that tells nothing, wherever one comes in', async () => {
    const { path, reports } = await sharedWebsite({ privacy: 2, password: 'sesame' });
    for (const below of [
      '',
      `/reports/${String(reports[0])}`,
      '/reports/999999999',
      `/compare/${reports.join('/')}`,
    ]) {
      const { text, headers } = await look(path + below).expect(403);
      expect(text).toContain(`<form class="panel" method="post" action="${path}/unlock">`);
      expect(text).not.toMatch(/shared-|og:|canonical/);
      expect(text).toContain('noindex');
      expect(headers['x-robots-tag']).toBe('noindex, nofollow');
      expect(headers['cache-control']).toBe('no-store');
    }
    const badge = await test.call('get', `${path}/badge.svg`).expect(403);
    expect(badge.body.toString()).toContain('locked');
  });

  it('opens with the password, in this browser and on every instance, and leads on', async () => {
    const { path } = await sharedWebsite({ privacy: 2, password: ' sésame ' });
    const wrong = await unlock(path, 'sésame');
    expect(wrong.status).toBe(403);
    expect(wrong.headers.get('set-cookie')).toBeNull();
    expect(await wrong.text()).toContain('That is not the password.');
    const right = await unlock(path, ' sésame ');
    expect(right.status).toBe(303);
    expect(right.headers.get('location')).toBe(`${path}/reports/1?x=1`);
    expect(right.headers.get('set-cookie')).toMatch(
      new RegExp(
        `^pagegrade_unlock=\\d+\\.[\\w-]{43}; Max-Age=43200; Path=${path}; Expires=[^;]+; HttpOnly; SameSite=Lax$`,
      ),
    );
    const { headers, text } = await look(path, cookieOf(right)).expect(200);
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['x-robots-tag']).toBe('noindex, nofollow');
    expect(text).not.toMatch(/og:|canonical/);
    const elsewhere = await fetch(other.url + path, { headers: { cookie: cookieOf(right) } });
    expect(elsewhere.status).toBe(200);
    await look(path).expect(403);
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
    const { path } = await sharedWebsite({ privacy: 2, password: 'sesame' });
    const response = await fetch(`${test.url}${path}/unlock`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ password: 'sesame', next }),
    });
    expect(response.headers.get('location')).toBe(path);
  });

  it('marks the cookie Secure where the service is reached by https', async () => {
    const { path } = await sharedWebsite({ privacy: 2, password: 'sesame' });
    const instance = await startInstance(test.database.url, { PUBLIC_URL: 'https://grade.example' });
    await instance.app.get(Database).connect();
    const response = await unlock(path, 'sesame', instance.url);
    expect(response.headers.get('set-cookie')).toMatch(/; Secure(;|$)/);
    await instance.close();
  });

  it.each([
    ['another password', { privacy: 2, password: 'new' }, 403],
    ['the same password again', { privacy: 2, password: 'sesame' }, 403],
    ['privacy 1', { privacy: 1 }, 404],
    ['privacy 2 again, without a password', { privacy: 2 }, 200],
  ])('%s decides what an unlocked visit is worth', async (_case, fields, status) => {
    const { path, api } = await sharedWebsite({ privacy: 2, password: 'sesame' });
    const cookie = cookieOf(await unlock(path, 'sesame'));
    await look(path, cookie).expect(200);
    await test.owner.call('patch', api).type('form').send(fields).expect(200);
    await look(path, cookie).expect(status);
  });

  it('without any password set opens to nobody', async () => {
    const { path } = await sharedWebsite({ privacy: 2 });
    await look(path).expect(403);
    for (const password of ['', 'x', 'null'])
      expect([403, 422]).toContain((await unlock(path, password)).status);
  });

  it('hears ten tries from one address, on all instances together, then none', async () => {
    const { path } = await sharedWebsite({ privacy: 2, password: 'sesame' });
    for (let n = 0; n < 10; n++) {
      expect((await unlock(path, `wrong-${String(n)}`, n % 2 === 0 ? test.url : other.url)).status).toBe(403);
    }
    for (const url of [test.url, other.url]) {
      const refused = await unlock(path, 'sesame', url);
      expect(refused.status).toBe(429);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(await refused.text()).toContain('Too many wrong passwords');
    }
    const another = await sharedWebsite({ privacy: 2, password: 'sesame' });
    expect((await unlock(another.path, 'sesame')).status).toBe(303);
  });

  it('counts wrong tries only as long as nobody knows better', async () => {
    const { path } = await sharedWebsite({ privacy: 2, password: 'sesame' });
    for (let round = 0; round < 3; round++) {
      for (let n = 0; n < 5; n++) expect((await unlock(path, 'wrong')).status).toBe(403);
      expect((await unlock(path, 'sesame')).status).toBe(303);
    }
  });
});

describe('a try at a password while the website is being deleted', () => {
  it('finds nothing', async () => {
    const { api, path } = await sharedWebsite({ privacy: 2, password: 'sesame' });
    const deletion = new pg.Client({ connectionString: test.database.url });
    await deletion.connect();
    await deletion.query('BEGIN');
    await deletion.query('DELETE FROM websites WHERE id = $1', [api.split('/').at(-1)]);
    const trying = unlock(path, 'sesame');
    const waits = `SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%unlock_windows%'`;
    while ((await test.database.query(waits)).length === 0) await sleep(20);
    await deletion.query('COMMIT');
    await deletion.end();
    expect((await trying).status).toBe(404);
  });
});

describe('POST /api/v1/websites/{id}/share-url', () => {
  it('makes a new address; the old one is nobody’s, and unlocked visits end', async () => {
    const { api, path } = await sharedWebsite({ privacy: 2, password: 'sesame' });
    const cookie = cookieOf(await unlock(path, 'sesame'));
    const before = await test.owner.call('get', api).expect(200);
    const { body } = await test.owner.call('post', `${api}/share-url`).expect(200);
    expect(body.data.share_url).toMatch(new RegExp(`^${test.url}/s/[\\da-f]{32}$`));
    expect(body.data.share_url).not.toBe(before.body.data.share_url);
    expect(body.data.badge_url).toBe(`${String(body.data.share_url)}/badge.svg`);
    expect((await test.owner.call('get', api)).body).toEqual(body);
    await look(path, cookie).expect(404);
    await look(new URL(body.data.share_url).pathname, cookie).expect(403);
  });

  it('is for the owner alone, with the scope to write, and heeds If-Match', async () => {
    const { api } = await sharedWebsite();
    await test.stranger.call('post', `${api}/share-url`).expect(404);
    await test.call('post', `${api}/share-url`).expect(401);
    const reader = await test.keyFor(test.owner, { scopes: ['websites:read'] });
    await reader.call('post', `${api}/share-url`).expect(403);
    await test.owner.call('post', `${api}/share-url`).set('If-Match', '"old"').expect(412);
  });
});

describe('a badge', () => {
  it('shows the latest score of the website, or of one page of it', async () => {
    const { path } = await sharedWebsite({ privacy: 0 });
    const domain = `shared-${String(domains)}.example`;
    await storedReport(test, test.owner, `https://${domain}/other`, 55);
    const text = async (query: string) =>
      (await test.call('get', `${path}/badge.svg${query}`).expect(200)).body.toString() as string;
    expect(await text('')).toContain('aria-label="pagegrade: 55 decent"');
    expect(await text(`?url=https://${domain}/page`)).toContain('aria-label="pagegrade: 90 good"');
    expect(await text(`?url=https://${domain}/never`)).toContain('aria-label="pagegrade: not graded"');
  });

  it('may be cached and shown anywhere', async () => {
    const { path } = await sharedWebsite({ privacy: 0 });
    const { headers } = await test.call('get', `${path}/badge.svg`).expect(200);
    expect(headers).toMatchObject({
      'content-type': 'image/svg+xml; charset=utf-8',
      'cache-control': 'public, max-age=300',
      'cross-origin-resource-policy': 'cross-origin',
    });
  });
});

describe('a report in the API', () => {
  it('names its page', async () => {
    const { path, reports } = await sharedWebsite({ privacy: 0 });
    const { body } = await test.owner.call('get', `/api/v1/reports/${String(reports[1])}`).expect(200);
    expect(body.data.share_url).toBe(`${test.url}${path}/reports/${String(reports[1])}`);
    expect((await look(new URL(body.data.share_url).pathname).expect(200)).text).toContain('+50 since');
  });
});

describe('a browser', () => {
  it.each(['/', '/docs/checks', '/problems/not-found'])('gets a page at %s', async (path) => {
    const { headers } = await look(path).expect(200);
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'/);
  });

  it('gets problems as pages, but for those of the API', async () => {
    const page = await look('/nowhere').expect(404);
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.text).toContain('Nothing is at this address');
    const json = await test.call('get', '/nowhere').expect(404);
    expect(json.headers['content-type']).toMatch('application/problem+json');
    const api = await look('/api/v1/reports').expect(401);
    expect(api.headers['content-type']).toMatch('application/problem+json');
  });

  it('gets pages compressed, and the API’s answers as they are', async () => {
    const page = await look('/docs/checks').set('Accept-Encoding', 'gzip').expect(200);
    expect(page.headers['content-encoding']).toBe('gzip');
    const list = await test.owner.call('get', '/api/v1/reports').set('Accept-Encoding', 'gzip').expect(200);
    expect(list.headers).not.toHaveProperty('content-encoding');
  });
});
