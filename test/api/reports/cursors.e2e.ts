import fc from 'fast-check';
import { startApp, type TestApp } from '../../support/app.js';
import { storeListedReports } from '../../support/listed-reports.js';
import { storedReport } from '../../support/reports.js';

let test: TestApp;

beforeAll(async () => {
  test = await startApp();
  await storeListedReports(test, test.owner);
  for (let n = 0; n < 30; n++) await storedReport(test, test.owner, 'https://c.example/same', n % 3);
});

afterAll(() => test.close());

async function list(query: string) {
  const { body } = await test.owner.call('get', `/api/v1/reports${query}`).expect(200);
  return body;
}

describe('cursors of GET /api/v1/reports', () => {
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
