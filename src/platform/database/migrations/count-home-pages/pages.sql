-- Has the pages that were counted by a url without a path counted with it. Where a page was counted both ways, its latest
-- report stays.
DO $$
DECLARE
  home website_pages;
  twin website_pages;
  older website_pages;
  hash bytea;
BEGIN
  FOR home IN SELECT * FROM website_pages WHERE url ~ '^[a-zA-Z]+://[^/?#]+([?#]|$)' LOOP
    hash := sha256(convert_to((page_urls(home.url))[1], 'UTF8'));
    SELECT * INTO twin FROM website_pages p
      WHERE p.account_id = home.account_id AND p.website_id = home.website_id AND p.url_hash = hash;
    IF FOUND THEN
      older := CASE WHEN twin.report_id < home.report_id THEN twin ELSE home END;
      DELETE FROM website_pages p
        WHERE p.account_id = older.account_id AND p.website_id = older.website_id AND p.url_hash = older.url_hash;
      UPDATE websites w SET
          pages_count = w.pages_count - 1,
          page_score_sum = w.page_score_sum - older.score,
          score = round((w.page_score_sum - older.score)::numeric / (w.pages_count - 1), 2),
          updated_at = now()
        WHERE w.account_id = older.account_id AND w.id = older.website_id;
      UPDATE website_days d SET
          pages_count = d.pages_count - 1,
          page_score_sum = d.page_score_sum - older.score
        WHERE d.account_id = older.account_id AND d.website_id = older.website_id AND d.day = (
          SELECT max(last.day) FROM website_days last
            WHERE last.account_id = older.account_id AND last.website_id = older.website_id AND last.pages_count IS NOT NULL
        );
    END IF;
    UPDATE website_pages p SET url_hash = hash
      WHERE p.account_id = home.account_id AND p.website_id = home.website_id AND p.url_hash = home.url_hash;
  END LOOP;
END
$$;
