import pg from 'pg';
import { CrawlStatistics } from '../../../src/crawls/pages/crawl-statistics.service.js';
import { startApp, type TestApp } from '../../support/app.js';
import { startedCrawl } from '../../support/crawls.js';
import { countStatements, statementsOf } from '../../support/statements.js';

const PAGES = 1000;

const FILL = `INSERT INTO crawl_pages (account_id, crawl_id, url, url_hash, shape, state)
  SELECT $1, $2, 'https://one.example/' || n, sha256(n::text::bytea), sha256('shape'), 'waiting'
    FROM generate_series(1, ${String(PAGES)}) AS n`;

let test: TestApp;
let client: pg.Client;

beforeAll(async () => {
  countStatements();
  test = await startApp({ ROLE: 'api' });
  client = new pg.Client({ connectionString: test.database.url });
  await client.connect();
});

afterAll(async () => {
  await client.end();
  await test.close();
});

/** Rows of a crawl that PostgreSQL expects. */
async function expectedRows(crawlId: number): Promise<number> {
  const of = `account_id = ${String(test.owner.id)} AND crawl_id = ${String(crawlId)}`;
  const { rows } = await client.query(`EXPLAIN (FORMAT JSON) SELECT 1 FROM crawl_pages WHERE ${of}`);
  return rows[0]['QUERY PLAN'][0].Plan['Plan Rows'];
}

describe('the statistics of a growing crawl', () => {
  it('are taken when its rows have doubled, so that PostgreSQL knows how many they are', async () => {
    const id = await startedCrawl(test.owner, { url: 'https://one.example/' });
    const crawl = { accountId: test.owner.id, id };
    const statistics = test.app.get(CrawlStatistics);
    const refresh = (found: number) => statementsOf(() => statistics.refresh({ ...crawl, found }));
    expect(await refresh(100)).toEqual([]);
    await client.query(FILL, [test.owner.id, id]);
    expect(await refresh(PAGES)).toHaveLength(1);
    expect(await expectedRows(id)).toBe(PAGES);
    expect(await refresh(1.9 * PAGES)).toEqual([]);
    expect(await refresh(2 * PAGES)).toHaveLength(1);
  });

  it('are done without where they can’t be taken', async () => {
    await client.query('ALTER TABLE crawl_links RENAME TO lost_links');
    const crawl = { accountId: test.owner.id, id: 1, found: PAGES };
    const refreshed = test.app.get(CrawlStatistics).refresh(crawl);
    await expect(
      refreshed.finally(() => client.query('ALTER TABLE lost_links RENAME TO crawl_links')),
    ).resolves.toBeUndefined();
  });
});
