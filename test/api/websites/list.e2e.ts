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
      score: 83.67,
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
