import { type QueryRunner } from 'typeorm';
import { ForwardMigration } from './forward-migration.js';

/** An account takes another of a worker's places only if at least as many stay free as it holds there, so that slow
 *  pages of some accounts never hold up another one. An audit that was under way when its worker died runs alone in its
 *  process: if that one dies, too, it is known which page it was. */
export class FairClaims1764522000000 extends ForwardMigration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE pending_audits ADD COLUMN runs_alone boolean NOT NULL DEFAULT false');
    await runner.query('DROP FUNCTION claim_audit(text, integer, integer)');
    await runner.query(CLAIM_AUDIT);
  }
}

const CLAIM_AUDIT = `CREATE FUNCTION claim_audit(worker text, account_limit integer, host_limit integer,
      worker_places integer)
    RETURNS TABLE (account_id bigint, report_id bigint, website_id bigint, url text, attempts smallint,
      runs_alone boolean)
    LANGUAGE plpgsql AS $$
    #variable_conflict use_column
    DECLARE
      chosen record;
      passed_over bigint[] := '{}';
      free_places integer;
    BEGIN
      PERFORM pg_advisory_xact_lock(7247439);
      SELECT CASE WHEN bool_or(runs_alone) THEN 0 ELSE worker_places - count(*) END INTO free_places
        FROM pending_audits WHERE claimed_by = worker;
      IF free_places <= 0 THEN
        RETURN;
      END IF;
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
          SELECT account_id, url_hash, host, claimed_by FROM pending_audits WHERE claimed_by IS NOT NULL
        ),
        counts AS (
          SELECT account_id, count(*) AS running, count(*) FILTER (WHERE claimed_by = worker) AS here
            FROM running GROUP BY account_id
        ),
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
            AND free_places - 1 >= coalesce(c.here, 0)
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
          RETURNING p.account_id, p.report_id, p.website_id, r.url, p.attempts, p.runs_alone;
    END
  $$`;
