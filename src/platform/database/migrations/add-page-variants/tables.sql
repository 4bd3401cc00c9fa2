-- Versions of a page in other languages, and pages whose content only scripts would show.
ALTER TABLE crawl_pages ADD COLUMN variants_hash bytea,
  ADD COLUMN is_shell boolean NOT NULL DEFAULT false;
ALTER TABLE crawl_links DROP CONSTRAINT crawl_links_kind_check,
  ADD CONSTRAINT crawl_links_kind_check CHECK (kind IN ('link', 'nofollow', 'alternate', 'default'));
