-- Keeps the latest completed report of a page when a report is completed (1) or a completed one is deleted (-1). Returns by
-- how much that changes the website's number of pages and the sum of their scores.
-- The caller has locked the website, so the reports of a page are counted one at a time. A report that another transaction
-- has written but not committed is counted by that transaction, which waits for the website.
CREATE OR REPLACE FUNCTION count_page(
  report reports, completed integer, OUT pages integer, OUT scores integer
) LANGUAGE plpgsql AS $$
DECLARE
  urls text[] := page_urls(report.url);
  hash bytea := sha256(convert_to(urls[1], 'UTF8'));
  known website_pages;
  latest record;
BEGIN
  pages := 0;
  scores := 0;
  SELECT * INTO known FROM website_pages p
    WHERE p.account_id = report.account_id AND p.website_id = report.website_id AND p.url_hash = hash;
  IF completed = 1 THEN
    IF known.report_id > report.id THEN
      RETURN;
    END IF;
    INSERT INTO website_pages AS p (
      account_id, website_id, url_hash, report_id, score, url, url_folded, result, generated_at
    )
      VALUES (
        report.account_id, report.website_id, hash, report.id, report.score,
        report.url, report.url_folded, report.result, report.generated_at
      )
      ON CONFLICT (account_id, website_id, url_hash) DO UPDATE SET
        report_id = excluded.report_id, score = excluded.score, url = excluded.url, url_folded = excluded.url_folded,
        result = excluded.result, generated_at = excluded.generated_at;
    pages := (known.report_id IS NULL)::integer;
    scores := report.score - coalesce(known.score, 0);
  ELSIF known.report_id = report.id THEN
    -- One spelling after the other: each is read in the order of its index.
    SELECT l.* INTO latest FROM unnest(urls) AS spelling(url), LATERAL (
        SELECT r.id, r.score, r.url, r.url_folded, r.result, r.generated_at FROM reports r
          WHERE r.account_id = report.account_id AND hashtextextended(r.url, 0) = hashtextextended(spelling.url, 0)
            AND r.url = spelling.url AND r.website_id = report.website_id AND r.status = 'completed'
          ORDER BY r.id DESC LIMIT 1
      ) l
      ORDER BY l.id DESC LIMIT 1;
    IF FOUND THEN
      UPDATE website_pages p SET
          report_id = latest.id, score = latest.score, url = latest.url, url_folded = latest.url_folded,
          result = latest.result, generated_at = latest.generated_at
        WHERE p.account_id = report.account_id AND p.website_id = report.website_id AND p.url_hash = hash;
      scores := latest.score - known.score;
    ELSE
      DELETE FROM website_pages p
        WHERE p.account_id = report.account_id AND p.website_id = report.website_id AND p.url_hash = hash;
      pages := -1;
      scores := -known.score;
    END IF;
  END IF;
END
$$;
