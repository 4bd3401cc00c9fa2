-- score: average over the latest completed report of each page.
ALTER TABLE websites
  ADD COLUMN score double precision,
  ADD COLUMN pages_count bigint NOT NULL DEFAULT 0,
  ADD COLUMN page_score_sum bigint NOT NULL DEFAULT 0;

-- The latest completed report of each page: the one with the highest id of those with its url. Kept by count_report.
-- url_hash: SHA-256, because a url can be too long for an index.
CREATE TABLE website_pages (
  account_id bigint NOT NULL,
  website_id bigint NOT NULL,
  url_hash bytea NOT NULL,
  report_id bigint NOT NULL,
  score smallint NOT NULL,
  PRIMARY KEY (account_id, website_id, url_hash),
  FOREIGN KEY (account_id, website_id) REFERENCES websites (account_id, id) ON DELETE CASCADE
) WITH (fillfactor = 70);

INSERT INTO website_pages (account_id, website_id, url_hash, report_id, score)
  SELECT DISTINCT ON (r.account_id, r.website_id, r.url)
      r.account_id, r.website_id, sha256(convert_to(r.url, 'UTF8')), r.id, r.score
    FROM reports r JOIN websites w ON w.account_id = r.account_id AND w.id = r.website_id
    WHERE r.score IS NOT NULL
    ORDER BY r.account_id, r.website_id, r.url, r.id DESC;

UPDATE websites w
  SET pages_count = p.pages, page_score_sum = p.score_sum, score = round(p.score_sum::numeric / p.pages, 2)
  FROM (SELECT account_id, website_id, count(*) AS pages, sum(score) AS score_sum FROM website_pages GROUP BY 1, 2) p
  WHERE p.account_id = w.account_id AND p.website_id = w.id;
