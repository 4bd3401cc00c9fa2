-- What the list of a website's pages shows and sorts by. 10 000 pages with 300 000 reports take 5 to 10 ms from these rows, in
-- any order; joined with the reports they take 27 ms, or 100 ms where PostgreSQL reads all reports. No index holds the columns,
-- so that each report still changes the row of its page in place. Kept by count_page.
ALTER TABLE website_pages
  ADD COLUMN url text COLLATE "C",
  ADD COLUMN url_folded text COLLATE "C",
  ADD COLUMN result text,
  ADD COLUMN generated_at timestamptz(3);

UPDATE website_pages p
  SET url = r.url, url_folded = r.url_folded, result = r.result, generated_at = r.generated_at
  FROM reports r WHERE r.account_id = p.account_id AND r.id = p.report_id;

ALTER TABLE website_pages
  ALTER COLUMN url SET NOT NULL,
  ALTER COLUMN result SET NOT NULL,
  ALTER COLUMN generated_at SET NOT NULL;
