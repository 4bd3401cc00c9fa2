import { startApp, type TestApp } from '../../support/app.js';

let test: TestApp;

afterEach(() => test.close());

/** Statuses of requests with unknown keys: the 31st from one network is refused with 429.
 *  @param forwarded value of X-Forwarded-For of the nth request */
async function statusesOf(forwarded: (n: number) => string): Promise<number[]> {
  const statuses: number[] = [];
  for (let n = 0; n < 31; n++) {
    const { status } = await test
      .call('get', '/api/v1/account')
      .set('Authorization', `Bearer unknown-key-${String(n)}`)
      .set('X-Forwarded-For', forwarded(n));
    statuses.push(status);
  }
  return statuses;
}

async function baseOf(headers: Record<string, string>): Promise<string> {
  const { body } = await test.owner.call('get', '/api/v1/reports').set(headers).expect(200);
  return String(body.meta.path).replace('/api/v1/reports', '');
}

describe('a peer that is not trusted', () => {
  it('chooses neither its address nor the base of links', async () => {
    test = await startApp({ TRUSTED_PROXIES: '127.0.0.2' });
    const statuses = await statusesOf((n) => `198.51.100.${String(n)}`);
    expect(statuses).toEqual([...Array<number>(30).fill(401), 429]);
    const forged = { 'X-Forwarded-Host': 'forged.example', 'X-Forwarded-Proto': 'https' };
    expect(await baseOf(forged)).toBe(test.url);
    expect(await baseOf({ Forwarded: 'for=198.51.100.1;host=forged.example;proto=https' })).toBe(test.url);
    expect(await baseOf({ ...forged, Host: 'named.example' })).toBe('http://named.example');
  });
});

describe('a trusted proxy', () => {
  beforeEach(async () => {
    test = await startApp({ TRUSTED_PROXIES: '127.0.0.1' });
  });

  it('names the client, and what stands before that name counts for nothing', async () => {
    const statuses = await statusesOf((n) => `198.51.100.${String(n)}, 10.0.0.9`);
    expect(statuses).toEqual([...Array<number>(30).fill(401), 429]);
    expect((await statusesOf((n) => `198.51.100.${String(n)}`)).at(-1)).toBe(401);
  });

  it.each([
    (n: number) => `198.51.100.${String(n)}:4711`,
    (n: number) => `[2001:db8:0:${String(n)}::1]:4711`,
  ])('may add the port of the client', async (forwarded) => {
    expect((await statusesOf(forwarded)).at(-1)).toBe(401);
    expect(await statusesOf(() => forwarded(1))).toContain(429);
    await test.owner
      .call('post', '/api/v1/keys')
      .set('X-Forwarded-For', forwarded(1))
      .send({ name: 'another' })
      .expect(201);
    const { body } = await test.owner.call('get', '/api/v1/audit-log').expect(200);
    expect(forwarded(1)).toContain(body.data[0].ip);
    expect(body.data[0].ip).not.toContain('4711');
  });

  it('names the host, and http or https as the scheme', async () => {
    expect(await baseOf({ 'X-Forwarded-Host': 'named.example' })).toBe('http://named.example');
    expect(await baseOf({ 'X-Forwarded-Host': 'named.example', 'X-Forwarded-Proto': 'https' })).toBe(
      'https://named.example',
    );
    expect(await baseOf({ 'X-Forwarded-Host': 'named.example', 'X-Forwarded-Proto': 'javascript' })).toBe(
      'http://named.example',
    );
  });
});
