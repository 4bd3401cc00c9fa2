import { setTimeout as sleep } from 'node:timers/promises';
import { AuthService } from '../../../src/auth/auth.service.js';
import { newSecret } from '../../../src/auth/secret.js';
import { startApp, type TestApp } from '../../support/app.js';
import { freshDatabase } from '../../support/database.js';
import { type Wire, wireTo } from '../../support/proxy.js';

let test: TestApp;
let wire: Wire;
/** Answers that the database has given: to look-ups of one key, and to readings of all. */
let asked = { forOne: 0, forAll: 0 };

beforeAll(async () => {
  const database = await freshDatabase();
  wire = await wireTo(database.url, {
    losesAnswer: (question) => {
      if (question.includes('"key"."hash" =')) asked.forOne++;
      if (question.includes('substring("key"."hash"')) asked.forAll++;
      return false;
    },
  });
  const settings = {
    DATABASE_URL: wire.url,
    ROLE: 'api',
    TRUSTED_PROXIES: 'loopback',
    PREPARED_STATEMENTS: 'false',
  };
  test = await startApp(settings, database);
});

beforeEach(() => {
  asked = { forOne: 0, forAll: 0 };
});

afterAll(async () => {
  await test.close();
  await wire.cut();
});

async function statusOf(key: string, network: string): Promise<number> {
  const response = await fetch(`${test.url}/api/v1/account`, {
    headers: { authorization: `Bearer ${key}`, 'x-forwarded-for': network },
  });
  await response.text();
  return response.status;
}

/** Requests at the same time.
 *  @returns how many had each status */
async function countStatuses(
  count: number,
  send: (n: number) => Promise<number>,
): Promise<Record<number, number>> {
  const counts: Record<number, number> = {};
  for (const status of await Promise.all(Array.from({ length: count }, (_, n) => send(n))))
    counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

describe('unknown keys', () => {
  it('of one network are looked up 30 times a minute, even if they come at once', async () => {
    const counts = await countStatuses(300, () => statusOf(newSecret(), '198.51.100.1'));
    expect(counts).toEqual({ 401: 30, 429: 270 });
    expect(asked.forOne).toBeGreaterThan(0);
    expect(asked.forOne).toBeLessThanOrEqual(30);
    expect(asked.forAll).toBeLessThan(10);
  });

  it('of many networks are looked up 50 times a second in all, and are still told from valid ones', async () => {
    const startedAt = performance.now();
    const attack = countStatuses(600, (n) =>
      statusOf(newSecret(), `10.1.${String(n >> 8)}.${String(n & 255)}`),
    );
    const { key } = await test.keyFor(test.owner);
    expect(await statusOf(key, '203.0.113.1')).toBe(200);
    expect(await attack).toEqual({ 401: 600 });
    const seconds = Math.ceil((performance.now() - startedAt) / 1000);
    expect(asked.forOne).toBeLessThanOrEqual(50 * (seconds + 1) + 2);
    expect(asked.forAll).toBeLessThanOrEqual(seconds + 1);
  });

  it('with a wrong checksum are never looked up', async () => {
    const mistyped = newSecret().replace(/.$/, (last) => (last === '0' ? '1' : '0'));
    expect(await countStatuses(5, () => statusOf(mistyped, '198.51.100.2'))).toEqual({ 401: 5 });
    expect(asked).toEqual({ forOne: 0, forAll: 0 });
  });

  it('are counted, but are looked up once a second where it is always the same', async () => {
    const unknown = newSecret();
    const network = '198.51.100.3';
    const startedAt = performance.now();
    for (let n = 0; n < 30; n++) expect(await statusOf(unknown, network)).toBe(401);
    expect(await statusOf(unknown, network)).toBe(429);
    const seconds = Math.ceil((performance.now() - startedAt) / 1000);
    expect(asked.forOne).toBeLessThanOrEqual(seconds + 1);
  });
});

describe('a valid key', () => {
  it('gets in at once from a network that has used up its failures, although it was never used before', async () => {
    const keys = await Promise.all(Array.from({ length: 5 }, () => test.keyFor(test.owner)));
    await sleep(1100);
    const network = '198.51.100.4';
    await countStatuses(100, () => statusOf(newSecret(), network));
    for (const { key } of keys) expect(await statusOf(key, network)).toBe(200);
  });

  it('gets in from there within a second or two of being created', async () => {
    const network = '198.51.100.5';
    await countStatuses(100, () => statusOf(newSecret(), network));
    const { key } = await test.keyFor(test.owner);
    let tries = 0;
    for (; (await statusOf(key, network)) !== 200 && tries < 50; tries++) await sleep(100);
    expect(tries).toBeLessThan(50);
  });

  it('costs its network no failures, and one question for all requests that come with it', async () => {
    const network = '198.51.100.6';
    const keys = await Promise.all(Array.from({ length: 40 }, () => test.keyFor(test.owner)));
    asked = { forOne: 0, forAll: 0 };
    const startedAt = performance.now();
    const counts = await countStatuses(200, (n) => statusOf(String(keys[n % 40]?.key), network));
    const seconds = Math.ceil((performance.now() - startedAt) / 1000);
    expect(counts).toEqual({ 200: 200 });
    expect(asked.forOne).toBeLessThanOrEqual(40 * seconds);
    expect(await statusOf(newSecret(), network)).toBe(401);
  });
});

describe('a valid key', () => {
  it('is looked up once a second, however often it is used', async () => {
    const { key } = await test.keyFor(test.owner);
    const auth = test.app.get(AuthService);
    let requests = 0;
    for (const endsAt = performance.now() + 1500; performance.now() < endsAt; requests++)
      await auth.authenticate(`Bearer ${key}`, '192.0.2.1');
    expect(requests).toBeGreaterThan(100);
    expect(asked.forOne).toBe(2);
  });
});
