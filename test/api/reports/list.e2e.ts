import fc from 'fast-check';
import { startApp, type TestApp } from '../../support/app.js';
import { storedReport } from '../../support/reports.js';

let test: TestApp;

const REPORTS: [url: string, score: number][] = [
  ['https://b.example/Zebra', 90],
  ['https://a.example/apple', 30],
  ['https://a.example/Ähre', 60],
  ['https://a.example/100%_off', 60],
  ['https://b.example/apple', 80],
  ['https://a.example/back\u2044slash', 10],
  ['https://xn--bcher-kva.example/ЖУК', 49],
  ['https://a.example/apple', 50],
  ['https://b.example/100x_off', 79],
  ['https://b.example/ΟΔΌΣ', 100],
  ['https://b.example/straße', 0],
  ['https://a.example/😀', 81],
];

beforeAll(async () => {
  test = await startApp();
  for (const [url, score] of REPORTS) await storedReport(test, test.owner, url, score);
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
      REPORTS.map(([url]) => url)
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
        const sorted = REPORTS.map(([url, score], id): [string, number, number] => [url, score, id]).sort(
          expected[field],
        );
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

  describe('search', () => {
    it.each([
      ['apple', 3],
      ['APPLE', 3],
      [' apple ', 3],
      ['e/a', 3],
      ['100%_', 1],
      ['100x_', 1],
      ['%', 1],
      ['_off', 2],
      ['\\', 0],
      ['⁄', 1],
      ['ähre', 1],
      ['жук', 1],
      ['οδός', 1],
      ['STRASSE', 1],
      ['😀', 1],
      ['é', 0],
      ['*', 0],
      ['https://a.example/', 6],
    ])('finds %s in %i reports', async (text, count) => {
      const { data, meta } = await list(`?search=${encodeURIComponent(text)}&per_page=100`);
      expect(data).toHaveLength(count);
      expect(meta.total).toBe(count);
    });

    it('counts at most 10 000 matches, and says so', async () => {
      const many = await startApp();
      await storedReport(many, many.owner, 'https://many.example/');
      await many.database.query(
        `INSERT INTO reports (account_id, website_id, url, status, score, result)
          SELECT account_id, website_id, url || n, 'completed', 60, 'decent' FROM reports, generate_series(1, 10000) n`,
      );
      await many.database.query('UPDATE account_totals SET reports_count = 10001 WHERE account_id = $1', [
        many.owner.id,
      ]);
      const search = (query: string) =>
        many.owner.call('get', `/api/v1/reports?search=many&per_page=100${query}`);
      const { body } = await search('').expect(200);
      expect(body.meta).toMatchObject({ total: 10_000, total_capped: true, last_page: 100 });
      const beyond = await search('&page=101').expect(200);
      expect(beyond.body.data).toHaveLength(1);
      await many.database.query('DELETE FROM reports WHERE id = (SELECT max(id) FROM reports)');
      const exact = await search('').expect(200);
      expect(exact.body.meta.total).toBe(10_000);
      expect(exact.body.meta).not.toHaveProperty('total_capped');
      await many.close();
    });
  });

  describe('cursors', () => {
    async function walk(
      query: string,
      towards: 'next' | 'prev',
      from?: string,
    ): Promise<{ ids: number[]; last: string | null }> {
      const ids: number[] = [];
      let cursor: string | null | undefined = from;
      for (;;) {
        const body = await list(`?${query}${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`);
        const page = body.data.map((report: { id: number }) => report.id);
        ids.push(...(towards === 'next' ? page : page.reverse()));
        const following: string | null = body.meta[`${towards}_cursor`] ?? null;
        if (following === null) return { ids, last: body.meta.prev_cursor ?? null };
        cursor = following;
      }
    }

    beforeAll(async () => {
      for (let n = 0; n < 30; n++) await storedReport(test, test.owner, 'https://c.example/same', n % 3);
    });

    afterAll(async () => {
      await test.database.query(`DELETE FROM reports WHERE url LIKE 'https://c.example/%'`);
      await test.database.query(
        'UPDATE account_totals SET reports_count = reports_count - 30, bad_count = bad_count - 30 WHERE account_id = $1',
        [test.owner.id],
      );
    });

    it.each(
      ['id', 'url', 'score'].flatMap((field) =>
        ['asc', 'desc'].flatMap((sort) =>
          ['', '&result=bad', '&search=example'].map((filter) => [`sort_by=${field}&sort=${sort}${filter}`]),
        ),
      ),
    )('walk every record once and back again: %s', async (query) => {
      const whole = (await list(`?${query}&per_page=100`)).data.map((report: { id: number }) => report.id);
      const there = await walk(query, 'next');
      expect(there.ids).toEqual(whole);
      const back = await walk(query, 'prev', there.last ?? '');
      const lastPageSize = whole.length % 10 || 10;
      expect(back.ids.reverse()).toEqual(whole.slice(0, whole.length - lastPageSize));
    });

    it('return every lasting record exactly once while others come and go', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.constantFrom('id', 'url', 'score'),
          fc.constantFrom('asc', 'desc'),
          fc.array(fc.boolean(), { minLength: 3, maxLength: 6 }),
          async (field, sort, changes) => {
            const lasting = new Set(
              (await list('?per_page=100')).data.map((report: { id: number }) => report.id),
            );
            const passing: number[] = [];
            const seen: number[] = [];
            let cursor: string | null = null;
            do {
              const query = `?sort_by=${field}&sort=${sort}${cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`}`;
              const body = await list(query);
              seen.push(...body.data.map((report: { id: number }) => report.id));
              cursor = body.meta.next_cursor;
              if (changes.pop())
                passing.push(await storedReport(test, test.owner, 'https://c.example/same', 1));
              else if (passing.length > 0)
                await test.owner.call('delete', `/api/v1/reports/${String(passing.pop())}`).expect(200);
            } while (cursor !== null);
            expect(seen.filter((id) => lasting.has(id)).sort()).toEqual([...lasting].sort());
            expect(new Set(seen).size).toBe(seen.length);
            for (const id of passing)
              await test.owner.call('delete', `/api/v1/reports/${String(id)}`).expect(200);
          },
        ),
        { numRuns: 15 },
      );
    });

    it('give no totals, and links by cursor', async () => {
      const { meta } = await list('?per_page=10');
      const response = await test.owner
        .call('get', `/api/v1/reports?per_page=25&cursor=${meta.next_cursor}`)
        .expect(200);
      expect(Object.keys(response.body.meta).sort()).toEqual([
        'next_cursor',
        'path',
        'per_page',
        'prev_cursor',
      ]);
      expect(response.body.links).toMatchObject({ first: null, last: null });
      expect(response.body.links.next).toBe(
        `${test.url}/api/v1/reports?per_page=25&cursor=${encodeURIComponent(response.body.meta.next_cursor)}`,
      );
    });

    it('are refused with another order, another filter, a page, by another account, or damaged', async () => {
      const { meta } = await list('?sort=asc');
      const cursor = encodeURIComponent(meta.next_cursor);
      await test.owner.call('get', `/api/v1/reports?sort=asc&per_page=50&cursor=${cursor}`).expect(200);
      for (const query of [
        `cursor=${cursor}`,
        `sort=asc&sort_by=url&cursor=${cursor}`,
        `sort=asc&result=good&cursor=${cursor}`,
        `sort=asc&search=a&cursor=${cursor}`,
        `sort=asc&website_id=1&cursor=${cursor}`,
        `sort=asc&page=1&cursor=${cursor}`,
        `sort=asc&cursor=${cursor.slice(1)}`,
        'sort=asc&cursor=rubbish',
      ]) {
        const { body } = await test.owner.call('get', `/api/v1/reports?${query}`).expect(422);
        expect(Object.keys(body.errors)).toEqual(['cursor']);
      }
      await test.stranger.call('get', `/api/v1/reports?sort=asc&cursor=${cursor}`).expect(422);
    });
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
