-- An array of PostgreSQL that is empty begins at the first place that is assigned, and JSON, such as that of a backup, does not
-- keep where an array begins. So no array of scores is empty any more, and all begin at 1.
ALTER TABLE website_days ALTER COLUMN scores SET DEFAULT '{NULL}';

UPDATE website_days SET scores = '{NULL}' WHERE scores = '{}';
UPDATE website_days SET scores = array_fill(NULL::integer, ARRAY[array_lower(scores, 1) - 1]) || scores
  WHERE array_lower(scores, 1) > 1;

-- Days that were restored from a backup: their scores begin too early, by as much as the sum of the scores is too low.
UPDATE website_days d SET scores = array_fill(NULL::integer, ARRAY[s.missing / d.completed_count]::integer[]) || d.scores
  FROM (
    SELECT c.account_id, c.website_id, c.day, sum(n.reports) AS reports,
        c.score_sum - sum((n.place - 1) * n.reports)::bigint AS missing
      FROM website_days c CROSS JOIN LATERAL unnest(c.scores) WITH ORDINALITY AS n (reports, place)
      WHERE c.completed_count > 0
      GROUP BY c.account_id, c.website_id, c.day
  ) s
  WHERE (d.account_id, d.website_id, d.day) = (s.account_id, s.website_id, s.day)
    AND s.reports = d.completed_count AND s.missing > 0 AND s.missing % d.completed_count = 0
    AND cardinality(d.scores) + s.missing / d.completed_count <= 101;
