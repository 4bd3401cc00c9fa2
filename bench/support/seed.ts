import pg from 'pg';
import { MAKE_BLOCKS } from '../../src/database/migrations/1764172800000-report-blocks.js';
import { hashOf } from '../../src/auth/secret.js';

/** An account of the benchmark with so many reports. */
export interface SeededAccount {
  readonly id: number;
  readonly reports: number;
  readonly key: string;
}

const SMALL_ACCOUNTS = 1000;
const SMALL_ACCOUNT_REPORTS = 100;
const BATCH = 500_000;

const PLAIN = `shop product category about contact blog news article guide support pricing features team career press
  privacy terms help account order checkout basket search index home garden kitchen furniture lighting textile outdoor
  sport fitness travel hotel flight summer winter spring autumn color size brand designer fashion women men kids shoes
  jacket dress shirt review rating store event calendar gallery photo video music movie book author recipe cooking
  dinner breakfast health beauty skin hair care insurance finance loan credit bank invest market stock analysis report
  annual research science study university course lesson tutorial documentation reference developer download software`;

/** Terms that searches look for, and how often urls hold them. */
export const TERMS = {
  /** 1 in 100. */
  common: 'promotion',
  /** 1 in 1000. */
  uncommon: 'clearance',
  /** 1 in 10 000. */
  rare: 'handbook',
  /** 50 in each account. */
  fifty: 'heirloom-xq',
  none: 'zanzibarq',
  host: 'site-7.example',
  twoLetters: 'qx',
} as const;

/** Fills an empty database: one account of each size among a thousand small ones, with real-looking urls, half of
 *  them of hosts like site-7.example, a tenth of each account's on its first website. Only a superuser may switch off foreign
 *  keys meanwhile. */
export async function seed(administratorUrl: string, sizes: readonly number[]): Promise<SeededAccount[]> {
  const client = new pg.Client({ connectionString: administratorUrl });
  await client.connect();
  await client.query(`SET session_replication_role = replica`);
  await client.query(`SET maintenance_work_mem = '1GB'; SET max_parallel_maintenance_workers = 2`);
  const { rows: indexes } = await client.query<{ indexname: string; indexdef: string }>(
    `SELECT indexname, indexdef FROM pg_indexes WHERE tablename = 'reports' AND indexname <> 'reports_pkey'`,
  );
  for (const { indexname } of indexes) await client.query(`DROP INDEX ${indexname}`);
  const accounts: SeededAccount[] = [];
  for (const reports of sizes) accounts.push(await fill(client, reports));
  for (let n = 0; n < SMALL_ACCOUNTS; n++) await fill(client, SMALL_ACCOUNT_REPORTS);
  await countAll(client);
  for (const { indexdef } of indexes) await client.query(indexdef);
  await client.query('VACUUM ANALYZE');
  await client.query('CHECKPOINT');
  await client.end();
  return accounts;
}

async function fill(client: pg.Client, reports: number): Promise<SeededAccount> {
  const key = `bench-key-of-the-account-with-${reports}-reports`;
  const websites = Math.max(2, Math.min(10_000, Math.round(reports / 1000)));
  const { rows } = await client.query<{ id: string }>(
    'INSERT INTO accounts (name) VALUES ($1) RETURNING id',
    [`${reports} reports`],
  );
  const id = Number(rows[0]?.id);
  await client.query('INSERT INTO account_totals (account_id) VALUES ($1)', [id]);
  await client.query(
    `INSERT INTO api_keys (account_id, name, hash, prefix, last_four, scopes)
      SELECT $1, 'Benchmark', $2, '', '', ARRAY['reports:read', 'reports:write', 'websites:read', 'websites:write']
      ON CONFLICT DO NOTHING`,
    [id, hashOf(key)],
  );
  const words = wordList();
  await client.query(
    `INSERT INTO websites (account_id, domain, privacy, share_token)
      SELECT $1::bigint, CASE WHEN n < 20 OR n % 2 = 0 THEN 'site-' || n || '.example'
        ELSE $3::text[][1 + hashint8extended(n, 1) & 511] || '-' || n || '.org' END, 1, md5($1 || '/' || n)
      FROM generate_series(0, $2::int - 1) n`.replace(
      '$3::text[][1 + hashint8extended(n, 1) & 511]',
      '($3::text[])[1 + (hashint8extended(n, 1) & 511)]',
    ),
    [id, websites, words],
  );
  for (let from = 0; from < reports; from += BATCH) {
    await client.query(INSERT_REPORTS, [
      id,
      websites,
      words,
      from,
      Math.min(reports, from + BATCH) - 1,
      reports,
    ]);
  }
  return { id, reports, key };
}

/** Everything follows from the report's number. */
const INSERT_REPORTS = `INSERT INTO reports (account_id, website_id, url, status, result, score, created_at, updated_at,
    generated_at)
  SELECT $1::bigint, w.id, 'https://' || w.domain || '/' || path || tail, 'completed',
    CASE WHEN score >= 80 THEN 'good' WHEN score >= 50 THEN 'decent' ELSE 'bad' END, score, at, at, at
  FROM (
    SELECT n, hashint8extended(n, 1) & 511 AS a, hashint8extended(n, 2) & 511 AS b, hashint8extended(n, 3) & 511 AS c,
      (hashint8extended(n, 4) & 1048575) / 1048576.0 AS r, (hashint8extended(n, 5) & 1048575) AS v,
      timestamptz '2024-01-01Z' + n * interval '3 seconds' AS at
    FROM generate_series($4::bigint, $5::bigint) n
  ) g
  CROSS JOIN LATERAL (SELECT (100 * power((v % 9973) / 9973.0, 0.7))::int AS score) s
  CROSS JOIN LATERAL (
    SELECT ($3::text[])[1 + a * a / 512] || CASE WHEN v % 5 < 3 THEN '/' ELSE '-' END || ($3::text[])[1 + b * b / 512]
      || CASE WHEN v % 2 = 0 THEN '/' || ($3::text[])[1 + c] ELSE '' END AS path
  ) p
  CROSS JOIN LATERAL (
    SELECT CASE WHEN r < 0.01 THEN '/promotion' WHEN r < 0.011 THEN '/clearance' WHEN r < 0.0111 THEN '/handbook' ELSE '' END
      || CASE WHEN n % greatest(2, $6::bigint / 50) = 1 THEN '/heirloom-xq' ELSE '' END
      || CASE WHEN v % 10 < 4 THEN '-' || v WHEN v % 10 = 4 THEN '.html' ELSE '' END
      || CASE WHEN v % 7 = 0 THEN '?page=' || v % 500 ELSE '' END AS tail
  ) t
  JOIN websites w ON w.account_id = $1 AND w.id = (SELECT min(id) FROM websites WHERE account_id = $1)
    + CASE WHEN v % 10 = 0 THEN 0 ELSE (hashint8extended(n, 6) & 1048575) % $2::bigint END
  ORDER BY n`;

/** 512 words, the first ones the most frequent. */
function wordList(): string[] {
  const plain = PLAIN.split(/\s+/);
  const syllables = 'ba de fi go ka le mi no pa re si to va we zu'.split(' ');
  const made = Array.from({ length: 512 - plain.length }, (_, n) =>
    [n % 15, Math.floor(n / 15) % 15, (n * 7 + 3) % 15].map((at) => syllables[at]).join(''),
  );
  return [...plain, ...made];
}

async function countAll(client: pg.Client): Promise<void> {
  await client.query(`UPDATE websites w SET reports_count = c.n, completed_count = c.n, score_sum = c.score, good_count = c.good,
      decent_count = c.decent, bad_count = c.bad
    FROM (SELECT account_id, website_id, count(*) n, sum(score) score, count(*) FILTER (WHERE result = 'good') good,
        count(*) FILTER (WHERE result = 'decent') decent, count(*) FILTER (WHERE result = 'bad') bad
      FROM reports GROUP BY 1, 2) c WHERE w.account_id = c.account_id AND w.id = c.website_id`);
  await client.query(`UPDATE account_totals t SET websites_count = c.websites, reports_count = c.n, good_count = c.good,
      decent_count = c.decent, bad_count = c.bad
    FROM (SELECT account_id, count(*) websites, sum(reports_count) n, sum(good_count) good, sum(decent_count) decent,
        sum(bad_count) bad FROM websites GROUP BY 1) c WHERE t.account_id = c.account_id`);
  await client.query(MAKE_BLOCKS);
}
