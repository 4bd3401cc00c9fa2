import { migrate } from '../../../src/platform/database/migrate.js';
import { MIGRATIONS } from '../../../src/platform/database/migrations/migrations.js';
import { emptyDatabase } from '../../support/database.js';

const BEFORE = MIGRATIONS.findIndex(({ name }) => name.startsWith('CountHomePages'));

/** Reports of a website by their urls and scores, which end one after the other. */
const STORE = `WITH w AS (
    INSERT INTO websites (account_id, domain, privacy, share_token)
      SELECT id, $1, 1, $1 FROM accounts RETURNING id, account_id
  )
  INSERT INTO reports (account_id, website_id, url, url_folded, status, score, result, generated_at)
    SELECT account_id, w.id, r->>0, r->>0, 'completed', (r->>1)::integer, 'bad', now()
      FROM w, jsonb_array_elements($2) WITH ORDINALITY t(r, n) ORDER BY n`;

it('pages that were counted by a url without a path are counted once', async () => {
  const database = await emptyDatabase();
  await migrate(database.url, { migrations: MIGRATIONS.slice(0, BEFORE) });
  await database.query(`INSERT INTO accounts (name) VALUES ('a')`);
  const store = (domain: string, reports: [path: string, score: number][]) =>
    database.query(STORE, [
      domain,
      JSON.stringify(reports.map(([path, score]) => [`https://${domain}${path}`, score])),
    ]);
  await store('bare-last.example', [
    ['/', 20],
    ['', 40],
    ['/two', 60],
  ]);
  await store('bare-first.example', [
    ['', 20],
    ['/', 40],
  ]);
  await store('bare.example', [
    ['', 70],
    ['?page=2', 30],
    ['/?page=2', 10],
  ]);
  expect(await database.query('SELECT score, pages_count::integer FROM websites ORDER BY id')).toEqual([
    { score: 40, pages_count: 3 },
    { score: 30, pages_count: 2 },
    { score: 36.67, pages_count: 3 },
  ]);
  await migrate(database.url);
  const kept = `SELECT w.score, w.pages_count::integer, w.page_score_sum::integer,
      ARRAY(SELECT p.url || ' ' || p.score FROM website_pages p WHERE p.website_id = w.id ORDER BY p.report_id) AS pages
    FROM websites w ORDER BY w.id`;
  expect(await database.query(kept)).toEqual([
    {
      score: 50,
      pages_count: 2,
      page_score_sum: 100,
      pages: ['https://bare-last.example 40', 'https://bare-last.example/two 60'],
    },
    { score: 40, pages_count: 1, page_score_sum: 40, pages: ['https://bare-first.example/ 40'] },
    {
      score: 40,
      pages_count: 2,
      page_score_sum: 80,
      pages: ['https://bare.example 70', 'https://bare.example/?page=2 10'],
    },
  ]);
  const days =
    'SELECT d.pages_count::integer, d.page_score_sum::integer FROM website_days d ORDER BY website_id';
  expect(await database.query(days)).toEqual([
    { pages_count: 2, page_score_sum: 100 },
    { pages_count: 1, page_score_sum: 40 },
    { pages_count: 2, page_score_sum: 80 },
  ]);
  await database.query(`INSERT INTO reports (account_id, website_id, url, url_folded, status, score, result, generated_at)
    SELECT account_id, id, 'https://bare.example/', 'https://bare.example/', 'completed', 30, 'bad', now()
      FROM websites WHERE domain = 'bare.example'`);
  expect(await database.query(`SELECT score FROM websites WHERE domain = 'bare.example'`)).toEqual([
    { score: 20 },
  ]);
  await database.drop();
});
