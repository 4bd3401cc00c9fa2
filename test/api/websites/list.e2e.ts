import { startApp, type TestApp } from '../../support/app.js';
import { storedReport } from '../../support/reports.js';

let test: TestApp;

beforeAll(async () => {
  test = await startApp();
  for (const [url, score] of [
    ['https://www.b.example/', 40],
    ['https://a.example/1', 90],
    ['https://a.example/2', 81],
    ['https://a.example/3', 80],
    ['https://c.example/', 99],
    ['https://xn--bcher-kva.example/', 40],
  ] as const) {
    await storedReport(test, test.owner, url, score);
  }
});

afterAll(() => test.close());

async function list(query = '') {
  return (await test.owner.call('get', `/api/v1/websites${query}`).expect(200)).body;
}

async function domains(query: string): Promise<string[]> {
  return (await list(query)).data.map((website: { domain: string }) => website.domain);
}

async function newWebsite(domain: string): Promise<string> {
  await storedReport(test, test.owner, `https://${domain}/`);
  const { data } = await list(`?search=${domain}`);
  return `/api/v1/websites/${data[0].id}`;
}

async function storedHash(path: string): Promise<string | null> {
  const rows = await test.database.query<{ password_hash: string | null }>(
    'SELECT password_hash FROM websites WHERE id = $1',
    [path.split('/').at(-1)],
  );
  return rows[0]?.password_hash ?? null;
}

describe('GET /api/v1/websites', () => {
  it('gives the newest first, each with its numbers', async () => {
    const { data, meta } = await list();
    expect(data.map((website: { domain: string }) => website.domain)).toEqual([
      'xn--bcher-kva.example',
      'c.example',
      'a.example',
      'b.example',
    ]);
    expect(meta).toMatchObject({ total: 4, per_page: 10 });
    expect(data[2]).toEqual({
      id: expect.any(Number),
      domain: 'a.example',
      reports_count: 3,
      reports_avg_score: 83.67,
      privacy: 1,
      password_set: false,
      share_url: expect.stringMatching(`^${test.url}/s/[\\da-f]{32}$`),
      badge_url: `${data[2].share_url}/badge.svg`,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
  });

  it.each([
    ['id', ['b.example', 'a.example', 'c.example', 'xn--bcher-kva.example']],
    ['domain', ['a.example', 'b.example', 'c.example', 'xn--bcher-kva.example']],
    ['reports_count', ['b.example', 'c.example', 'xn--bcher-kva.example', 'a.example']],
    ['reports_avg_score', ['b.example', 'xn--bcher-kva.example', 'a.example', 'c.example']],
  ])('sorts by %s both ways, ties by id', async (field, ascending) => {
    expect(await domains(`?sort_by=${field}&sort=asc`)).toEqual(ascending);
    expect(await domains(`?sort_by=${field}`)).toEqual([...ascending].reverse());
  });

  it('puts websites without an average last in both directions', async () => {
    const id = await storedReport(test, test.owner, 'https://0.example/');
    await test.owner.call('delete', `/api/v1/reports/${id}`).expect(200);
    for (const sort of ['asc', 'desc']) {
      expect((await domains(`?sort_by=reports_avg_score&sort=${sort}`)).at(-1)).toBe('0.example');
    }
    const { data } = await list('?search=0.example');
    await test.owner.call('delete', `/api/v1/websites/${data[0].id}`).expect(200);
  });

  it('searches domains in either case, with nothing as a wildcard', async () => {
    expect(await domains('?search=C.EXAM&search_by=domain')).toEqual(['c.example']);
    expect(await domains('?search=_.example')).toEqual([]);
    expect((await list('?search=.example')).meta.total).toBe(4);
  });

  it.each(['id', 'domain', 'reports_count', 'reports_avg_score'])(
    'walks by cursor in the order of %s',
    async (field) => {
      for (let n = 0; n < 12; n++) await storedReport(test, test.stranger, `https://${n}.example/`, n % 4);
      for (const sort of ['asc', 'desc']) {
        const query = `/api/v1/websites?sort_by=${field}&sort=${sort}`;
        const whole = await test.stranger.call('get', `${query}&per_page=100`).expect(200);
        const first = await test.stranger.call('get', query).expect(200);
        const rest = await test.stranger
          .call('get', `${query}&cursor=${first.body.meta.next_cursor}`)
          .expect(200);
        expect([...first.body.data, ...rest.body.data]).toEqual(whole.body.data);
        expect(rest.body.meta.next_cursor).toBeNull();
      }
    },
  );
});

describe('PUT and PATCH /api/v1/websites/{id}', () => {
  it.each(['put', 'patch'] as const)('%s sets the privacy and answers with the website', async (method) => {
    const path = await newWebsite(`${method}.example`);
    for (const privacy of [0, 2, 1]) {
      const { body } = await test.owner.call(method, path).type('form').send({ privacy }).expect(200);
      expect(body.data).toMatchObject({ domain: `${method}.example`, privacy });
      expect((await test.owner.call('get', path)).body.data).toEqual(body.data);
    }
  });

  it('changes nothing for an empty body', async () => {
    const path = await newWebsite('empty.example');
    const before = await test.owner.call('get', path).expect(200);
    for (const call of [
      test.owner.call('patch', path),
      test.owner.call('put', path).type('form').send(''),
      test.owner.call('patch', path).type('json').send('{}'),
      test.owner.call('patch', path).type('form').send('privacy=&password='),
      test.owner.call('patch', path).type('json').send({ privacy: null, password: null }),
    ]) {
      const { body } = await call.expect(200);
      expect(body).toEqual(before.body);
    }
  });

  it('stores a password sent with privacy 2 as argon2id, and never shows it', async () => {
    const path = await newWebsite('secret.example');
    const password = ' pässword with blanks ';
    const response = await test.owner
      .call('patch', path)
      .type('form')
      .send({ privacy: 2, password })
      .expect(200);
    expect(response.body).not.toHaveProperty('warnings');
    expect(response.body.data).toMatchObject({ privacy: 2, password_set: true });
    expect(response.text).not.toContain('pässword');
    expect(await storedHash(path)).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  it('keeps the password when privacy 2 is sent again, and forgets it on leaving', async () => {
    const path = await newWebsite('leave.example');
    await test.owner.call('patch', path).type('form').send({ privacy: 2, password: 'x' }).expect(200);
    const hash = await storedHash(path);
    const again = await test.owner.call('patch', path).type('form').send({ privacy: 2 }).expect(200);
    expect(again.body).not.toHaveProperty('warnings');
    expect(await storedHash(path)).toBe(hash);
    const { body } = await test.owner.call('patch', path).type('form').send({ privacy: 0 }).expect(200);
    expect(body.data.password_set).toBe(false);
    expect(await storedHash(path)).toBeNull();
  });

  it('warns of a password without effect, and refuses it in strict handling', async () => {
    const path = await newWebsite('ignored.example');
    for (const fields of [{ password: 'x' }, { privacy: 0, password: 'x' }]) {
      const { body } = await test.owner.call('patch', path).type('form').send(fields).expect(200);
      expect(body.warnings).toMatchObject([{ code: 'password_ignored', field: 'password' }]);
      expect(await storedHash(path)).toBeNull();
      const strict = await test.owner
        .call('patch', path)
        .set('Prefer', 'handling=strict')
        .type('form')
        .send(fields)
        .expect(422);
      expect(Object.keys(strict.body.errors)).toEqual(['password']);
    }
  });

  it('warns of privacy 2 without any password, and in strict handling changes nothing', async () => {
    const path = await newWebsite('missing.example');
    await test.owner
      .call('patch', path)
      .set('Prefer', 'handling=strict')
      .type('form')
      .send({ privacy: 2 })
      .expect(422);
    expect((await test.owner.call('get', path)).body.data.privacy).toBe(1);
    const { body } = await test.owner.call('patch', path).type('form').send({ privacy: 2 }).expect(200);
    expect(body.data).toMatchObject({ privacy: 2, password_set: false });
    expect(body.warnings).toMatchObject([{ code: 'password_missing', field: 'password' }]);
  });

  it('heeds If-Match', async () => {
    const path = await newWebsite('match.example');
    const { headers } = await test.owner.call('get', path).expect(200);
    await test.owner
      .call('patch', path)
      .set('If-Match', '"other"')
      .type('form')
      .send({ privacy: 0 })
      .expect(412);
    const { headers: next } = await test.owner
      .call('patch', path)
      .set('If-Match', `"x", ${String(headers.etag)}`)
      .type('form')
      .send({ privacy: 0 })
      .expect(200);
    expect(next.etag).not.toBe(headers.etag);
    await test.owner
      .call('patch', path)
      .set('If-Match', String(headers.etag))
      .type('form')
      .send({ privacy: 1 })
      .expect(412);
    await test.owner.call('delete', path).set('If-Match', String(headers.etag)).expect(412);
    await test.owner.call('patch', path).set('If-Match', '*').type('form').send({ privacy: 1 }).expect(200);
  });
});

describe('DELETE /api/v1/websites/{id}', () => {
  it('deletes the website with its reports, once', async () => {
    const path = await newWebsite('gone.example');
    const id = Number(path.split('/').at(-1));
    const before = (await test.owner.call('get', '/api/v1/account')).body.data;
    const { body } = await test.owner.call('delete', path).expect(200);
    expect(body).toEqual({ id, object: 'website', deleted: true });
    await test.owner.call('delete', path).expect(404);
    await test.owner.call('get', path).expect(404);
    expect((await test.owner.call('get', `/api/v1/reports?website_id=${id}`)).body.data).toEqual([]);
    expect((await test.owner.call('get', '/api/v1/account')).body.data).toMatchObject({
      websites_count: before.websites_count - 1,
      reports_count: before.reports_count - 1,
    });
  });
});
