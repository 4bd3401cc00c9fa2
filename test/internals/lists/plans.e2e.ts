import pg from 'pg';
import { DataSource } from 'typeorm';
import { Database } from '../../../src/platform/database/database.js';
import { entityColumns, pageSql } from '../../../src/platform/database/list-sql.js';
import { inOrderOfIndexes } from '../../../src/platform/database/planner.js';
import { ListReportsQuery, REPORT_SORT_FIELDS } from '../../../src/reports/dto/list-reports.dto.js';
import {
  countSql,
  edgeSql,
  lookupSql,
  sampleSql,
  walkSql,
  walkWithTotalSql,
} from '../../../src/reports/lists/report-search.js';
import { pairQuery } from '../../../src/reports/comparison/comparisons.repository.js';
import { Report } from '../../../src/reports/report.entity.js';
import { COMPUTED_COLUMNS, reportsSql } from '../../../src/reports/lists/reports-sql.js';
import { ListWebsitesQuery } from '../../../src/websites/dto/list-websites.dto.js';
import { ListWebsitePagesQuery, PAGE_SORT_FIELDS } from '../../../src/reports/dto/list-website-pages.dto.js';
import {
  countedPagesSql,
  websitePagesSql,
} from '../../../src/reports/website-pages/website-pages.repository.js';
import { websitesSql } from '../../../src/websites/websites.repository.js';
import { startApp, type TestApp } from '../../support/app.js';
import { insertMany } from '../../support/database.js';

let test: TestApp;
let client: pg.Client;

/** One account with 30 000 reports of 300 websites among 3000 with two: what PostgreSQL believes about any account is
 *  that it is tiny. */
beforeAll(async () => {
  test = await startApp();
  for (const [account, websites, reports] of [[test.owner.id, 300, 30_000]]) {
    await insertMany(
      test.database,
      `WITH w AS (INSERT INTO websites (account_id, domain, privacy, share_token, reports_avg_score, reports_count)
          SELECT $1::bigint, 'site-' || n || '.example', 1, md5($1::text || '/' || n), n * 7 % 100, n % 11
          FROM generate_series(1, $2::int) n RETURNING id)
        INSERT INTO reports (account_id, website_id, url, status, result, score)
          SELECT $1::bigint, (SELECT min(id) FROM w) + n % $2::int, 'https://site-' || n % $2::int || '.example/' || md5(n::text), 'completed',
            CASE WHEN n % 101 >= 80 THEN 'good' WHEN n % 101 >= 50 THEN 'decent' ELSE 'bad' END, n % 101
          FROM generate_series(1, $3::int) n`,
      [account, websites, reports],
    );
  }
  await insertMany(
    test.database,
    `WITH a AS (INSERT INTO accounts (name) SELECT n::text FROM generate_series(1, 3000) n RETURNING id),
        w AS (INSERT INTO websites (account_id, domain, privacy, share_token)
          SELECT id, 'small.example', 1, md5(id::text) FROM a RETURNING account_id, id)
      INSERT INTO reports (account_id, website_id, url, status)
        SELECT account_id, id, 'https://small.example/' || n, 'queued' FROM w, generate_series(1, 2) n`,
  );
  await test.database.query('ANALYZE');
  client = new pg.Client({ connectionString: test.database.url });
  await client.connect();
  await inOrderOfIndexes(client);
});

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
const REPORT_LISTS = REPORT_SORT_FIELDS.flatMap((sort_by) =>
  directions.flatMap((sort) =>
    [undefined, 7].flatMap((website_id) =>
      [undefined, 'bad' as const].map((result) => ({ sort_by, sort, website_id, result })),
    ),
  ),
);

/** Reads only a batch, which has its own index, however it is sorted. */
function expectOfBatch(plan: Plan): void {
  const reads = readsOf(plan, 'reports');
  expect(reads).not.toEqual([]);
  for (const { node } of reads) expect(node['Index Name']).toBe('reports_of_batch');
}

const NO_LENGTH = { text: 'SELECT 0', parameters: [] };
const FIRST = { offset: 0, limit: 11 };

it.each(REPORT_LISTS)('the list of a batch %j reads nothing but the batch', async (filters) => {
  const { sort } = filters;
  const query = Object.assign(new ListReportsQuery(), { ...filters, batch_id: 7 });
  const list = {
    ...reportsSql(test.owner.id, query),
    columns: entityColumns(test.app.get(DataSource).getRepository(Report), COMPUTED_COLUMNS),
  };
  expectOfBatch(await planOf(pageSql(list, { ...FIRST, sort })));
  const search = { list, length: NO_LENGTH, sort, from: null, folded: 'shoes' };
  expectOfBatch(await planOf(walkSql(search, 5000, FIRST)));
});

describe.each(REPORT_LISTS)('the list of reports %j', (filters) => {
  const { sort } = filters;
  const listed = () => ({
    ...reportsSql(test.owner.id, Object.assign(new ListReportsQuery(), filters)),
    columns: entityColumns(test.app.get(DataSource).getRepository(Report), COMPUTED_COLUMNS),
  });

  it('is read in the order of an index', async () => {
    expectInOrder(await planOf(pageSql(listed(), { ...FIRST, sort })), 'reports');
  });

  it('is walked by searches in the order of an index', async () => {
    const search = { list: listed(), length: NO_LENGTH, sort, from: null, folded: 'shoes' };
    for (const query of [
      sampleSql(search, ['sho', 'shoes']),
      walkSql(search, 5000, FIRST),
      walkSql({ ...search, from: { towards: 'next', value: 7, id: 9 } }, 5000, FIRST),
      walkWithTotalSql(search, 10_000, FIRST),
      countSql(search, 400_000, 10_001),
      edgeSql(search, 20_000),
    ]) {
      expectInOrder(await planOf(query), 'reports');
    }
  });

  it('is left to the index of pieces and the audit queue by a search for a rare text', async () => {
    const search = { list: listed(), length: NO_LENGTH, sort, from: null, folded: 'shoes' };
    const plan = await planOf(lookupSql(search, { grams: ['1', '2'], most: 10_001 }, FIRST));
    expect(readsOf(plan, 'reports').map(({ node }) => node['Node Type'])).toEqual([
      'Bitmap Heap Scan',
      'Index Scan',
    ]);
    expect(JSON.stringify(plan)).toContain('"Index Name":"reports_grams"');
    expect(readsOf(plan, 'reports')[1]?.node['Index Cond']).toContain('id = ');
  });
});

describe.each(
  (['id', 'domain'] as const).flatMap((sort_by) => directions.map((sort) => ({ sort_by, sort }))),
)('the list of websites %j', (order) => {
  it('is read in the order of an index', async () => {
    const list = websitesSql(test.owner.id, Object.assign(new ListWebsitesQuery(), order));
    const plan = await planOf(pageSql({ ...list, columns: 'r.id' }, { ...FIRST, sort: order.sort }));
    expectInOrder(plan, 'websites');
  });
});

describe.each(
  PAGE_SORT_FIELDS.flatMap((sort_by) =>
    [undefined, 'shoes'].flatMap((search) =>
      [undefined, 'bad' as const].map((result) => ({ sort_by, search, result })),
    ),
  ),
)("the list of a website's pages %j", (filters) => {
  it.each([
    ['without', websitePagesSql, 1],
    ['with', countedPagesSql, 2],
  ])(
    '%s numbers of reports reads the pages of the website alone, and the reports of those shown by the index of URLs',
    async (_, sqlOf, scans) => {
      const query = Object.assign(new ListWebsitePagesQuery(), filters);
      const plan = await planOf(pageSql(sqlOf(test.owner.id, 7, query), { ...FIRST, sort: 'desc' }));
      const pages = readsOf(plan, 'website_pages').map(({ node }) => node);
      expect(pages).not.toEqual([]);
      for (const node of pages) expect(JSON.stringify(node)).toContain('"Index Name":"website_pages_pkey"');
      const reports = readsOf(plan, 'reports');
      expect(reports.map(({ node }) => [node['Node Type'], node['Index Name']])).toEqual(
        new Array(scans).fill(['Index Scan', 'reports_of_url']),
      );
      for (const { node, above } of reports) {
        expect(node['Index Cond']).toContain('hashtextextended');
        expect(above).not.toContain('Sort');
      }
    },
  );
});

describe('a comparison', () => {
  it('reads both reports by their ids, and finds the previous one by the index of URLs', async () => {
    const reports = test.app.get(DataSource).getRepository(Report);
    const [text] = pairQuery(reports, { accountId: 1, id: 7, other: 'previous' }).getQueryAndParameters();
    const reads = readsOf(await planOf({ text }), 'reports').map(({ node }) => node);
    expect(reads.map((node) => [node['Node Type'], node['Index Name']])).toEqual(
      expect.arrayContaining([['Index Scan', 'reports_of_url']]),
    );
    for (const node of reads) expect(node['Index Cond']).toMatch(/\bid (=|<)/);
    for (const node of readsOf(await planOf({ text }), 'report_details'))
      expect(node.node['Index Name']).toBe('report_details_pkey');
  });
});

describe('a connection', () => {
  it('is set up before it is used', async () => {
    const rows = await test.app.get(Database).query('SHOW enable_sort');
    expect(rows).toEqual([{ enable_sort: 'off' }]);
  });
});
