/** The only file of the benchmarks that writes into the tables. */
import { hash } from 'node:crypto';
import pg from 'pg';
import { CHECKS } from '../../src/engine/audit/registry.js';

export interface FilledAccount {
  readonly id: number;
  readonly key: string;
  readonly reports: number;
}

/** Terms to search for, and how many URLs contain them. */
export const TERMS = {
  '1 in 100': 'promotion',
  '1 in 1000': 'clearance',
  '1 in 10 000': 'handbook',
  '50 reports': 'heirloom-xq',
  none: 'zanzibarq',
  'a host': 'site-7.example',
  'two letters': 'qx',
} as const;

const SMALL_ACCOUNTS = 1000;
const SMALL_ACCOUNT_REPORTS = 100;
const BATCH = 500_000;

const PLAIN = `shop product category about contact blog news article guide support pricing features team career press
  privacy terms help account order checkout basket search index home garden kitchen furniture lighting textile outdoor
  sport fitness travel hotel flight summer winter spring autumn color size brand designer fashion women men kids shoes
  jacket dress shirt review rating store event calendar gallery photo video music movie book author recipe cooking
  dinner breakfast health beauty skin hair care insurance finance loan credit bank invest market stock analysis report
  annual research science study university course lesson tutorial documentation reference developer download software`;

export interface FilledDatabase {
  /** One of each size; in the newest report of each, every check fails in 20 places. */
  readonly accounts: readonly FilledAccount[];
  /** A thousand, with a hundred reports each. */
  readonly smallAccounts: readonly FilledAccount[];
}

/** Fills an empty database.
 *  @param administratorUrl of the superuser, who alone may switch foreign keys off meanwhile */
export async function fill(administratorUrl: string, sizes: readonly number[]): Promise<FilledDatabase> {
  const client = new pg.Client({ connectionString: administratorUrl });
  await client.connect();
  await client.query(`SET session_replication_role = replica; SET maintenance_work_mem = '1GB'`);
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `SELECT c.relname AS name, pg_get_indexdef(c.oid) AS definition
      FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
      WHERE i.indrelid = 'reports'::regclass AND NOT i.indisunique`,
  );
  for (const { name } of indexes) await client.query(`DROP INDEX ${name}`);
  const accounts: FilledAccount[] = [];
  const smallAccounts: FilledAccount[] = [];
  for (const reports of sizes) {
    const account = await fillAccount(client, reports);
    await client.query(INSERT_DETAILS, [account.id, JSON.stringify(everyFinding())]);
    accounts.push(account);
  }
  for (let n = 0; n < SMALL_ACCOUNTS; n++) {
    smallAccounts.push(await fillAccount(client, SMALL_ACCOUNT_REPORTS));
  }
  for (const statement of KEPT_COUNTS) await client.query(statement);
  for (const { definition } of indexes) await client.query(definition);
  await client.query('VACUUM ANALYZE');
  await client.query('CHECKPOINT');
  await client.end();
  return { accounts, smallAccounts };
}

/** Adds an account with one key, which may do everything. */
export async function addAccount(
  client: pg.Client | pg.Pool,
  name: string,
): Promise<Omit<FilledAccount, 'reports'>> {
  const { rows } = await client.query<{ id: string }>(
    'INSERT INTO accounts (name) VALUES ($1) RETURNING id',
    [name],
  );
  const id = Number(rows[0]?.id);
  const key = `bench-key-of-account-${id}`;
  await client.query(
    `INSERT INTO api_keys (account_id, name, hash, prefix, last_four, scopes)
      VALUES ($1, 'Benchmark', $2, '', '', '{reports:read,reports:write,websites:read,websites:write}')`,
    [id, hash('sha256', key, 'buffer')],
  );
  return { id, key };
}

async function fillAccount(client: pg.Client, reports: number): Promise<FilledAccount> {
  const account = await addAccount(client, `${reports} reports`);
  const websites = Math.max(2, Math.min(10_000, Math.round(reports / 1000)));
  await client.query(INSERT_WEBSITES, [account.id, websites, wordList()]);
  for (let from = 0; from < reports; from += BATCH) {
    const to = Math.min(reports, from + BATCH) - 1;
    await client.query(INSERT_REPORTS, [account.id, websites, wordList(), from, to, reports]);
  }
  return { ...account, reports };
}

/** Half of the domains are hosts like site-7.example. */
const INSERT_WEBSITES = `INSERT INTO websites (account_id, domain, privacy, share_token)
  SELECT $1::bigint, CASE WHEN n < 20 OR n % 2 = 0 THEN 'site-' || n || '.example'
    ELSE ($3::text[])[1 + (hashint8extended(n, 1) & 511)] || '-' || n || '.org' END, 1, md5($1 || '/' || n)
  FROM generate_series(0, $2::int - 1) n`;

/** Completed reports with realistic URLs, a tenth of them on the first website. The number of a report decides
 *  everything about it, so that the tables are the same in every run. */
const INSERT_REPORTS = `INSERT INTO reports (account_id, website_id, url, status, result, score, created_at, updated_at,
    generated_at)
  SELECT $1::bigint, w.id, 'https://' || w.domain || '/' || path || tail, 'completed',
    CASE WHEN s.score >= 80 THEN 'good' WHEN s.score >= 50 THEN 'decent' ELSE 'bad' END, s.score, at, at, at
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

const INSERT_DETAILS = `INSERT INTO report_details (account_id, report_id, ruleset_version, categories, gates, checks, facts)
  SELECT $1, max(id), 'bench', '{}', '[]', $2, '{}' FROM reports WHERE account_id = $1`;

const KEPT_COUNTS = [
  `UPDATE websites w SET reports_count = c.n, completed_count = c.n, score_sum = c.score, good_count = c.good,
      decent_count = c.decent, bad_count = c.bad, reports_avg_score = round(c.score::numeric / c.n, 2)
    FROM (SELECT account_id, website_id, count(*) n, sum(score) score, count(*) FILTER (WHERE result = 'good') good,
        count(*) FILTER (WHERE result = 'decent') decent, count(*) FILTER (WHERE result = 'bad') bad
      FROM reports GROUP BY 1, 2) c WHERE w.account_id = c.account_id AND w.id = c.website_id`,
  `UPDATE accounts t SET websites_count = c.websites, reports_count = c.n, good_count = c.good,
      decent_count = c.decent, bad_count = c.bad
    FROM (SELECT account_id, count(*) websites, sum(reports_count) n, sum(good_count) good, sum(decent_count) decent,
        sum(bad_count) bad FROM websites GROUP BY 1) c WHERE t.id = c.account_id`,
];

/** Findings as they are stored. */
function everyFinding(): object[] {
  const place = {
    selector: 'main > section:nth-of-type(3) > article:nth-of-type(2) > p > a',
    line: 1234,
    column: 56,
    excerpt:
      '<a class="button button--large button--primary" href="/products/leather-shoes?color=brown&size=44">',
  };
  return CHECKS.map(({ id, category, importance, method }) => ({
    id,
    category,
    importance,
    method,
    outcome: 'fail',
    reason: 'no_alternative_text',
    value: { images: 48, without_text: 20 },
    evidence: Array.from({ length: 20 }, () => place),
    evidence_count: 48,
    sample: null,
  }));
}

/** 512 words for URLs, the most frequent first. */
function wordList(): string[] {
  const plain = PLAIN.split(/\s+/);
  const syllables = 'ba de fi go ka le mi no pa re si to va we zu'.split(' ');
  const made = Array.from({ length: 512 - plain.length }, (_, n) =>
    [n % 15, Math.floor(n / 15) % 15, (n * 7 + 3) % 15].map((at) => syllables[at]).join(''),
  );
  return [...plain, ...made];
}
