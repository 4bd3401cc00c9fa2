import { SCOPES } from '../../../src/auth/scopes.js';
import { startApp, type TestApp } from '../../support/app.js';
import { type ConsoleSession, signedIn, visit } from '../../support/console.js';
import { createdKey } from '../../support/keys.js';

let test: TestApp;
let session: ConsoleSession;

beforeAll(async () => {
  test = await startApp();
  session = await signedIn(test.url, test.owner.key);
});
afterAll(async () => {
  await test.close();
});

const keyNamed = async (name: string) => {
  const { body } = await test.owner.call('get', '/api/v1/keys?per_page=100').expect(200);
  return body.data.find((key: { name: string }) => key.name === name);
};

describe('keys', () => {
  const secretIn = async (response: Response) =>
    /<code>(pgk_\w+)<\/code>/.exec(await response.text())?.[1] ?? '';

  it('are shown once when they are created, and when they are rotated', async () => {
    const created = await session.post('/console/keys', { name: 'pipeline', 'scopes[]': 'reports:read' });
    const secret = await secretIn(created);
    const { body } = await test.call('get', '/api/v1/account').set('Authorization', `Bearer ${secret}`);
    expect(body.data.key).toMatchObject({ name: 'pipeline', scopes: ['reports:read'] });
    const rotated = await session.post(`/console/keys/${String(body.data.key.id)}/rotate`);
    expect(await secretIn(rotated)).not.toBe(secret);
    expect(await (await session.get('/console/keys')).text()).not.toContain(secret);
  });

  it('are rotated with the end that they had, which the page says', async () => {
    const expires_at = new Date(Date.now() + 2 * 3_600_000).toISOString();
    const { id } = await createdKey(test.owner, { name: 'short', expires_at });
    const page = await (await session.post(`/console/keys/${String(id)}/rotate`)).text();
    const until = (sentence: string) => new RegExp(`${sentence} <time datetime="([^"]+)">`).exec(page)?.[1];
    expect(until('The key that it replaces works until')).toBe(expires_at);
    expect(until('This key works until')).toBe(expires_at);
    const lasting = await createdKey(test.owner, { name: 'lasting' });
    const other = await (await session.post(`/console/keys/${String(lasting.id)}/rotate`)).text();
    const [, end = ''] = /works until <time datetime="([^"]+)">/.exec(other) ?? [];
    expect(Math.abs(Date.parse(end) - Date.now() - 24 * 3_600_000)).toBeLessThan(60_000);
    expect(other).not.toContain('This key works until');
  });

  it('can be changed by those alone that may do as much', async () => {
    const { id, secret } = await createdKey(test.owner, {
      name: 'limited',
      scopes: ['keys:read', 'keys:write'],
    });
    const limited = await signedIn(test.url, String(secret));
    const path = `/console/keys/${String(id)}`;
    const list = await (await limited.get('/console/keys?per_page=100')).text();
    expect([...list.matchAll(/href="(\/console\/keys\/\d+)\/edit"/g)].map(([, href]) => href)).toEqual([
      path,
    ]);
    expect(await (await limited.get(`${path}/edit`)).text()).toContain('You are signed in with this key.');
    expect(await (await session.get(`${path}/edit`)).text()).not.toContain('You are signed in with this');
    const saved = await limited.post(`${path}/edit`, { name: 'less', 'scopes[]': 'keys:write' });
    expect(saved.headers.get('location')).toBe('/console?done=key-saved');
  });

  it('of one name are told apart when they are changed, and deleted', async () => {
    const { id } = await createdKey(test.owner, { name: 'twice' });
    const successor = await secretIn(await session.post(`/console/keys/${String(id)}/rotate`));
    const end = `…${successor.slice(-4)}`;
    const [list, { id: newId }] = [
      await (await session.get('/console/keys?per_page=100')).text(),
      await keyNamed('twice'),
    ];
    for (const word of ['Rotate', 'Edit', 'Delete'])
      expect(list).toContain(`aria-label="${word} twice ${end}"`);
    for (const screen of ['edit', 'delete'])
      expect(await (await session.get(`/console/keys/${String(newId)}/${screen}`)).text()).toContain(
        `${end}</code>`,
      );
  });

  it('that have expired are not rotated, and what to do instead is said', async () => {
    const { id } = await createdKey(test.owner, { name: 'over' });
    await test.database.query(`UPDATE api_keys SET expires_at = now() - interval '1 hour' WHERE id = $1`, [
      id,
    ]);
    const refused = await session.post(`/console/keys/${String(id)}/rotate`);
    expect(refused.status).toBe(409);
    expect(await refused.text()).toContain('let this one work longer first, with Edit');
  });

  it('of the session are marked, and deleting them leads to the sign-in, which says so', async () => {
    const [own, other] = [await createdKey(test.owner, { name: 'own' }), await createdKey(test.owner)];
    const leaver = await signedIn(test.url, own.secret);
    const mark = '<th scope="row">own <span class="quiet">this session</span></th>';
    expect((await (await leaver.get('/console/keys')).text()).split('this session')).toHaveLength(2);
    expect(await (await leaver.get('/console/keys')).text()).toContain(mark);
    const pathOf = ({ id }: { id: number }) => `/console/keys/${String(id)}/delete`;
    const warning = 'You are signed in with this key: you will be signed out.';
    expect(await (await leaver.get(pathOf(own))).text()).toContain(warning);
    expect(await (await leaver.get(pathOf(other))).text()).not.toContain(warning);
    const deleted = await leaver.post(pathOf(own));
    expect(deleted.headers.get('location')).toBe('/console/sign-in?done=key-deleted');
    expect(deleted.headers.get('set-cookie')).toContain('pagegrade_session=;');
    const page = await (await visit(`${test.url}/console/sign-in?done=key-deleted`)).text();
    expect(page).toContain('The key was deleted, so you are signed out.');
  });

  it('stay if the account could no longer manage its keys', async () => {
    const own = await startApp();
    await own.database.query('DELETE FROM api_keys WHERE account_id = $1 AND name <> $2', [
      own.owner.id,
      'Test',
    ]);
    const manager = await signedIn(own.url, own.owner.key);
    const [key] = await own.database.query<{ id: string }>('SELECT id FROM api_keys WHERE account_id = $1', [
      own.owner.id,
    ]);
    const response = await manager.post(`/console/keys/${String(key?.id)}/delete`);
    expect(response.status).toBe(409);
    const page = await response.text();
    expect(page).toContain('role="alert"');
    // The form for a new key is as it was.
    expect(page.match(/ checked/g)).toHaveLength(SCOPES.length);
    await own.close();
  });

  it.each([
    ['', null],
    ['never', null],
    ['30', 30],
    ['90', 90],
    ['365', 365],
  ])('for %j work as long', async (lifetime, days) => {
    const name = `for "${lifetime}"`;
    await session.post('/console/keys', { name, 'scopes[]': 'reports:read', expires_at: lifetime });
    const { expires_at: end } = await keyNamed(name);
    const lasts = end === null ? null : (Date.parse(end) - Date.now()) / 86_400_000;
    if (days === null) expect(lasts).toBeNull();
    else expect(lasts).toBeCloseTo(days, 2);
  });

  it('may do what is ticked, not everything if nothing is', async () => {
    const response = await session.post('/console/keys', { name: 'unticked' });
    expect(response.status).toBe(422);
    const page = await response.text();
    expect(page).toMatch(/id="scopes-fault">&quot;It may&quot; must be a list of at least one of /);
    expect(page).not.toContain(' checked');
    expect(page).toContain('value="unticked"');
    expect(await keyNamed('unticked')).toBeUndefined();
  });

  it('are renamed, and get other scopes and another end', async () => {
    const { body } = await test.owner
      .call('post', '/api/v1/keys')
      .send({ name: 'old', scopes: ['reports:read'], expires_at: '2099-01-01T00:00:00Z' });
    const path = `/console/keys/${String(body.data.id)}/edit`;
    const form = await (await session.get(path)).text();
    expect(form).toContain('As it is: 1 Jan 2099');
    expect([...form.matchAll(/value="([^"]+)" checked/g)].map(([, scope]) => scope)).toEqual([
      'reports:read',
    ]);
    const saved = await session.post(path, { name: 'new', 'scopes[]': 'crawls:read', expires_at: '' });
    expect(saved.headers.get('location')).toBe('/console/keys?done=key-saved');
    expect(await keyNamed('new')).toMatchObject({
      ...{ id: body.data.id, scopes: ['crawls:read'] },
      expires_at: '2099-01-01T00:00:00.000Z',
    });
    await session.post(path, { name: 'new', 'scopes[]': 'crawls:read', expires_at: 'never' });
    expect(await keyNamed('new')).toMatchObject({ expires_at: null });
    const refused = await session.post(path, { name: ' ', expires_at: '30' });
    expect(refused.status).toBe(422);
    const page = await refused.text();
    expect(page).toContain('id="name-fault">&quot;Name&quot; is required.');
    expect(page).toContain('id="scopes-fault">&quot;It may&quot; must be a list');
    expect(page).toContain('<option value="30" selected>');
    expect(await keyNamed('new')).toMatchObject({ scopes: ['crawls:read'], expires_at: null });
  });

  it('of a session that ends work no longer than its key', async () => {
    const end = new Date(Date.now() + 40 * 86_400_000).toISOString();
    const { body } = await test.owner
      .call('post', '/api/v1/keys')
      .send({ name: 'short', scopes: ['keys:read', 'keys:write', 'reports:read'], expires_at: end });
    const short = await signedIn(test.url, body.data.secret);
    const page = await (await short.get('/console/keys')).text();
    const offered = [...page.matchAll(/<option value="([^"]*)"/g)].map(([, value]) => value);
    expect(offered).toEqual(['', '30']);
    const fields = { name: 'too long', 'scopes[]': 'keys:read', expires_at: '365' };
    const response = await short.post('/console/keys', fields);
    expect(response.status).toBe(403);
    expect(await response.text()).toContain('gives no key a later expiry');
    await short.post('/console/keys', { ...fields, name: 'as long', expires_at: '' });
    expect((await keyNamed('as long')).expires_at).toBe(end);
  });
});
