import { type Account, type Instance, startApp, startInstance, type TestApp } from '../../support/app.js';
import { Database } from '../../../src/platform/database/database.js';

let test: TestApp;
let replica: Instance;

beforeAll(async () => {
  const limits = {
    ROLE: 'api',
    RATE_LIMIT: '30',
    CREATE_LIMIT: '4',
    ACCOUNT_RATE_LIMIT: '50',
    ACCOUNT_CREATE_LIMIT: '10',
    ACCOUNT_KEYS: '12',
    ACCOUNT_MONITORS: '3',
    ACCOUNT_WEBHOOKS: '2',
  };
  test = await startApp(limits);
  replica = await startInstance(test.database.url, limits);
  await replica.app.get(Database).connect();
});
beforeEach(async () => {
  await test.database.query(`UPDATE account_windows SET ends_at = now() - interval '1 second'`);
});
afterAll(async () => {
  await replica.close();
  await test.close();
});

async function freshAccount(): Promise<Account> {
  const [row] = await test.database.query<{ id: number }>(
    `INSERT INTO accounts (name) VALUES ('Fresh') RETURNING id`,
  );
  return test.keyFor({ ...test.owner, id: row?.id ?? 0 });
}

const keysOf = (account: Account, count: number) =>
  Promise.all(Array.from({ length: count }, () => test.keyFor(account)));

describe('the limits of an account', () => {
  it('count the requests of all of its keys, on all replicas', async () => {
    const account = await freshAccount();
    const keys = await keysOf(account, 4);
    const urls = [test.url, replica.url];
    const responses = await Promise.all(
      keys.flatMap(({ key }) =>
        Array.from({ length: 29 }, (_, at) =>
          fetch(`${urls[at % 2]}/api/v1/account`, { headers: { authorization: `Bearer ${key}` } }),
        ),
      ),
    );
    const served = responses.filter(({ status }) => status === 200);
    expect(served.length).toBeLessThanOrEqual(50);
    expect(served.length).toBeGreaterThanOrEqual(44);
    const refused = responses.filter(({ status }) => status === 429);
    expect(served.length + refused.length).toBe(responses.length);
    const [first] = refused;
    expect(Number(first?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(first?.headers.get('ratelimit')).toContain('"account_requests";r=0');
    expect(await first?.json()).toMatchObject({
      code: 'too_many_requests',
      detail: expect.stringContaining('All keys of this account together may send 50 requests per minute.'),
    });
    const other = await freshAccount();
    await other.call('get', '/api/v1/account').expect(200);
  });

  it('count the reports of all of its keys', async () => {
    const account = await freshAccount();
    const statuses: number[] = [];
    for (const key of await keysOf(account, 6))
      for (let at = 0; at < 4; at += 1) {
        const url = `https://site-${at}.example.com/${key.key.slice(-8)}`;
        const { status } = await key
          .call('post', '/api/v1/reports')
          .set('Prefer', 'respond-async')
          .send({ url });
        statuses.push(status);
      }
    expect(statuses.filter((status) => status === 202)).toHaveLength(10);
    expect(statuses.slice(10)).toEqual(Array(14).fill(429));
  });

  it('let no key make keys that make up for its own limit', async () => {
    const account = await freshAccount();
    const { body } = await account.call('post', '/api/v1/keys').send({ name: 'more' }).expect(201);
    const { body: limits } = await test
      .call('get', '/api/v1/account')
      .set('Authorization', `Bearer ${body.data.secret}`)
      .expect(200);
    expect(limits.data.limits.account_requests.limit).toBe(50);
  });

  it('count each item of a batch as a request', async () => {
    const account = await freshAccount();
    const items = Array.from({ length: 40 }, () => ({ url: 'http://10.0.0.1/' }));
    const { body, headers } = await account.call('post', '/api/v1/reports/batch').send({ items }).expect(202);
    const statuses = (body.data as { status: number }[]).map(({ status }) => status);
    expect(statuses).toEqual([...Array(30).fill(422), ...Array(10).fill(429)]);
    expect(body.data[30].errors.limit[0]).toContain('30 requests per minute');
    expect(headers.ratelimit).toMatch(/^"requests";r=0;t=\d+/);
    await account.call('get', '/api/v1/account').expect(429);
  });

  it.each([
    ['keys', 'ACCOUNT_KEYS', 11, (n: number) => ({ name: `key ${n}` })],
    [
      'monitors',
      'ACCOUNT_MONITORS',
      3,
      (n: number) => ({ url: `https://a.example.com/${n}`, schedule: '@daily' }),
    ],
    ['webhooks', 'ACCOUNT_WEBHOOKS', 2, (n: number) => ({ url: `https://a.example.com/${n}` })],
  ])('allow so many %s, also at once', async (path, setting, room, body) => {
    const account = await freshAccount();
    const responses = await Promise.all(
      Array.from({ length: room + 3 }, (_, n) => account.call('post', `/api/v1/${path}`).send(body(n))),
    );
    const statuses = responses.map(({ status }) => status).toSorted();
    expect(statuses).toEqual([...Array(room).fill(201), 409, 409, 409]);
    const refused = responses.find(({ status }) => status === 409);
    expect(refused?.body.detail).toContain(`(setting ${setting})`);
  });

  it('let a key be replaced at once where no other one may be made', async () => {
    const account = await freshAccount();
    await keysOf(account, 11);
    await account.call('post', '/api/v1/keys').send({ name: 'one more' }).expect(409);
    const { body } = await account.call('get', '/api/v1/keys?per_page=100').expect(200);
    const old = body.data.at(-2).id;
    await account.call('post', `/api/v1/keys/${old}/rotate`).send({ overlap_hours: 1 }).expect(409);
    await account.call('post', `/api/v1/keys/${old}/rotate`).send({ overlap_hours: 0 }).expect(201);
  });

  it('let no expired key work again in place of another one', async () => {
    const account = await freshAccount();
    await keysOf(account, 11);
    const { body } = await account.call('get', '/api/v1/keys?per_page=100').expect(200);
    const [expired] = body.data;
    await test.database.query(`UPDATE api_keys SET expires_at = now() - interval '1 hour' WHERE id = $1`, [
      expired.id,
    ]);
    await account.call('post', '/api/v1/keys').send({ name: 'instead' }).expect(201);
    const path = `/api/v1/keys/${String(expired.id)}`;
    const refused = await account.call('patch', path).send({ expires_at: null }).expect(409);
    expect(refused.body.detail).toContain('(setting ACCOUNT_KEYS)');
    await account.call('patch', path).send({ name: 'renamed' }).expect(200);
  });
});
