import { type QueryRunner } from 'typeorm';
import { ForwardMigration } from './forward-migration.js';

/** What keeps searches and deep pages flat.
 *
 *  - `reports_grams` holds every three characters of a url, hashed together with the account: so no index entry is
 *    shared with the rows of all other accounts, as the account's own key was in the index that this one replaces.
 *    64 seeds are enough for that, and keep the entries of small accounts together.
 *  - `reports_with` finds the reports that hold three such hashes and the text. It allows PostgreSQL no other way, so
 *    that statistics decide nothing; `strpos` and `account_id + 0` keep the other indexes out.
 *  - The scores are included where a list is ordered by them: deep pages then read the index alone.
 *  - `claim_audit` no longer writes the report: who runs it is in `pending_audits`, and every write of a report costs
 *    an entry in each of its indexes. */
export class FlatLists1764000000000 extends ForwardMigration {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }
}

const SCORES = ['website_id, ', ''].flatMap((filter) =>
  [
    ['desc', -1],
    ['asc', 101],
  ].map(([direction, missing]) => ({
    name: `reports${filter === '' ? '' : '_of_website'}_by_score_${String(direction)}`,
    columns: `account_id, ${filter}coalesce(score, ${String(missing)}), id`,
  })),
);

const STATEMENTS = [
  `CREATE FUNCTION url_grams(account bigint, folded text) RETURNS bigint[]
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS
    'SELECT array_agg(hashtextextended(substr($2, i, 3), $1 % 64)) FROM generate_series(1, length($2) - 2) i'`,
  'CREATE INDEX reports_grams ON reports USING gin (url_grams(account_id, coalesce(url_folded, url)))',
  'DROP INDEX reports_search',
  ...SCORES.flatMap(({ name, columns }) => [
    `DROP INDEX ${name}`,
    `CREATE INDEX ${name} ON reports (${columns}) INCLUDE (score)`,
  ]),

  `CREATE FUNCTION reports_with(account bigint, grams bigint[], folded text, website bigint, only_result text,
      most bigint)
    RETURNS SETOF reports
    LANGUAGE plpgsql STABLE
    SET enable_seqscan = off SET max_parallel_workers_per_gather = 0 SET jit = off SET work_mem = '64MB' AS $$
    BEGIN
      RETURN QUERY
        SELECT * FROM reports
          WHERE url_grams(account_id, coalesce(url_folded, url)) @> grams
            AND account_id + 0 = account
            AND (website IS NULL OR website_id = website)
            AND (only_result IS NULL OR result = only_result)
            AND strpos(coalesce(url_folded, url), folded) > 0
          LIMIT most;
    END
  $$`,

  `CREATE OR REPLACE FUNCTION claim_audit(worker text, account_limit integer, host_limit integer)
    RETURNS TABLE (account_id bigint, report_id bigint, website_id bigint, url text, attempts smallint,
      queued_at timestamptz)
    LANGUAGE plpgsql AS $$
    #variable_conflict use_column
    DECLARE
      chosen record;
    BEGIN
      PERFORM pg_advisory_xact_lock(7247439);
      WITH RECURSIVE waiting AS (
        (SELECT account_id FROM pending_audits WHERE claimed_by IS NULL ORDER BY account_id LIMIT 1)
        UNION ALL
        SELECT (
          SELECT p.account_id FROM pending_audits p
            WHERE p.claimed_by IS NULL AND p.account_id > w.account_id ORDER BY p.account_id LIMIT 1
        ) FROM waiting w WHERE w.account_id IS NOT NULL
      ),
      running AS MATERIALIZED (
        SELECT account_id, url_hash, host FROM pending_audits WHERE claimed_by IS NOT NULL
      ),
      counts AS (SELECT account_id, count(*) AS running FROM running GROUP BY account_id),
      busy AS MATERIALIZED (SELECT host FROM running GROUP BY host HAVING count(*) >= host_limit)
      SELECT next.account_id, next.report_id, next.website_id INTO chosen
        FROM waiting w
        LEFT JOIN counts c ON c.account_id = w.account_id
        LEFT JOIN audit_turns t ON t.account_id = w.account_id
        CROSS JOIN LATERAL (
          SELECT p.account_id, p.report_id, p.website_id FROM pending_audits p
            WHERE p.account_id = w.account_id AND p.claimed_by IS NULL
              AND p.host NOT IN (SELECT host FROM busy)
              AND NOT EXISTS (
                SELECT 1 FROM running r WHERE r.account_id = p.account_id AND r.url_hash = p.url_hash
              )
            ORDER BY p.report_id LIMIT 1
        ) next
        WHERE w.account_id IS NOT NULL AND coalesce(c.running, 0) < account_limit
        ORDER BY coalesce(c.running, 0), t.served_at NULLS FIRST, next.report_id
        LIMIT 1;
      IF NOT FOUND THEN
        RETURN;
      END IF;
      INSERT INTO audit_turns VALUES (chosen.account_id, clock_timestamp())
        ON CONFLICT (account_id) DO UPDATE SET served_at = excluded.served_at;
      RETURN QUERY
        UPDATE pending_audits p SET claimed_by = worker, attempts = p.attempts + 1
          FROM reports r
          WHERE p.account_id = chosen.account_id AND p.report_id = chosen.report_id
            AND r.account_id = p.account_id AND r.id = p.report_id
          RETURNING p.account_id, p.report_id, p.website_id, r.url, p.attempts, p.queued_at::timestamptz;
    END
  $$`,
  `UPDATE reports SET status = 'queued' WHERE status = 'running'`,
];
