import pg from 'pg';
import { Database } from '../../src/database/database.js';
import { deepPageStatement, type OrderedList, pageStatement } from '../../src/database/ordered-list.js';
import { planByIndexes } from '../../src/database/planner.js';
import { REPORT_SORT_FIELDS } from '../../src/reports/dto/list-reports.dto.js';
import {
  countQuery,
  edgeQuery,
  lookupQuery,
  sampleQuery,
  walkQuery,
  walkWithTotalQuery,
} from '../../src/reports/report-search.js';
import { reportsList } from '../../src/reports/reports-list.js';
import { WEBSITE_SORT_FIELDS } from '../../src/websites/dto/list-websites.dto.js';
import { websitesList } from '../../src/websites/websites.repository.js';
import { startApp, type TestApp } from '../support/app.js';

let test: TestApp;
let client: pg.Client;

/** One account with 30 000 reports of 300 websites among 3000 with two: what PostgreSQL believes about any account is
 *  that it is tiny. */
beforeAll(async () => {
  test = await startApp();
  for (const [account, websites, reports] of [[test.owner.id, 300, 30_000]]) {
    await test.database.query(
      `WITH w AS (INSERT INTO websites (account_id, domain, privacy, share_token, score_sum, completed_count, reports_count)
          SELECT $1::bigint, 'site-' || n || '.example', 1, md5($1::text || '/' || n), n * 7 % 100, n % 5, n % 11
          FROM generate_series(1, $2::int) n RETURNING id)
        INSERT INTO reports (account_id, website_id, url, status, result, score)
          SELECT $1::bigint, (SELECT min(id) FROM w) + n % $2::int, 'https://site-' || n % $2::int || '.example/' || md5(n::text), 'completed',
            CASE WHEN n % 101 >= 80 THEN 'good' WHEN n % 101 >= 50 THEN 'decent' ELSE 'bad' END, n % 101
          FROM generate_series(1, $3::int) n`,
      [account, websites, reports],
    );
  }
  await test.database.query(
    `WITH a AS (INSERT INTO accounts (name) SELECT n::text FROM generate_series(1, 3000) n RETURNING id),
        w AS (INSERT INTO websites (account_id, domain, privacy, share_token)
          SELECT id, 'small.example', 1, md5(id::text) FROM a RETURNING account_id, id)
      INSERT INTO reports (account_id, website_id, url, status)
        SELECT account_id, id, 'https://small.example/' || n, 'queued' FROM w, generate_series(1, 2) n`,
  );
  await test.database.query('ANALYZE');
  client = new pg.Client({ connectionString: test.database.url });
  await client.connect();
  await planByIndexes(client);
}, 60_000);

afterAll(async () => {
  await client.end();
  await test.close();
});

interface Plan {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Index Cond'?: string;
  readonly Filter?: string;
  readonly Plans?: readonly Plan[];
}

/** The plan that serves all accounts. */
async function planOf({ text }: { text: string }): Promise<Plan> {
  const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
    `EXPLAIN (GENERIC_PLAN, FORMAT JSON) ${text}`,
  );
  const [row] = rows;
  if (!row) throw new Error('No plan');
  return row['QUERY PLAN'][0].Plan;
}

interface Read {
  readonly node: Plan;
  /** Types of the nodes above it, the root first. */
  readonly above: readonly string[];
}

/** Every way in which a plan reads a table. */
function readsOf(plan: Plan, table: string, above: readonly string[] = []): Read[] {
  const type = plan['Node Type'];
  return [
    ...(plan['Relation Name'] === table ? [{ node: plan, above }] : []),
    ...(plan.Plans ?? []).flatMap((child) => readsOf(child, table, [...above, type])),
  ];
}

function isLimited({ above }: Read): boolean {
  return above.at(-1) === 'Limit';
}

/** Reads in the order of an index, and stops at a limit before anything sorts. */
function expectInOrder(plan: Plan, table: string): void {
  const reads = readsOf(plan, table);
  expect(reads).not.toEqual([]);
  for (const { node, above } of reads) {
    expect(node['Node Type']).toMatch(/^Index (Only )?Scan$/);
    expect(above.slice(above.lastIndexOf('Limit') + 1)).not.toContain('Sort');
    expect(node.Filter ?? '').toMatch(/^$|<> ALL/);
  }
}

const directions = ['asc', 'desc'] as const;
const REPORT_LISTS = REPORT_SORT_FIELDS.flatMap((sortBy) =>
  directions.flatMap((sort) =>
    [null, 7].flatMap((websiteId) =>
      [null, 'bad' as const].map((result) => ({ sortBy, sort, websiteId, result })),
    ),
  ),
);

describe.each(REPORT_LISTS)('the list of reports %j', ({ sort, ...filters }) => {
  const listed = (): OrderedList => reportsList(test.owner.id, { ...filters, search: null }, sort);

  it('is read in the order of an index', async () => {
    expectInOrder(await planOf(pageStatement(listed(), { page: 1, perPage: 10, sort })), 'reports');
  });

  it('is read far from the start in the order of an index, and by the index alone but for urls', async () => {
    const list = { ...listed(), hidden: null };
    const plan = await planOf(deepPageStatement(list, { offset: 5000, perPage: 10, sort, total: 9000 }));
    const reads = readsOf(plan, 'reports');
    const [ids, ...rows] = reads.toSorted((a, b) => Number(isLimited(b)) - Number(isLimited(a)));
    const type = filters.sortBy === 'url' ? 'Index Scan' : 'Index Only Scan';
    expect(ids?.node['Node Type']).toBe(type);
    expect(rows.map(({ node }) => node['Index Cond'])).toEqual([
      expect.stringContaining('(id = ids.found_id)'),
    ]);
  });

  it('is walked by searches in the order of an index', async () => {
    const search = { list: listed(), sort, from: null, folded: 'shoes' };
    const part = { limit: 11, offset: 0 };
    for (const query of [
      sampleQuery(search, ['sho', 'shoes']),
      walkQuery(search, 5000, part),
      walkQuery({ ...search, from: { towards: 'next', value: 7, id: 9 } }, 5000, part),
      walkWithTotalQuery(search, 10_000, part),
      countQuery(search, 400_000, 10_001),
      edgeQuery(search, 20_000),
    ]) {
      expectInOrder(await planOf(query), 'reports');
    }
  });

  it('is left to the index of pieces where that is asked', async () => {
    const lookup = {
      accountId: test.owner.id,
      grams: ['1', '2'],
      websiteId: null,
      result: null,
      most: 10_001,
    };
    const search = { list: listed(), sort, from: null, folded: 'shoes' };
    const plan = await planOf(lookupQuery(search, lookup, { limit: 11, offset: 0 }));
    expect(readsOf(plan, 'reports')).toEqual([]);
  });
});

describe.each(WEBSITE_SORT_FIELDS.flatMap((sortBy) => directions.map((sort) => ({ sortBy, sort }))))(
  'the list of websites %j',
  ({ sortBy, sort }) => {
    it('is read in the order of an index', async () => {
      const list = websitesList(test.owner.id, { sortBy, search: null }, sort);
      expectInOrder(await planOf(pageStatement(list, { page: 1, perPage: 10, sort })), 'websites');
    });
  },
);

describe('a connection', () => {
  it('is set up before it is used', async () => {
    const rows = await test.app.get(Database).rows({ text: 'SHOW enable_sort' }, []);
    expect(rows).toEqual([{ enable_sort: 'off' }]);
  });
});
