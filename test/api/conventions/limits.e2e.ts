import { Database } from '../../../src/platform/database/database.js';
import { type Instance, startApp, startInstance, type TestApp } from '../../support/app.js';
import { type StrangerSite, strangerSite } from '../../support/website.js';

let site: StrangerSite;
let test: TestApp;
let replica: Instance;

beforeAll(async () => {
  site = await strangerSite();
  const settings = {
    ALLOWED_TARGETS: site.target,
    CREATE_LIMIT: '5',
    RATE_LIMIT: '100',
    TRUSTED_PROXIES: 'loopback',
  };
  test = await startApp(settings);
  replica = await startInstance(test.database.url, settings);
  await replica.app.get(Database).connect();
});

afterAll(async () => {
  await replica.close();
  await test.close();
  await site.close();
});

/** Asks one replica for a report. */
function post(url: string, key: string): Promise<Response> {
  return fetch(`${url}/api/v1/reports`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      prefer: 'respond-async',
    },
    body: JSON.stringify({ url: site.origin }),
  });
}

describe('request limits', () => {
  it('show what is left, and answer 429 with Retry-After beyond', async () => {
    const limited = await startApp({ RATE_LIMIT: '3' });
    for (const left of ['2', '1', '0']) {
      const { headers } = await limited.owner.call('get', '/api/v1/account').expect(200);
      expect(headers['x-ratelimit-remaining']).toBe(left);
      expect(headers.ratelimit).toMatch(new RegExp(`^"requests";r=${left};t=\\d+$`));
    }
    const { headers, body } = await limited.owner.call('get', '/api/v1/account').expect(429);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect(body.code).toBe('too_many_requests');
    await limited.stranger.call('get', '/api/v1/account').expect(200);
    await limited.close();
  });

  it('may be off, and then show nothing', async () => {
    const open = await startApp({ RATE_LIMIT: '0' });
    const { headers } = await open.owner.call('get', '/api/v1/account').expect(200);
    expect(Object.keys(headers).filter((name) => name.includes('ratelimit'))).toEqual([]);
    await open.close();
  });
});

describe('the limit of new reports', () => {
  it('is exact for a key across replicas, and what is refused is not kept', async () => {
    const { key } = await test.keyFor(test.owner);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => post(n % 2 === 0 ? test.url : replica.url, key)),
    );
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(5);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(15);
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
    const { body } = await test.owner.call('get', '/api/v1/reports').expect(200);
    expect(body.meta.total).toBe(5);
  });

  it('stands in the headers beside the limit of requests, and in the account', async () => {
    const caller = await test.keyFor(test.owner);
    const { headers } = await post(test.url, caller.key);
    expect(headers.get('ratelimit-policy')).toBe('"requests";q=100;w=60, "creations";q=5;w=60');
    expect(headers.get('ratelimit')).toMatch(/^"requests";r=99;t=\d+, "creations";r=4;t=\d+$/);
    const { body } = await caller.call('get', '/api/v1/account').expect(200);
    expect(body.data.limits).toEqual({
      requests: { limit: 100, remaining: 98, reset_seconds: expect.any(Number) },
      creations: { limit: 5, remaining: 4, reset_seconds: expect.any(Number) },
      account_requests: { limit: 500, remaining: expect.any(Number), reset_seconds: expect.any(Number) },
      account_creations: { limit: 20, remaining: expect.any(Number), reset_seconds: expect.any(Number) },
      audits_at_once: 5,
    });
  });

  it('counts the requests of the account one by one', async () => {
    const caller = await test.keyFor(test.owner);
    const left = async () =>
      (await caller.call('get', '/api/v1/account').expect(200)).body.data.limits.account_requests.remaining;
    // At most one of them is the first of another minute.
    const counts = [await left(), await left(), await left()];
    expect([counts[0] - counts[1], counts[1] - counts[2]]).toContain(1);
  });

  it('counts neither refused addresses nor reports that exist', async () => {
    const caller = await test.keyFor(test.owner);
    for (let n = 0; n < 6; n++) {
      await caller.call('post', '/api/v1/reports').send({ url: 'http://10.0.0.1/' }).expect(422);
    }
    const made = await caller
      .call('post', '/api/v1/reports')
      .send({ url: `${site.origin}/once` })
      .expect(201);
    for (let n = 0; n < 6; n++) {
      const again = await caller
        .call('post', '/api/v1/reports')
        .send({ url: `${site.origin}/once`, max_age: 600 });
      expect(again.status).toBe(200);
      expect(again.body.data.id).toBe(made.body.data.id);
    }
  });

  it('begins anew after its minute', async () => {
    const { key } = await test.keyFor(test.owner);
    for (let n = 0; n < 6; n++) await post(test.url, key);
    expect((await post(test.url, key)).status).toBe(429);
    await test.database.query(`UPDATE creation_windows SET ends_at = now() - interval '1 second'`);
    expect((await post(test.url, key)).status).toBe(202);
  });

  it('begins anew after the clock was set back', async () => {
    const { key } = await test.keyFor(test.owner);
    for (let n = 0; n < 7; n++) await post(test.url, key);
    await test.database.query(`UPDATE creation_windows SET ends_at = now() + interval '1 hour'`);
    expect((await post(test.url, key)).status).toBe(202);
  });
});

describe('invalid keys', () => {
  it('are limited by network, and valid ones from there are let in', async () => {
    const statuses: number[] = [];
    const tryKey = (n: number, network: string) =>
      test
        .call('get', '/api/v1/reports')
        .set('Authorization', `Bearer wrong-${String(n)}`)
        .set('X-Forwarded-For', `${network}::${String(n)}`);
    for (let n = 0; n < 31; n++) statuses.push((await tryKey(n, '2001:db8:0:1')).status);
    expect(statuses.slice(0, 30).every((status) => status === 401)).toBe(true);
    expect(statuses[30]).toBe(429);
    await tryKey(1, '2001:db8:0:2').expect(401);
    await test.stranger.call('get', '/api/v1/reports').expect(200);
    await test.call('get', '/api/v1/reports').expect(401);
  });
});
