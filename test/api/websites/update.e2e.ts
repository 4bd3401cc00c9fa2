import { startApp, type TestApp } from '../../support/app.js';
import { storedReport, websiteOf } from '../../support/reports.js';

let test: TestApp;

beforeAll(async () => {
  test = await startApp();
});

afterAll(() => test.close());

/** Stores a report of `domain`.
 *  @returns the path of its website */
async function newWebsite(domain: string): Promise<string> {
  await storedReport(test, test.owner, `https://${domain}/`);
  const { id } = await websiteOf(test.owner, domain);
  return `/api/v1/websites/${String(id)}`;
}

async function storedHash(path: string): Promise<string | null> {
  const rows = await test.database.query<{ password_hash: string | null }>(
    'SELECT password_hash FROM websites WHERE id = $1',
    [path.split('/').at(-1)],
  );
  return rows[0]?.password_hash ?? null;
}

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

  it('honors If-Match', async () => {
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
