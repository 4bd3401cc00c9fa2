-- Monitors that crawl a website. max_pages: of a crawl; null: the monitor audits one page. last_crawl_id: the newest crawl, also
-- while it runs.
ALTER TABLE monitors
  ADD COLUMN kind text NOT NULL DEFAULT 'page',
  ADD COLUMN max_pages integer,
  ADD COLUMN last_crawl_id bigint,
  DROP CONSTRAINT monitors_of_page,
  ADD CONSTRAINT monitors_of_page UNIQUE (account_id, url_hash, schedule, kind),
  ADD CONSTRAINT monitors_kind_check
    CHECK (kind IN ('page', 'crawl') AND (kind = 'crawl') = (max_pages IS NOT NULL));
