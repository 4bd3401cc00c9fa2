import { pageStatement } from '../src/database/ordered-list.js';
import { REPORT_SORT_FIELDS } from '../src/reports/dto/list-reports.dto.js';
import { reportsList } from '../src/reports/reports-list.js';
import { WEBSITE_SORT_FIELDS } from '../src/websites/dto/list-websites.dto.js';
import { websitesList } from '../src/websites/websites.repository.js';
import { startApp, type TestApp } from './support/app.js';

let test: TestApp;

/** One account with 30 000 reports of 300 websites beside one with 3000 of 30. */
beforeAll(async () => {
  test = await startApp();
  for (const [account, websites, reports] of [
    [test.owner.id, 300, 30_000],
    [test.stranger.id, 30, 3000],
  ]) {
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
  await test.database.query('ANALYZE');
}, 60_000);

afterAll(() => test.close());

async function planOf({ text, values }: { text: string; values: readonly unknown[] }): Promise<string> {
  const rows = await test.database.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${text}`, [...values]);
  const lines = rows.map((row) => row['QUERY PLAN']).join('\n');
  // Whether a queued report is being audited, or its website deleted, small tables of their own know.
  return lines
    .replaceAll(
      /(?:SubPlan|InitPlan) \d+\n.*(?:pending_audits|deleted_websites)[^]*?(?=\n *(?:->|Limit|SubPlan|InitPlan)|$)/g,
      '',
    )
    .replaceAll(/(?:One-Time )?Filter: \(\S+ <> ALL \(\(InitPlan \d+\).col1\)\)/g, '');
}

const directions = ['asc', 'desc'] as const;

describe('every list without a search', () => {
  it.each(
    REPORT_SORT_FIELDS.flatMap((sortBy) =>
      directions.flatMap((sort) =>
        [null, 7].flatMap((websiteId) =>
          [null, 'bad' as const].map((result) => ({ sortBy, sort, websiteId, result })),
        ),
      ),
    ),
  )('reads reports in the order of an index: %j', async ({ sort, ...filters }) => {
    const list = reportsList(test.owner.id, { ...filters, search: null }, sort);
    const plan = await planOf(pageStatement(list, { page: 1, perPage: 10, sort }));
    expect(plan).toMatch(/Index Scan( Backward)? using reports/);
    expect(plan.slice(plan.indexOf('Limit'))).not.toMatch(/-> +Sort|Seq Scan|Filter/);
  });

  it.each(WEBSITE_SORT_FIELDS.flatMap((sortBy) => directions.map((sort) => ({ sortBy, sort }))))(
    'reads websites in the order of an index: %j',
    async ({ sortBy, sort }) => {
      const list = websitesList(test.owner.id, { sortBy, search: null }, sort);
      const plan = await planOf(pageStatement(list, { page: 1, perPage: 10, sort }));
      expect(plan).toMatch(/Index Scan( Backward)? using websites/);
      expect(plan.slice(plan.indexOf('Limit'))).not.toMatch(/-> +Sort|Seq Scan|Filter/);
    },
  );
});
