-- Keeps the counts of websites, their days, pages and accounts exact, whatever writes reports, and notifies the requests that wait
-- for a report that has ended or was deleted. A website that has been deleted took its counts with it. A report that confirms
-- a run does not count in its day. The score of a website at the end of a day is what the last change of that day left.
CREATE OR REPLACE FUNCTION count_report() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  account bigint := coalesce(NEW.account_id, OLD.account_id);
  website bigint := coalesce(NEW.website_id, OLD.website_id);
  reports integer := (TG_OP = 'INSERT')::integer - (TG_OP = 'DELETE')::integer;
  completed integer := (NEW.score IS NOT NULL)::integer - (OLD.score IS NOT NULL)::integer;
  scores integer := coalesce(NEW.score, 0) - coalesce(OLD.score, 0);
  place integer := coalesce(NEW.score, OLD.score) + 1;
  good integer := (NEW.result IS NOT DISTINCT FROM 'good')::integer - (OLD.result IS NOT DISTINCT FROM 'good')::integer;
  decent integer :=
    (NEW.result IS NOT DISTINCT FROM 'decent')::integer - (OLD.result IS NOT DISTINCT FROM 'decent')::integer;
  bad integer := (NEW.result IS NOT DISTINCT FROM 'bad')::integer - (OLD.result IS NOT DISTINCT FROM 'bad')::integer;
  pages integer := 0;
  page_scores integer := 0;
  all_pages bigint;
  all_page_scores bigint;
  counts boolean := NOT coalesce(NEW.confirms, OLD.confirms);
  graded_on date := (coalesce(NEW.generated_at, OLD.generated_at) AT TIME ZONE 'UTC')::date;
  today date;
BEGIN
  IF OLD.status = 'queued' THEN
    PERFORM pg_notify('pagegrade_report_done', OLD.id::text);
  END IF;
  IF completed <> 0 THEN
    -- A website is locked before its pages: its deletion does the same.
    PERFORM FROM websites w WHERE w.account_id = account AND w.id = website FOR NO KEY UPDATE;
    IF NOT FOUND THEN
      RETURN NULL;
    END IF;
    -- Not the time of the transaction: another one, which began later, may have counted meanwhile.
    today := (clock_timestamp() AT TIME ZONE 'UTC')::date;
    SELECT c.pages, c.scores INTO pages, page_scores FROM count_page(coalesce(NEW, OLD), completed) c;
  END IF;
  UPDATE websites w SET
      reports_count = w.reports_count + reports,
      completed_count = w.completed_count + completed,
      score_sum = w.score_sum + scores,
      good_count = w.good_count + good,
      decent_count = w.decent_count + decent,
      bad_count = w.bad_count + bad,
      reports_avg_score = round((w.score_sum + scores)::numeric / nullif(w.completed_count + completed, 0), 2),
      pages_count = w.pages_count + pages,
      page_score_sum = w.page_score_sum + page_scores,
      score = round((w.page_score_sum + page_scores)::numeric / nullif(w.pages_count + pages, 0), 2),
      updated_at = now()
    WHERE w.account_id = account AND w.id = website
    RETURNING w.pages_count, w.page_score_sum INTO all_pages, all_page_scores;
  IF NOT FOUND THEN
    RETURN NULL;
  END IF;
  UPDATE accounts a SET
      reports_count = a.reports_count + reports,
      good_count = a.good_count + good,
      decent_count = a.decent_count + decent,
      bad_count = a.bad_count + bad
    WHERE a.id = account;
  IF completed <> 0 AND (counts OR graded_on = today) THEN
    INSERT INTO website_days AS d (
      account_id, website_id, day, completed_count, score_sum, scores, pages_count, page_score_sum
    )
      VALUES (
        account, website, graded_on,
        CASE WHEN counts THEN completed ELSE 0 END, CASE WHEN counts THEN scores ELSE 0 END,
        CASE WHEN counts THEN array_fill(NULL::integer, ARRAY[place - 1]) || completed ELSE '{NULL}' END,
        CASE WHEN graded_on = today THEN all_pages END, CASE WHEN graded_on = today THEN all_page_scores END
      )
      ON CONFLICT (account_id, website_id, day) DO UPDATE SET
        completed_count = d.completed_count + excluded.completed_count,
        score_sum = d.score_sum + excluded.score_sum,
        scores[place] = coalesce(d.scores[place], 0) + excluded.completed_count,
        pages_count = coalesce(excluded.pages_count, d.pages_count),
        page_score_sum = coalesce(excluded.page_score_sum, d.page_score_sum);
  END IF;
  IF graded_on <> today AND (pages <> 0 OR page_scores <> 0) THEN
    INSERT INTO website_days AS d (account_id, website_id, day, completed_count, score_sum, pages_count, page_score_sum)
      VALUES (account, website, today, 0, 0, all_pages, all_page_scores)
      ON CONFLICT (account_id, website_id, day) DO UPDATE SET
        pages_count = excluded.pages_count, page_score_sum = excluded.page_score_sum;
  END IF;
  RETURN NULL;
END
$$;
