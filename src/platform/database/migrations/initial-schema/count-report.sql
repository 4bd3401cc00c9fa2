-- Keeps the counts of websites, their days and accounts exact, whatever writes reports, and notifies the requests that wait
-- for a report that has ended or was deleted. A website that has been deleted took its counts with it.
CREATE FUNCTION count_report() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  account bigint := coalesce(NEW.account_id, OLD.account_id);
  website bigint := coalesce(NEW.website_id, OLD.website_id);
  reports integer := (TG_OP = 'INSERT')::integer - (TG_OP = 'DELETE')::integer;
  completed integer := (NEW.score IS NOT NULL)::integer - (OLD.score IS NOT NULL)::integer;
  scores integer := coalesce(NEW.score, 0) - coalesce(OLD.score, 0);
  good integer := (NEW.result IS NOT DISTINCT FROM 'good')::integer - (OLD.result IS NOT DISTINCT FROM 'good')::integer;
  decent integer :=
    (NEW.result IS NOT DISTINCT FROM 'decent')::integer - (OLD.result IS NOT DISTINCT FROM 'decent')::integer;
  bad integer := (NEW.result IS NOT DISTINCT FROM 'bad')::integer - (OLD.result IS NOT DISTINCT FROM 'bad')::integer;
BEGIN
  IF OLD.status = 'queued' THEN
    PERFORM pg_notify('pagegrade_report_done', OLD.id::text);
  END IF;
  UPDATE websites w SET
      reports_count = w.reports_count + reports,
      completed_count = w.completed_count + completed,
      score_sum = w.score_sum + scores,
      good_count = w.good_count + good,
      decent_count = w.decent_count + decent,
      bad_count = w.bad_count + bad,
      reports_avg_score = round((w.score_sum + scores)::numeric / nullif(w.completed_count + completed, 0), 2),
      updated_at = now()
    WHERE w.account_id = account AND w.id = website;
  IF NOT FOUND THEN
    RETURN NULL;
  END IF;
  UPDATE accounts a SET
      reports_count = a.reports_count + reports,
      good_count = a.good_count + good,
      decent_count = a.decent_count + decent,
      bad_count = a.bad_count + bad
    WHERE a.id = account;
  IF completed <> 0 THEN
    INSERT INTO website_days AS d
      VALUES (account, website, (coalesce(NEW.generated_at, OLD.generated_at) AT TIME ZONE 'UTC')::date, completed, scores)
      ON CONFLICT (account_id, website_id, day) DO UPDATE SET
        completed_count = d.completed_count + excluded.completed_count,
        score_sum = d.score_sum + excluded.score_sum;
  END IF;
  RETURN NULL;
END
$$;

CREATE TRIGGER count_report AFTER INSERT OR DELETE OR UPDATE OF status ON reports
  FOR EACH ROW EXECUTE FUNCTION count_report();

-- Websites count themselves in their account. A deleted one takes the counts of its reports along.
CREATE FUNCTION count_website() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    UPDATE accounts SET websites_count = websites_count + 1 WHERE id = NEW.account_id;
  ELSE
    UPDATE accounts SET
        websites_count = websites_count - 1,
        reports_count = reports_count - OLD.reports_count,
        good_count = good_count - OLD.good_count,
        decent_count = decent_count - OLD.decent_count,
        bad_count = bad_count - OLD.bad_count
      WHERE id = OLD.account_id;
  END IF;
  RETURN NULL;
END
$$;

CREATE TRIGGER count_website AFTER INSERT OR DELETE ON websites FOR EACH ROW EXECUTE FUNCTION count_website();
