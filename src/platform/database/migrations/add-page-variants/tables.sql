-- Versions of a page in other languages, pages whose content only scripts would show, and how a crawl recovers its pace.
ALTER TABLE crawls ADD COLUMN loaded_at_pace integer NOT NULL DEFAULT 0;
ALTER TABLE crawl_pages ADD COLUMN variants_hash bytea,
  ADD COLUMN is_shell boolean NOT NULL DEFAULT false;
ALTER TABLE crawl_links DROP CONSTRAINT crawl_links_kind_check,
  ADD CONSTRAINT crawl_links_kind_check CHECK (kind IN ('link', 'nofollow', 'alternate', 'default'));
CREATE INDEX crawl_links_defaults ON crawl_links (account_id, crawl_id, from_id) WHERE kind = 'default';
