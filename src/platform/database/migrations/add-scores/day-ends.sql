-- confirms: the second audit of a run of a monitor, which counts as that run.
ALTER TABLE reports ADD COLUMN confirms boolean NOT NULL DEFAULT false;

-- The pages of the website and the sum of their scores at the end of the day; null: they did not change on that day. Kept by
-- count_report.
ALTER TABLE website_days ADD COLUMN pages_count bigint, ADD COLUMN page_score_sum bigint;

-- What each report added to its website when it was completed: a page, or the difference to the page's score before. A
-- report that ended after a later one of its page added nothing.
WITH ended AS (
  SELECT account_id, website_id, url, id, score, generated_at, min(generated_at) OVER (
      PARTITION BY account_id, website_id, url ORDER BY id DESC ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
    ) AS later_ended_at
    FROM reports WHERE score IS NOT NULL
),
added AS (
  SELECT account_id, website_id, (generated_at AT TIME ZONE 'UTC')::date AS day,
      (lead(score) OVER page IS NULL)::integer AS pages, score - coalesce(lead(score) OVER page, 0) AS scores
    FROM ended WHERE later_ended_at IS NULL OR later_ended_at > generated_at
    WINDOW page AS (PARTITION BY account_id, website_id, url ORDER BY id DESC)
),
by_day AS (
  SELECT account_id, website_id, day, sum(pages) AS pages, sum(scores) AS scores FROM added GROUP BY 1, 2, 3
),
ends AS (
  SELECT account_id, website_id, day, sum(pages) OVER days AS pages, sum(scores) OVER days AS scores
    FROM by_day WINDOW days AS (PARTITION BY account_id, website_id ORDER BY day)
)
UPDATE website_days d SET pages_count = e.pages, page_score_sum = e.scores
  FROM ends e WHERE e.account_id = d.account_id AND e.website_id = d.website_id AND e.day = d.day;
