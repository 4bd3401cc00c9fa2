import { type QueryRunner } from 'typeorm';
import { ForwardMigration } from './forward-migration.js';

/** Every index starts with the account: no list ever reads another account's rows, and the tables can be
 *  distributed by account. Each order of a list has an index for each combination of its filters.
 *
 *  - Sorting by url: a b-tree entry holds at most 2704 bytes, so a longer url is ordered by its beginning.
 *  - Sorting by a number that may be missing: nulls come last in both directions, hence two indexes.
 *  - Searching: `url_folded` is the url in one case, kept where it differs from the url itself. */
export class InitialSchema1763654400000 extends ForwardMigration {
  readonly name = 'InitialSchema1763654400000';

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await queryRunner.query(statement);
  }
}

const URL_ORDER = `(CASE WHEN octet_length(url) <= 2600 THEN url ELSE left(url, 650) END)`;
const URL_SEARCH = `(coalesce(url_folded, url))`;

const STATEMENTS = [
  'CREATE EXTENSION IF NOT EXISTS pg_trgm',
  'CREATE EXTENSION IF NOT EXISTS btree_gin',

  `CREATE TABLE accounts (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name text NOT NULL,
    created_at timestamptz(3) NOT NULL DEFAULT now()
  )`,
  `CREATE TABLE account_totals (
    account_id bigint PRIMARY KEY REFERENCES accounts ON DELETE CASCADE,
    websites_count bigint NOT NULL DEFAULT 0,
    reports_count bigint NOT NULL DEFAULT 0,
    good_count bigint NOT NULL DEFAULT 0,
    decent_count bigint NOT NULL DEFAULT 0,
    bad_count bigint NOT NULL DEFAULT 0
  ) WITH (fillfactor = 50)`,
  `CREATE TABLE api_keys (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    account_id bigint NOT NULL REFERENCES accounts ON DELETE CASCADE,
    name text NOT NULL,
    hash bytea NOT NULL UNIQUE,
    prefix text NOT NULL,
    last_four text NOT NULL,
    scopes text[] NOT NULL,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    expires_at timestamptz(3),
    last_used_at timestamptz(3),
    revoked_at timestamptz(3)
  )`,

  `CREATE TABLE websites (
    id bigint GENERATED ALWAYS AS IDENTITY,
    account_id bigint NOT NULL REFERENCES accounts ON DELETE CASCADE,
    domain text COLLATE "C" NOT NULL,
    privacy smallint NOT NULL CHECK (privacy IN (0, 1, 2)),
    password_hash text CHECK (password_hash IS NULL OR privacy = 2),
    share_token text NOT NULL UNIQUE,
    reports_count bigint NOT NULL DEFAULT 0,
    completed_count bigint NOT NULL DEFAULT 0,
    score_sum bigint NOT NULL DEFAULT 0,
    good_count bigint NOT NULL DEFAULT 0,
    decent_count bigint NOT NULL DEFAULT 0,
    bad_count bigint NOT NULL DEFAULT 0,
    reports_avg_score double precision GENERATED ALWAYS AS (
      CASE WHEN completed_count > 0 THEN round(score_sum::numeric / completed_count, 2)::double precision END
    ) STORED,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    updated_at timestamptz(3) NOT NULL DEFAULT now(),
    PRIMARY KEY (account_id, id),
    UNIQUE (account_id, domain)
  ) WITH (fillfactor = 70)`,
  'CREATE INDEX websites_by_count ON websites (account_id, reports_count, id)',
  'CREATE INDEX websites_by_score_desc ON websites (account_id, coalesce(reports_avg_score, -1), id)',
  'CREATE INDEX websites_by_score_asc ON websites (account_id, coalesce(reports_avg_score, 101), id)',
  'CREATE INDEX websites_search ON websites USING gin (account_id, domain gin_trgm_ops)',

  `CREATE TABLE reports (
    id bigint GENERATED ALWAYS AS IDENTITY,
    account_id bigint NOT NULL,
    website_id bigint NOT NULL,
    url text COLLATE "C" NOT NULL,
    url_folded text COLLATE "C",
    status text NOT NULL CHECK (status IN ('queued', 'running', 'completed', 'failed')),
    result text CHECK (result IN ('good', 'decent', 'bad')),
    score smallint CHECK (score BETWEEN 0 AND 100),
    error_code text,
    error_detail text,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    updated_at timestamptz(3) NOT NULL DEFAULT now(),
    generated_at timestamptz(3),
    PRIMARY KEY (account_id, id),
    FOREIGN KEY (account_id, website_id) REFERENCES websites (account_id, id),
    CHECK ((status = 'completed') = (score IS NOT NULL)),
    CHECK ((score IS NULL) = (result IS NULL))
  )`,
  ...['', 'website_id, ', 'result, ', 'website_id, result, '].flatMap((filters) => {
    const suffix = filters.replaceAll(/_id|, $/g, '').replaceAll(', ', '_');
    const prefix = suffix === '' ? 'reports' : `reports_of_${suffix}`;
    const scores: Record<string, string> = filters.includes('result')
      ? { score: 'score' }
      : { score_desc: 'coalesce(score, -1)', score_asc: 'coalesce(score, 101)' };
    return [
      ...(filters === '' ? [] : [`CREATE INDEX ${prefix}_by_id ON reports (account_id, ${filters}id)`]),
      `CREATE INDEX ${prefix}_by_url ON reports (account_id, ${filters}${URL_ORDER}, id)`,
      ...Object.entries(scores).map(
        ([name, score]) =>
          `CREATE INDEX ${prefix}_by_${name} ON reports (account_id, ${filters}${score}, id)`,
      ),
    ];
  }),
  `CREATE INDEX reports_of_url ON reports (account_id, hashtextextended(url, 0), id)`,
  `CREATE INDEX reports_search ON reports USING gin (account_id, ${URL_SEARCH} gin_trgm_ops)`,

  `CREATE TABLE report_details (
    report_id bigint NOT NULL,
    account_id bigint NOT NULL,
    final_url text,
    ruleset_version text NOT NULL,
    categories jsonb NOT NULL,
    gates jsonb NOT NULL,
    checks jsonb NOT NULL,
    facts jsonb NOT NULL,
    PRIMARY KEY (account_id, report_id),
    FOREIGN KEY (account_id, report_id) REFERENCES reports (account_id, id) ON DELETE CASCADE
  )`,
];
