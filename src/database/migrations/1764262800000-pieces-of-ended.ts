import { type QueryRunner } from 'typeorm';
import { ForwardMigration } from './forward-migration.js';

/** The index of pieces is half of what a report costs in WAL, and was written twice a report. It holds those that have
 *  ended alone; the others stand in the line of audits, where `reports_with` finds them. Those of deleted websites it
 *  passes over. Both functions set how they are planned, as the indexes that they ask are of no use for an order. */
export class PiecesOfEnded1764262800000 extends ForwardMigration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX reports_grams');
    await runner.query(INDEX);
    await runner.query(REPORTS_WITH);
    await runner.query(WEBSITES_WITH);
  }
}

const INDEX = `CREATE INDEX reports_grams ON reports
  USING gin (url_grams(account_id, coalesce(url_folded, url))) WHERE status <> 'queued'`;

const MATCHES = `(website IS NULL OR r.website_id = website)
  AND (only_result IS NULL OR r.result = only_result)
  AND strpos(coalesce(r.url_folded, r.url), folded) > 0
  AND r.website_id <> ALL (ARRAY(SELECT d.website_id FROM deleted_websites d WHERE d.account_id = account))`;

const REPORTS_WITH = `CREATE OR REPLACE FUNCTION reports_with(account bigint, grams bigint[], folded text, website bigint,
      only_result text, most bigint)
    RETURNS SETOF reports
    LANGUAGE plpgsql STABLE
    SET enable_seqscan = off SET enable_bitmapscan = on SET enable_hashjoin = off SET enable_mergejoin = off
    SET max_parallel_workers_per_gather = 0 SET jit = off SET work_mem = '64MB' AS $$
    BEGIN
      RETURN QUERY
        SELECT r.* FROM reports r
          WHERE url_grams(r.account_id, coalesce(r.url_folded, r.url)) @> grams AND r.account_id + 0 = account
            AND ${MATCHES} AND r.status <> 'queued'
        UNION ALL
        SELECT r.* FROM pending_audits p
          JOIN reports r ON r.account_id = p.account_id AND r.id = p.report_id
          WHERE p.account_id = account AND r.status = 'queued' AND ${MATCHES}
        LIMIT most;
    END
  $$`;

const WEBSITES_WITH = `CREATE FUNCTION websites_with(account bigint, pattern text) RETURNS SETOF websites
  LANGUAGE plpgsql STABLE SET enable_seqscan = off SET enable_bitmapscan = on SET jit = off AS $$
    BEGIN
      RETURN QUERY SELECT * FROM websites WHERE account_id = account AND domain LIKE pattern;
    END
  $$`;
