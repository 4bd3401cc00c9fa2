-- Claims the next audit for a job of a worker: of the account with the fewest running audits, among those the one whose
-- last turn is longest ago; its oldest report. No row if there is none within the limits on concurrent audits: of one
-- account and of one host on all workers, and of this worker. Audits that wait for a browser are another queue, with limits
-- of their own on an account and a worker.
--
-- - Claims are serialized, so the limits are exact.
-- - A job that holds a claim already gets the same audit: the answer to its last claim was lost.
-- - A claim ends when the queue takes its job away from the worker, which has died then. Each of the worker's audits may
--   have been the cause, so that they run alone from now on, and an attempt counts only if there was no other one.
-- - An account gets another of the worker's places only if at least as many stay free as it holds there.
-- - A worker that has claimed an audit that runs alone gets no other one.
-- - One url of an account is audited once at a time: that audit completes all of its queued reports.
-- - Reports that are being deleted are skipped: waiting for the deletion would stop all other claims.
-- - Everything that a caller needs of the claim is returned. A statement that looks the audit up does not find one that was
--   queued while the claim waited for its turn: it sees the time before. Nobody would then know of the claim.
DROP FUNCTION claim_audit(text, bigint, integer, integer, integer, boolean);

CREATE FUNCTION claim_audit(
  worker text, job bigint, account_limit integer, host_limit integer, worker_places integer, has_browser boolean
)
  RETURNS TABLE (
    account_id bigint, report_id bigint, website_id bigint, url text, attempts smallint, runs_alone boolean,
    render text, device text, runs smallint, renders boolean, crawl_id bigint, crawl_page_id bigint
  )
  LANGUAGE plpgsql AS $$
  #variable_conflict use_column
DECLARE
  chosen record;
  skipped bigint[] := '{}';
  free_places integer;
BEGIN
  PERFORM pg_advisory_xact_lock(7247439);
  RETURN QUERY
    SELECT p.account_id, p.report_id, p.website_id, r.url, p.attempts, p.runs_alone, p.render, p.device, p.runs, p.renders,
        p.crawl_id, p.crawl_page_id
      FROM pending_audits p JOIN reports r ON r.account_id = p.account_id AND r.id = p.report_id
      WHERE p.claimed_by = worker AND p.claimed_job = job;
  IF FOUND THEN
    RETURN;
  END IF;
  WITH abandoned AS (
    SELECT p.account_id, p.report_id, p.claimed_by FROM pending_audits p
      WHERE p.claimed_by IS NOT NULL AND NOT EXISTS (
        SELECT FROM graphile_worker.jobs j WHERE j.id = p.claimed_job AND j.locked_by = p.claimed_by
      )
      FOR UPDATE OF p SKIP LOCKED
  )
  UPDATE pending_audits p SET claimed_by = NULL, claimed_job = NULL, runs_alone = true,
      attempts = p.attempts - (SELECT count(*) > 1 FROM abandoned b WHERE b.claimed_by = a.claimed_by)::integer
    FROM abandoned a WHERE p.account_id = a.account_id AND p.report_id = a.report_id;
  SELECT CASE WHEN bool_or(runs_alone) THEN 0 ELSE worker_places - count(*) FILTER (WHERE renders = has_browser) END
    INTO free_places FROM pending_audits WHERE claimed_by = worker;
  IF free_places <= 0 THEN
    RETURN;
  END IF;
  LOOP
    WITH RECURSIVE waiting AS (
      (
        SELECT account_id FROM pending_audits
          WHERE claimed_by IS NULL AND renders = has_browser ORDER BY account_id LIMIT 1
      )
      UNION ALL
      SELECT (
        SELECT p.account_id FROM pending_audits p
          WHERE p.claimed_by IS NULL AND p.renders = has_browser AND p.account_id > w.account_id
          ORDER BY p.account_id LIMIT 1
      ) FROM waiting w WHERE w.account_id IS NOT NULL
    ),
    running AS MATERIALIZED (
      SELECT account_id, url_hash, host, claimed_by, renders FROM pending_audits WHERE claimed_by IS NOT NULL
    ),
    counts AS (
      SELECT account_id, count(*) AS running, count(*) FILTER (WHERE claimed_by = worker) AS here
        FROM running WHERE renders = has_browser GROUP BY account_id
    ),
    busy AS MATERIALIZED (SELECT host FROM running GROUP BY host HAVING count(*) >= host_limit)
    SELECT next.account_id, next.report_id, next.website_id INTO chosen
      FROM waiting w
      LEFT JOIN counts c ON c.account_id = w.account_id
      LEFT JOIN audit_turns t ON t.account_id = w.account_id
      CROSS JOIN LATERAL (
        SELECT p.account_id, p.report_id, p.website_id FROM pending_audits p
          WHERE p.account_id = w.account_id AND p.claimed_by IS NULL AND p.renders = has_browser
            AND p.website_id <> ALL (skipped)
            AND p.host NOT IN (SELECT host FROM busy)
            AND NOT EXISTS (
              SELECT 1 FROM running r WHERE r.account_id = p.account_id AND r.url_hash = p.url_hash
            )
            AND NOT EXISTS (
              SELECT 1 FROM deleted_websites d WHERE d.account_id = p.account_id AND d.website_id = p.website_id
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
    skipped := skipped || chosen.website_id;
  END LOOP;
  INSERT INTO audit_turns VALUES (chosen.account_id, clock_timestamp())
    ON CONFLICT (account_id) DO UPDATE SET served_at = excluded.served_at;
  RETURN QUERY
    UPDATE pending_audits p SET claimed_by = worker, claimed_job = job, attempts = p.attempts + 1
      FROM reports r
      WHERE p.account_id = chosen.account_id AND p.report_id = chosen.report_id
        AND r.account_id = p.account_id AND r.id = p.report_id
      RETURNING p.account_id, p.report_id, p.website_id, r.url, p.attempts, p.runs_alone, p.render, p.device, p.runs, p.renders,
        p.crawl_id, p.crawl_page_id;
END
$$;
