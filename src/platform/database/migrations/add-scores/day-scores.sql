-- scores: how many reports got each score; position n + 1 counts those with score n, null and positions past the end mean
-- none. The lowest and the highest score of a day stay exact when its reports are deleted. Kept by count_report.
ALTER TABLE website_days ADD COLUMN scores integer[] NOT NULL DEFAULT '{}';

WITH counted AS (
  SELECT account_id, website_id, (generated_at AT TIME ZONE 'UTC')::date AS day, score, count(*)::integer AS reports
    FROM reports WHERE score IS NOT NULL GROUP BY 1, 2, 3, 4
),
by_day AS (
  SELECT account_id, website_id, day, array_agg(score) AS scores, array_agg(reports) AS counts FROM counted GROUP BY 1, 2, 3
)
UPDATE website_days d
  SET scores = ARRAY(SELECT b.counts[array_position(b.scores, n::smallint)] FROM generate_series(0, 100) n ORDER BY n)
  FROM by_day b WHERE b.account_id = d.account_id AND b.website_id = d.website_id AND b.day = d.day;
