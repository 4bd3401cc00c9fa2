import { startApp, type TestApp } from '../../support/app.js';
import { cellsOf, exported, rowOf, wholeList } from '../../support/exports.js';
import { failedReport, storedReport, websiteOf } from '../../support/reports.js';

const SITE = 'https://shop.example';

/** Paths with the scores of their reports, oldest first. Each report is a minute younger than the one before. */
const AUDITED: readonly (readonly [path: string, ...scores: number[]])[] = [
  ['/', 40, 55, 81],
  ['/Zebra', 81],
  ['/apple', 90, 30],
  ['/Ähre', 0],
  ['/100%_off', 60, 60],
];

let test: TestApp;
let id: number;
const latest = new Map<string, number>();

let minute = 0;

async function audited(url: string, score: number, account = test.owner): Promise<number> {
  const generatedAt = new Date(Date.UTC(2026, 10, 20, 10, ++minute, 0, 123));
  return storedReport(test, account, url, score, { generatedAt });
}

const call = (query = '', website = id, account = test.owner) =>
  account.call('get', `/api/v1/websites/${String(website)}/pages${query}`);

async function list(query = '', website = id) {
  return (await call(query, website).expect(200)).body as {
    data: { url: string; latest: { id: number; generated_at: string } }[];
    links: Record<string, string | null>;
    meta: { total?: number; next_cursor: string | null; prev_cursor?: string | null };
  };
}

async function paths(query: string, website = id): Promise<string[]> {
  return (await list(query, website)).data.map(({ url }) => url.replace(SITE, ''));
}

beforeAll(async () => {
  test = await startApp({ ROLE: 'api' });
  for (const [path, ...scores] of AUDITED)
    for (const score of scores) latest.set(path, await audited(SITE + path, score));
  await failedReport(test, test.owner, `${SITE}/`);
  await failedReport(test, test.owner, `${SITE}/never-completed`);
  await audited('https://other.example/', 10);
  await audited(`${SITE}/`, 11, test.stranger);
  id = (await websiteOf(test.owner, 'shop.example')).id;
});

afterAll(() => test.close());

describe('GET /api/v1/websites/{id}/pages', () => {
  it('has each page once, with its latest completed report and the score before', async () => {
    const { data, meta } = await list('?sort_by=url&sort=asc');
    expect(meta.total).toBe(5);
    expect(data[0]).toEqual({
      url: `${SITE}/`,
      latest: {
        id: latest.get('/'),
        score: 81,
        result: 'good',
        generated_at: '2026-11-20T10:03:00.123Z',
      },
      reports_count: 4,
      previous_score: 55,
    });
    expect(data.slice(1)).toMatchObject([
      { url: `${SITE}/100%_off`, reports_count: 2, previous_score: 60 },
      { url: `${SITE}/Zebra`, reports_count: 1, previous_score: null },
      { url: `${SITE}/apple`, latest: { score: 30 }, reports_count: 2, previous_score: 90 },
      { url: `${SITE}/Ähre`, latest: { score: 0, result: 'bad' }, previous_score: null },
    ]);
  });

  it.each([
    ['', ['/', '/Zebra', '/apple', '/Ähre', '/100%_off']],
    ['generated_at', ['/', '/Zebra', '/apple', '/Ähre', '/100%_off']],
    ['url', ['/', '/100%_off', '/Zebra', '/apple', '/Ähre']],
    ['score', ['/Ähre', '/apple', '/100%_off', '/', '/Zebra']],
  ])('sorts by "%s" both ways, ties by id', async (field, ascending) => {
    expect(await paths(`?sort_by=${field}&sort=asc`)).toEqual(ascending);
    expect(await paths(`?sort_by=${field}`)).toEqual([...ascending].reverse());
  });

  it.each([
    ['search=APP', ['/apple']],
    ['search=zEB', ['/Zebra']],
    ['search=äHRE', ['/Ähre']],
    ['search=0%25_', ['/100%_off']],
    ['search=_', ['/100%_off']],
    ['search=never', []],
    ['search=other.example', []],
    ['search=SHOP.example/&search_by=url&result=good', ['/Zebra', '/']],
    ['result=bad', ['/Ähre', '/apple']],
  ])('finds the pages of %s', async (query, found) => {
    expect(await paths(`?${query}`)).toEqual(found);
    expect((await list(`?${query}`)).meta.total).toBe(found.length);
  });

  it.each(['sort_by=id', 'sort_by=reports_count', 'result=fine', 'per_page=7', 'cursor=x'])(
    'refuses %s',
    async (query) => {
      await call(`?${query}`).expect(422);
    },
  );

  it('forgets deleted reports: the one before becomes the latest, and without reports there is no page', async () => {
    const url = 'https://deleted.example/';
    const ids = [];
    for (const score of [20, 50, 90]) ids.push(await audited(url, score));
    await audited(`${url}other`, 70);
    const website = (await websiteOf(test.owner, 'deleted.example')).id;
    const shown = [];
    const times = [];
    for (const report of [...ids].reverse()) {
      const path = `/api/v1/reports/${String(report)}`;
      times.push((await test.owner.call('get', path).expect(200)).body.data.generated_at);
      shown.push((await list('?sort_by=url&sort=asc', website)).data[0]);
      await test.owner.call('delete', path).expect(200);
    }
    expect(shown).toMatchObject([
      { url, latest: { id: ids[2], score: 90, result: 'good' }, reports_count: 3, previous_score: 50 },
      { url, latest: { id: ids[1], score: 50, result: 'decent' }, reports_count: 2, previous_score: 20 },
      { url, latest: { id: ids[0], score: 20, result: 'bad' }, reports_count: 1, previous_score: null },
    ]);
    expect(shown.map((page) => page?.latest.generated_at)).toEqual(times);
    expect(await paths('', website)).toEqual([`${url}other`]);
  });

  it('keeps the latest report if an earlier one ends after it', async () => {
    const url = 'https://overtaken.example/';
    const ids = [await audited(url, 20), await audited(url, 90)];
    const [first] = ids;
    await test.database.query(
      `UPDATE reports SET status = 'queued', score = NULL, result = NULL WHERE id = $1`,
      [first],
    );
    const website = (await websiteOf(test.owner, 'overtaken.example')).id;
    expect((await list('', website)).data).toMatchObject([{ latest: { id: ids[1] }, previous_score: null }]);
    await test.database.query(
      `UPDATE reports SET status = 'completed', score = 30, result = 'bad', generated_at = now() WHERE id = $1`,
      [first],
    );
    expect((await list('', website)).data).toMatchObject([
      { latest: { id: ids[1], score: 90 }, previous_score: 30 },
    ]);
  });

  it('answers 404 for websites of another account as for those that never were', async () => {
    const textOf = async (website: number, suffix: string) => {
      const path = `/api/v1/websites/${String(website)}/pages${suffix}`;
      const { text } = await test.stranger.call('get', path).set('X-Request-Id', 'same').expect(404);
      return text.replaceAll(`/${String(website)}/`, '/ID/');
    };
    for (const suffix of ['', '.csv', '.ndjson', '?search=shop'])
      expect(await textOf(id, suffix)).toBe(await textOf(987_654_321, suffix));
  });

  it('needs the scope websites:read', async () => {
    const key = await test.keyFor(test.owner, { scopes: ['reports:read', 'websites:write'] });
    await call('', id, key).expect(403);
  });
});

describe('a long list of pages', () => {
  let website: number;
  let twin: number;

  beforeAll(async () => {
    for (let n = 0; n < 27; n++) {
      await audited(`https://long.example/${String((n * 7) % 27)}`, n % 4);
      await audited(`https://twin.example/${String(n)}`, n % 4);
    }
    website = (await websiteOf(test.owner, 'long.example')).id;
    twin = (await websiteOf(test.owner, 'twin.example')).id;
  });

  it.each(
    ['url', 'score', 'generated_at'].flatMap((field) =>
      ['asc', 'desc'].map((sort) => [field, sort] as const),
    ),
  )('is walked by cursor there and back in the order of %s, %s', async (field, sort) => {
    const query = `?sort_by=${field}&sort=${sort}`;
    const whole = (await list(`${query}&per_page=100`, website)).data;
    expect(whole).toHaveLength(27);
    const first = await list(query, website);
    const second = await list(`${query}&cursor=${String(first.meta.next_cursor)}`, website);
    const third = await list(`${query}&cursor=${String(second.meta.next_cursor)}`, website);
    expect([...first.data, ...second.data, ...third.data]).toEqual(whole);
    expect(third.meta.next_cursor).toBeNull();
    const back = await list(`${query}&cursor=${String(third.meta.prev_cursor)}`, website);
    expect(back.data).toEqual(second.data);
  });

  it('walks on behind the longest url', async () => {
    for (const end of 'ab') await audited(`https://longest.example/${'漢'.repeat(2023)}${end}`, 50);
    const { id: longest } = await websiteOf(test.owner, 'longest.example');
    for (let n = 0; n < 10; n++) await audited(`https://longest.example/${String(n)}`, 50);
    const first = await list('?sort_by=url&sort=asc&per_page=10', longest);
    const last = await list(`?sort_by=url&sort=desc&per_page=10`, longest);
    expect(first.data).toHaveLength(10);
    for (const { meta, sort } of [
      { meta: first.meta, sort: 'asc' },
      { meta: last.meta, sort: 'desc' },
    ])
      expect(
        (await list(`?sort_by=url&sort=${sort}&per_page=10&cursor=${String(meta.next_cursor)}`, longest))
          .data,
      ).toHaveLength(2);
  });

  it('walks through the pages that a search finds', async () => {
    const first = await list('?search=EXAMPLE/1&per_page=10', website);
    const rest = await list(`?search=EXAMPLE/1&cursor=${String(first.meta.next_cursor)}`, website);
    expect(first.meta.total).toBe(11);
    expect([...first.data, ...rest.data].map(({ url }) => url.split('/').at(-1)).toSorted()).toEqual(
      ['1', ...Array.from({ length: 10 }, (_, n) => `1${String(n)}`)].toSorted(),
    );
  });

  it('refuses cursors of another website, order, search or result', async () => {
    const { meta } = await list('', website);
    const cursor = `cursor=${String(meta.next_cursor)}`;
    await call(`?${cursor}`, website).expect(200);
    for (const query of ['sort_by=url', 'sort=asc', 'search=1', 'result=bad'])
      await call(`?${query}&${cursor}`, website).expect(422);
    await call(`?${cursor}`, twin).expect(422);
  });

  it.each(['', '?sort_by=url&sort=asc', '?search=EXAMPLE/1&sort_by=score', '?result=bad'])(
    'is exported in its order (%s)',
    async (query) => {
      const path = `websites/${String(website)}/pages`;
      const records = await wholeList(test.owner, path, query.replace('?', '&'));
      const { headers, text } = await exported(test, test.owner, `${path}.ndjson${query}`);
      expect(headers['content-disposition']).toBe('attachment; filename="pages.ndjson"');
      expect(
        text
          .split('\n')
          .slice(0, -1)
          .map((line) => JSON.parse(line)),
      ).toEqual(records);
      const csv = await exported(test, test.owner, path + query, { accept: 'text/csv' });
      const [names, ...rows] = cellsOf(csv.text);
      expect(names).toEqual(['url', 'latest', 'reports_count', 'previous_score']);
      expect(rows).toEqual(records.map(rowOf));
    },
  );
});
