import { type QueryRunner } from 'typeorm';
import { ForwardMigration } from './forward-migration.js';

/** A claim waited for whoever was deleting the audit that it had chosen, all other claims behind it, and then found
 *  nothing. It passes over that website now and chooses again. */
export class ClaimsPassOverDeletions1764349200000 extends ForwardMigration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(CLAIM_AUDIT);
  }
}

const CLAIM_AUDIT = `CREATE OR REPLACE FUNCTION claim_audit(worker text, account_limit integer, host_limit integer)
    RETURNS TABLE (account_id bigint, report_id bigint, website_id bigint, url text, attempts smallint,
      queued_at timestamptz)
    LANGUAGE plpgsql AS $$
    #variable_conflict use_column
    DECLARE
      chosen record;
      passed_over bigint[] := '{}';
    BEGIN
      PERFORM pg_advisory_xact_lock(7247439);
      LOOP
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
              WHERE p.account_id = w.account_id AND p.claimed_by IS NULL AND p.website_id <> ALL (passed_over)
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
        PERFORM 1 FROM pending_audits p
          WHERE p.account_id = chosen.account_id AND p.report_id = chosen.report_id FOR UPDATE SKIP LOCKED;
        EXIT WHEN FOUND;
        passed_over := passed_over || chosen.website_id;
      END LOOP;
      INSERT INTO audit_turns VALUES (chosen.account_id, clock_timestamp())
        ON CONFLICT (account_id) DO UPDATE SET served_at = excluded.served_at;
      RETURN QUERY
        UPDATE pending_audits p SET claimed_by = worker, attempts = p.attempts + 1
          FROM reports r
          WHERE p.account_id = chosen.account_id AND p.report_id = chosen.report_id
            AND r.account_id = p.account_id AND r.id = p.report_id
          RETURNING p.account_id, p.report_id, p.website_id, r.url, p.attempts, p.queued_at::timestamptz;
    END
  $$`;
