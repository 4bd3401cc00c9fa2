import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** The index of pieces is half of what a report costs in WAL, and was written twice a report. It holds those that have
 *  ended alone; the others stand in the line of audits, where `reports_with` finds them. Those of deleted websites it
 *  passes over. Both functions set how they are planned, as the indexes that they ask are of no use for an order. */
export class PiecesOfEnded1764262800000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX reports_grams');
    await runner.query(`CREATE INDEX ${INDEX} WHERE status <> 'queued'`);
    await runner.query(
      reportsWith(`${ENDED} AND r.status <> 'queued' ${NOT_DELETED}`, `UNION ALL ${WAITING} ${NOT_DELETED}`),
    );
    await runner.query(WEBSITES_WITH);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX reports_grams');
    await runner.query(`CREATE INDEX ${INDEX}`);
    await runner.query(reportsWith(ENDED, ''));
    await runner.query('DROP FUNCTION websites_with');
  }
}

const INDEX = 'reports_grams ON reports USING gin (url_grams(account_id, coalesce(url_folded, url)))';

const MATCHES = `(website IS NULL OR r.website_id = website)
  AND (only_result IS NULL OR r.result = only_result)
  AND strpos(coalesce(r.url_folded, r.url), folded) > 0`;

const NOT_DELETED =
  'AND r.website_id <> ALL (ARRAY(SELECT d.website_id FROM deleted_websites d WHERE d.account_id = account))';

const ENDED = `SELECT r.* FROM reports r
  WHERE url_grams(r.account_id, coalesce(r.url_folded, r.url)) @> grams AND r.account_id + 0 = account AND ${MATCHES}`;

const WAITING = `SELECT r.* FROM pending_audits p JOIN reports r ON r.account_id = p.account_id AND r.id = p.report_id
  WHERE p.account_id = account AND r.status = 'queued' AND ${MATCHES}`;

const WEBSITES_WITH = `CREATE FUNCTION websites_with(account bigint, pattern text) RETURNS SETOF websites
  LANGUAGE plpgsql STABLE SET enable_seqscan = off SET enable_bitmapscan = on SET jit = off AS $$
    BEGIN
      RETURN QUERY SELECT * FROM websites WHERE account_id = account AND domain LIKE pattern;
    END
  $$`;

function reportsWith(ended: string, waiting: string): string {
  return `CREATE OR REPLACE FUNCTION reports_with(account bigint, grams bigint[], folded text, website bigint,
      only_result text, most bigint)
    RETURNS SETOF reports
    LANGUAGE plpgsql STABLE
    SET enable_seqscan = off SET enable_bitmapscan = on SET enable_hashjoin = off SET enable_mergejoin = off
    SET max_parallel_workers_per_gather = 0 SET jit = off SET work_mem = '64MB' AS $$
    BEGIN
      RETURN QUERY ${ended} ${waiting} LIMIT most;
    END
  $$`;
}
