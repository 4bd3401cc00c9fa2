import { setTimeout as sleep } from 'node:timers/promises';
import { DataSource } from 'typeorm';
import { Database } from '../../../src/platform/database/database.js';
import { type Slice } from '../../../src/platform/database/slice.js';
import { ListReportsQuery } from '../../../src/reports/dto/list-reports.dto.js';
import { Report } from '../../../src/reports/report.entity.js';
import { ReportSearchRepository } from '../../../src/reports/lists/report-search.repository.js';
import { type Account, startApp, type TestApp } from '../../support/app.js';
import { insertMany } from '../../support/database.js';

const REPORTS = 60_000;

let test: TestApp;

interface Row {
  readonly id: number;
  readonly website_id: number;
  readonly url: string;
  readonly score: number | null;
  readonly result: string | null;
}

let rows: Row[];

/** One account with 60 000 reports of 40 websites, long enough that every way of searching is taken, beside another
 *  with the same urls.
 *  - `every` is in all urls, `half` in every second, `rare` in 30, `once` in one;
 *  - `waits` is in six that wait for their audit alone;
 *  - `ancient` is in the 12 000 oldest alone, `recent` in the 200 newest. */
beforeAll(async () => {
  test = await startApp({ ROLE: 'api' });
  await fill(test.stranger, 2000);
  await fill(test.owner, REPORTS);
  await test.database.query('ANALYZE');
  const stored = await test.database.query<Record<keyof Row, string | null>>(
    'SELECT id, website_id, url, score, result FROM reports WHERE account_id = $1 ORDER BY id',
    [test.owner.id],
  );
  rows = stored.map(({ id, website_id, url, score, result }) => ({
    id: Number(id),
    website_id: Number(website_id),
    url: url ?? '',
    score: score === null ? null : Number(score),
    result,
  }));
});

afterAll(() => test.close());

async function fill({ id }: Account, reports: number): Promise<void> {
  await insertMany(
    test.database,
    `WITH w AS (INSERT INTO websites (account_id, domain, privacy, share_token)
        SELECT $1::bigint, 'site-' || n || '.example', 1, md5($1::text || '/' || n) FROM generate_series(1, 40) n
        RETURNING id)
      INSERT INTO reports (account_id, website_id, url, url_folded, status, result, score)
        SELECT $1::bigint, (SELECT min(id) FROM w) + n % 40, url, nullif(lower(url), url), status,
          CASE WHEN status = 'queued' THEN NULL WHEN n % 101 >= 80 THEN 'good' WHEN n % 101 >= 50 THEN 'decent' ELSE 'bad' END,
          CASE WHEN status = 'queued' THEN NULL ELSE n % 101 END
        FROM generate_series(1, $2::int) n, LATERAL (SELECT 'https://site-' || n % 40 || '.example/every/' || md5(n::text)
          || CASE WHEN n % 2 = 0 THEN '/half' ELSE '' END
          || CASE WHEN n % ($2::int / 30) = 7 THEN '/rare' ELSE '' END
          || CASE WHEN n = $2::int / 2 THEN '/ONCE' ELSE '' END
          || CASE WHEN n % 9970 = 0 THEN '/waits' ELSE '' END
          || CASE WHEN n <= $2::int / 5 THEN '/ancient' ELSE '' END
          || CASE WHEN n > $2::int - 200 THEN '/recent' ELSE '' END AS url) u,
          LATERAL (SELECT CASE WHEN n % 997 = 0 THEN 'queued' ELSE 'completed' END AS status) s`,
    [id, reports],
  );
  await test.database.query(
    `INSERT INTO pending_audits (account_id, report_id, website_id, host, url_hash)
      SELECT account_id, id, website_id, '', 0 FROM reports WHERE account_id = $1 AND status = 'queued'`,
    [id],
  );
}

const BY = {
  id: (row: Row) => row.id,
  url: (row: Row) => row.url,
  score: (row: Row) => row.score,
};

/** What the list must be, by the contract's words. */
function expected(query: URLSearchParams): number[] {
  const term = query.get('search')?.toLowerCase() ?? '';
  const key = BY[(query.get('sort_by') ?? 'id') as keyof typeof BY];
  const direction = query.get('sort') === 'asc' ? 1 : -1;
  const order = (a: Row, b: Row) => {
    const [x, y] = [key(a), key(b)];
    if (x === y) return (a.id - b.id) * direction;
    if (x === null || y === null) return x === null ? 1 : -1;
    return (x < y ? -1 : 1) * direction;
  };
  return rows
    .filter(
      ({ url, website_id, result }) =>
        url.toLowerCase().includes(term) &&
        (query.get('website_id') ?? String(website_id)) === String(website_id) &&
        (query.get('result') ?? result) === result,
    )
    .sort(order)
    .map(({ id }) => id);
}

async function list(query: string) {
  const { body } = await test.owner.call('get', `/api/v1/reports?${query}`).expect(200);
  return body as {
    data: { id: number }[];
    links: { next: string | null };
    meta: {
      total?: number;
      total_capped?: boolean;
      searched?: number;
      next_cursor: string | null;
      prev_cursor?: string | null;
    };
  };
}

const idsOf = ({ data }: { data: { id: number }[] }) => data.map(({ id }) => id);

const TERMS = [
  'every',
  'half',
  'rare',
  'Once',
  'ancient',
  'recent',
  'waits',
  'site-12.example',
  'nowhere',
  'e/every/',
  '.example/every/c4ca4238a0b923820dcc509a6f75849b',
];
const ORDERS = [
  '',
  '&sort=asc',
  '&sort_by=score',
  '&sort_by=score&sort=asc',
  '&sort_by=url',
  '&sort_by=url&sort=asc',
];

describe('a search of 60 000 reports', () => {
  describe.each(TERMS)('for %s', (term) => {
    it.each(ORDERS)('gives the right page, number and next page (%s)', async (order) => {
      for (const filter of ['', '&result=bad', `&website_id=${String(rows[3]?.website_id)}`]) {
        const query = `search=${encodeURIComponent(term)}&per_page=25${order}${filter}`;
        const all = expected(new URLSearchParams(query));
        for (const page of [1, 2, 5]) {
          const answer = await list(`${query}&page=${String(page)}`);
          expect(idsOf(answer)).toEqual(all.slice((page - 1) * 25, page * 25));
          expect(answer.meta.total).toBe(Math.min(10_000, all.length));
          expect(answer.meta.total_capped).toBe(all.length > 10_000 ? true : undefined);
          expect(answer.meta.searched).toBeUndefined();
        }
        const first = await list(query);
        if (all.length <= 25) expect(first.meta.next_cursor).toBeNull();
        else
          expect(idsOf(await list(`${query}&cursor=${first.meta.next_cursor ?? ''}`))).toEqual(
            all.slice(25, 50),
          );
      }
    });
  });

  it('walks by cursor over every match once, and back', async () => {
    const query = 'search=rare&per_page=10&sort_by=score';
    const all = expected(new URLSearchParams(query));
    const seen: number[] = [];
    let at = await list(query);
    for (;;) {
      seen.push(...idsOf(at));
      if (at.meta.next_cursor === null) break;
      at = await list(`${query}&cursor=${at.meta.next_cursor}`);
    }
    expect(seen).toEqual(all);
    const back = await list(`${query}&cursor=${at.meta.prev_cursor ?? ''}`);
    expect(idsOf(back)).toEqual(all.slice(10, 20));
  });

  it('asks the index for what few hold, and never reads the whole table', async () => {
    const scans = async () => {
      const [row] = await test.database.query<{ index: string; table: string }>(
        `SELECT (SELECT idx_scan FROM pg_stat_user_indexes WHERE indexrelname = 'reports_grams') AS index, seq_scan AS table
          FROM pg_stat_user_tables WHERE relname = 'reports'`,
      );
      return { index: Number(row?.index), table: Number(row?.table) };
    };
    // PostgreSQL tells of what was done within a second.
    await sleep(1500);
    const before = await scans();
    await list('search=once');
    let after = await scans();
    for (let n = 0; n < 50 && after.index === before.index; n++) {
      await sleep(200);
      after = await scans();
    }
    expect(after.index).toBeGreaterThan(before.index);
    expect(after.table).toBe(before.table);
  });
});

describe('a search that may look at little', () => {
  const limits = {
    smallList: 100,
    shortWalk: 50,
    longWalk: 200,
    longestWalk: 1500,
    shortTextWalk: 500,
    mostOrdered: 300,
  };
  const cases = ['every', 'half', 'ancient', 'rare', 'nc', 'nowhere'].flatMap((search) =>
    (['id', 'score', 'url'] as const).map((sortBy) => [search, sortBy] as const),
  );

  it.each(cases)('for %s still finds every match once, in order of %s', async (search, sortBy) => {
    const reports = test.app.get(DataSource).getRepository(Report);
    const repository = new ReportSearchRepository(test.app.get(Database), reports, limits);
    const query = Object.assign(new ListReportsQuery(), { sort_by: sortBy, search });
    const positionOf = ({ id, score, url }: Report) => ({
      id,
      value: { id, score: score ?? -1, url }[sortBy],
      towards: 'next' as const,
    });
    const seen: number[] = [];
    for (let from: Slice['from'] | null = { page: 1 }; from;) {
      const slice: Slice = { sort: 'desc', perPage: 5000, from };
      const { rows: found, hasMore, stoppedAt } = await repository.matchesOf(test.owner.id, query, slice);
      seen.push(...found.map(({ id }) => id));
      const last = found.at(-1);
      if (hasMore && last) from = positionOf(last);
      else from = stoppedAt ? { ...stoppedAt, towards: 'next' } : null;
    }
    expect(seen).toEqual(expected(new URLSearchParams({ search, sort_by: sortBy })));
  });

  it('says so where a page is made of less than all', async () => {
    const reports = test.app.get(DataSource).getRepository(Report);
    const repository = new ReportSearchRepository(test.app.get(Database), reports, limits);
    const query = Object.assign(new ListReportsQuery(), { search: 'ancient' });
    const slice: Slice = { sort: 'desc', perPage: 10, from: { page: 1 } };
    const page = await repository.matchesOf(test.owner.id, query, slice);
    expect(page).toMatchObject({ rows: [], searched: 1500, total: { count: 10_000, isCapped: true } });
    expect(page.stoppedAt?.id).toBe(rows.at(-1500)?.id);
    const beyond = await repository.matchesOf(test.owner.id, query, {
      ...slice,
      from: { page: 1_000_000 },
    });
    expect(beyond).toEqual({ rows: [], hasMore: false, total: { count: 10_000, isCapped: true } });
  });
});

describe('a text of one or two characters', () => {
  it('is searched for in the first 20 000 reports, which the answer says, and on from there by cursor', async () => {
    const query = 'search=nc&per_page=100&sort=desc';
    const all = expected(new URLSearchParams(query));
    const first = await list(query);
    const within = all.filter((id) => id > (rows.at(-20_001)?.id ?? 0));
    expect(first.meta).toMatchObject({ searched: 20_000, total: within.length });
    const seen: number[] = [];
    let steps = 0;
    for (let at = first; ; steps++) {
      seen.push(...idsOf(at));
      if (at.meta.next_cursor === null) break;
      at = await list(`${query}&cursor=${at.meta.next_cursor}`);
    }
    expect(seen).toEqual(all);
    expect(steps).toBeGreaterThan(2);
  });

  it('that none holds costs a few steps', async () => {
    const first = await list('search=%7E%7E');
    expect(first.data).toEqual([]);
    expect(first.meta).toMatchObject({ total: 0, searched: 20_000 });
    expect(first.links.next).toContain('cursor=');
    const second = await list(`search=%7E%7E&cursor=${first.meta.next_cursor ?? ''}`);
    const third = await list(`search=%7E%7E&cursor=${second.meta.next_cursor ?? ''}`);
    expect([second.data, third.data]).toEqual([[], []]);
    const last = await list(`search=%7E%7E&cursor=${third.meta.next_cursor ?? ''}`);
    expect(last.meta.next_cursor).toBeNull();
  });

  it('is searched for in all of a short part of a long list', async () => {
    const inBatch = `UPDATE reports SET batch_id = 7 WHERE id = ANY($1)`;
    await test.database.query(inBatch, [[1, 2, 30_000].map((at) => rows.at(-at)?.id)]);
    const { meta, data } = await list('search=ht&batch_id=7');
    expect([meta.total, data.length, meta.next_cursor]).toEqual([3, 3, null]);
    expect(meta).not.toHaveProperty('searched');
  });

  it('is searched for in all of a short list', async () => {
    const { body } = await test.stranger.call('get', '/api/v1/reports?search=nc').expect(200);
    expect(body.meta).toMatchObject({ total: 400 + 1 });
    expect(body.meta).not.toHaveProperty('searched');
  });
});

describe('a page far from the start', () => {
  it.each(ORDERS)('is the same, whichever end is nearer (%s)', async (order) => {
    for (const filter of ['', '&result=decent', `&website_id=${String(rows[5]?.website_id)}`]) {
      const query = `per_page=100${order}${filter}`;
      const all = expected(new URLSearchParams(query));
      const last = Math.ceil(all.length / 100);
      for (const page of [11, Math.ceil(last / 3), Math.ceil(last * 0.9), last, last + 1]) {
        const answer = await list(`${query}&page=${String(page)}`);
        expect(idsOf(answer)).toEqual(all.slice((page - 1) * 100, page * 100));
        expect(answer.meta.total).toBe(all.length);
        expect(answer.links.next === null).toBe(page >= last);
      }
    }
  });

  it.each(['id', 'domain', 'reports_count', 'reports_avg_score'])(
    'of websites is the same, whichever end is nearer (%s)',
    async (field) => {
      const app = await startApp();
      const { owner, database } = app;
      await database.query(
        `INSERT INTO websites (account_id, domain, privacy, share_token, reports_count, reports_avg_score)
          SELECT $1, 'site-' || n || '.example', 1, md5(n::text), n % 7, nullif(n % 50, 0)
          FROM generate_series(1, 2600) n`,
        [owner.id],
      );
      for (const sort of ['asc', 'desc']) {
        const query = `/api/v1/websites?per_page=100&sort_by=${field}&sort=${sort}`;
        const whole: number[] = [];
        for (let path = query; ;) {
          const { body } = await owner.call('get', path).expect(200);
          whole.push(...idsOf(body));
          if (body.meta.next_cursor === null) break;
          path = `${query}&cursor=${String(body.meta.next_cursor)}`;
        }
        expect(new Set(whole).size).toBe(2600);
        for (const page of [11, 12, 14, 20, 26, 27]) {
          const { body } = await owner.call('get', `${query}&page=${String(page)}`).expect(200);
          expect(idsOf(body)).toEqual(whole.slice((page - 1) * 100, page * 100));
        }
      }
      await app.close();
    },
  );
});
