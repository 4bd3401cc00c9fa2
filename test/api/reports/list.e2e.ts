import { startApp, type TestApp } from '../../support/app.js';
import { LISTED_REPORTS, storeListedReports } from '../../support/listed-reports.js';
import { storedReport } from '../../support/reports.js';

let test: TestApp;

beforeAll(async () => {
  test = await startApp();
  await storeListedReports(test, test.owner);
  await storedReport(test, test.stranger, 'https://a.example/apple', 99);
});

afterAll(() => test.close());

async function list(query: string) {
  const { body } = await test.owner.call('get', `/api/v1/reports${query}`).expect(200);
  return body;
}

async function urls(query: string): Promise<string[]> {
  return (await list(`${query}&per_page=100`)).data.map((report: { url: string }) => report.url);
}

const byCodePoint = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));

describe('GET /api/v1/reports', () => {
  it('gives the newest ten, with links and numbers, when nothing is asked for', async () => {
    const { data, links, meta } = await list('');
    expect(data.map((report: { url: string }) => report.url)).toEqual(
      LISTED_REPORTS.map(([url]) => url)
        .reverse()
        .slice(0, 10),
    );
    const address = `${test.url}/api/v1/reports`;
    expect(links).toEqual({
      first: `${address}?page=1`,
      last: `${address}?page=2`,
      prev: null,
      next: `${address}?page=2`,
    });
    expect(meta).toEqual({
      current_page: 1,
      from: 1,
      last_page: 2,
      next_cursor: expect.any(String),
      path: address,
      per_page: 10,
      to: 10,
      total: 12,
    });
    expect(Object.keys(data[0])).toEqual([
      'id',
      'url',
      'website_id',
      'status',
      'result',
      'score',
      'error',
      'created_at',
      'updated_at',
      'generated_at',
    ]);
  });

  it('repeats its links in the Link header, and keeps the parameters that were sent', async () => {
    const response = await test.owner
      .call('get', '/api/v1/reports?sort=asc&search=&result=good&per_page=10&foo=1&search_by=url')
      .expect(200);
    const last = `${test.url}/api/v1/reports?sort=asc&result=good&per_page=10&search_by=url&page=1`;
    expect(response.body.links.last).toBe(last);
    expect(response.headers.link).toBe(`<${last}>; rel="first", <${last}>; rel="last"`);
  });

  it('pages by number, and past the end is empty', async () => {
    const second = await list('?page=2');
    expect(second.data).toHaveLength(2);
    expect(second.meta).toMatchObject({ current_page: 2, from: 11, to: 12, total: 12, next_cursor: null });
    expect(second.links).toMatchObject({ prev: `${test.url}/api/v1/reports?page=1`, next: null });
    for (const page of ['3', '1000000', '9007199254740991']) {
      const { data, meta } = await list(`?page=${page}`);
      expect(data).toEqual([]);
      expect(meta).toMatchObject({ from: null, to: null, total: 12, last_page: 2, next_cursor: null });
    }
  });

  it.each([10, 25, 50, 100])('takes per_page=%i', async (perPage) => {
    const { data, meta } = await list(`?per_page=${perPage}`);
    expect(data).toHaveLength(Math.min(perPage, 12));
    expect(meta.per_page).toBe(perPage);
  });

  it('is empty for an account without reports', async () => {
    const empty = await test.keyFor(test.stranger);
    const { body } = await empty.call('get', '/api/v1/reports?search=nothing').expect(200);
    expect(body).toMatchObject({ data: [], meta: { from: null, to: null, last_page: 1, total: 0 } });
  });

  describe('order', () => {
    const expected: Record<string, (a: [string, number, number], b: [string, number, number]) => number> = {
      id: (a, b) => a[2] - b[2],
      url: (a, b) => byCodePoint(a[0], b[0]) || a[2] - b[2],
      score: (a, b) => a[1] - b[1] || a[2] - b[2],
    };

    it.each(['id', 'url', 'score'])(
      'sorts by %s both ways, ties by id in the same direction',
      async (field) => {
        const sorted = LISTED_REPORTS.map(([url, score], id): [string, number, number] => [
          url,
          score,
          id,
        ]).sort(expected[field]);
        const wanted = sorted.map(([url]) => url);
        expect(await urls(`?sort_by=${field}&sort=asc`)).toEqual(wanted);
        expect(await urls(`?sort_by=${field}&sort=desc`)).toEqual([...wanted].reverse());
        expect(await urls(`?sort_by=${field}`)).toEqual([...wanted].reverse());
      },
    );

    it('puts reports without a score last in both directions', async () => {
      const [row] = await test.database.query<{ id: number }>(
        `INSERT INTO reports (account_id, website_id, url, status) SELECT account_id, website_id, 'https://a.example/queued', 'queued'
          FROM reports WHERE account_id = $1 LIMIT 1 RETURNING id`,
        [test.owner.id],
      );
      expect((await urls('?sort_by=score&sort=asc')).at(-1)).toBe('https://a.example/queued');
      expect((await urls('?sort_by=score&sort=desc')).at(-1)).toBe('https://a.example/queued');
      await test.database.query('DELETE FROM reports WHERE id = $1', [row?.id]);
    });
  });

  describe('filters', () => {
    it('keeps the reports of one website', async () => {
      const { data } = await list('?search=b.example');
      const own = await list(`?website_id=${data[0].website_id}&per_page=100`);
      expect(own.meta.total).toBe(5);
      expect(own.data.every((report: { url: string }) => report.url.startsWith('https://b.example/'))).toBe(
        true,
      );
    });

    it.each([
      ['good', 4],
      ['decent', 4],
      ['bad', 4],
    ])('keeps the %s ones', async (result, count) => {
      const { data, meta } = await list(`?result=${result}&per_page=100`);
      expect(data).toHaveLength(count);
      expect(meta.total).toBe(count);
      expect(new Set(data.map((report: { result: string }) => report.result))).toEqual(new Set([result]));
    });

    it('combines them, in every order', async () => {
      const { data } = await list('?search=a.example');
      for (const field of ['id', 'url', 'score']) {
        const { data: kept, meta } = await list(
          `?website_id=${data[0].website_id}&result=decent&sort_by=${field}`,
        );
        expect(kept.map((report: { score: number }) => report.score).sort()).toEqual([50, 60, 60]);
        expect(meta.total).toBe(3);
      }
    });

    it.each(['0', '123456', '99999999999999999999'])(
      'is empty for a website that is not there: %s',
      async (id) => {
        expect(await list(`?website_id=${id}`)).toMatchObject({ data: [], meta: { total: 0 } });
      },
    );
  });

  it('takes urls of 2048 characters that no compression makes smaller, and sorts and searches them', async () => {
    const long = await startApp();
    const random = (n: number) =>
      Array.from({ length: 2020 }, (_, i) =>
        String.fromCodePoint(0x4e00 + ((i * 7919 + n * 104_729) % 20_000)),
      ).join('');
    const wanted = [1, 2, 3].map((n) => `https://long.example/${random(n)}`);
    for (const url of wanted) await storedReport(long, long.owner, url);
    const { body } = await long.owner.call('get', '/api/v1/reports?sort_by=url&sort=asc').expect(200);
    expect(body.data.map((report: { url: string }) => report.url)).toEqual([...wanted].sort(byCodePoint));
    const found = await long.owner
      .call('get', `/api/v1/reports?search=${encodeURIComponent(wanted[0]?.slice(-200) ?? '')}`)
      .expect(200);
    expect(found.body.meta.total).toBe(1);
    await long.close();
  });
});
