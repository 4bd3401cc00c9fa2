import { type QueryRunner } from 'typeorm';
import { ForwardMigration } from './forward-migration.js';

/** What is still to be audited, whose turn it is, and what guards the making of reports. These tables are small
 *  and busy: rows leave when their work is done.
 *
 *  - `claim_audit` picks the next audit for a worker: of the account with the fewest running ones, among those the
 *    one that was served longest ago, its oldest. Limits by account and by host are exact, because one claims at a
 *    time. The same url of an account is loaded by one worker at a time: who finishes it completes all of them.
 *  - Locks are taken in the order website, report, pending audit, account totals. */
export class Queue1763827200000 extends ForwardMigration {
  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await queryRunner.query(statement);
  }
}

const STATEMENTS = [
  `CREATE TABLE pending_audits (
    account_id bigint NOT NULL,
    report_id bigint NOT NULL,
    website_id bigint NOT NULL,
    host text NOT NULL,
    url_hash bigint NOT NULL,
    attempts smallint NOT NULL DEFAULT 0,
    claimed_by text,
    queued_at timestamptz(3) NOT NULL DEFAULT now(),
    PRIMARY KEY (account_id, report_id),
    FOREIGN KEY (account_id, report_id) REFERENCES reports (account_id, id) ON DELETE CASCADE
  ) WITH (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 500)`,
  'CREATE INDEX pending_audits_waiting ON pending_audits (account_id, report_id) WHERE claimed_by IS NULL',
  'CREATE INDEX pending_audits_running ON pending_audits (claimed_by) WHERE claimed_by IS NOT NULL',
  'CREATE INDEX pending_audits_of_url ON pending_audits (account_id, url_hash)',
  'CREATE INDEX pending_audits_by_age ON pending_audits (queued_at)',

  `CREATE TABLE audit_turns (
    account_id bigint PRIMARY KEY REFERENCES accounts ON DELETE CASCADE,
    served_at timestamptz NOT NULL
  ) WITH (fillfactor = 50)`,

  `CREATE TABLE idempotency_keys (
    account_id bigint NOT NULL REFERENCES accounts ON DELETE CASCADE,
    key text NOT NULL,
    request_hash bytea NOT NULL,
    report_id bigint,
    answer json,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    PRIMARY KEY (account_id, key)
  )`,
  'CREATE INDEX idempotency_keys_by_age ON idempotency_keys (created_at)',

  `CREATE TABLE creation_windows (
    key_id bigint PRIMARY KEY REFERENCES api_keys ON DELETE CASCADE,
    used integer NOT NULL,
    ends_at timestamptz(3) NOT NULL
  ) WITH (fillfactor = 50)`,

  `CREATE FUNCTION claim_audit(worker text, account_limit integer, host_limit integer)
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
      UPDATE reports r SET status = 'running', updated_at = now()
        WHERE r.account_id = chosen.account_id AND r.id = chosen.report_id AND r.status = 'queued';
      RETURN QUERY
        UPDATE pending_audits p SET claimed_by = worker, attempts = p.attempts + 1
          FROM reports r
          WHERE p.account_id = chosen.account_id AND p.report_id = chosen.report_id
            AND r.account_id = p.account_id AND r.id = p.report_id
          RETURNING p.account_id, p.report_id, p.website_id, r.url, p.attempts, p.queued_at::timestamptz;
    END
  $$`,
];
