-- Visits of whole websites. robots_txt: as it was when the crawl began; null before. pace_ms: the time between the beginnings
-- of two pages that is in force. begun_at: when the last page began. visited: pages whose audit was queued. found: rows in crawl_pages. dropped:
-- addresses that found no room there. monitor_id: that it is a run of. summary: counts and scores of a crawl that is over.
CREATE TABLE crawls (
  account_id bigint NOT NULL REFERENCES accounts ON DELETE CASCADE,
  id bigint GENERATED ALWAYS AS IDENTITY,
  website_id bigint NOT NULL,
  url text COLLATE "C" NOT NULL,
  host text NOT NULL,
  max_pages integer NOT NULL,
  max_depth integer NOT NULL,
  sources text[] NOT NULL,
  include text[] NOT NULL,
  exclude text[] NOT NULL,
  render text NOT NULL,
  delay_ms integer NOT NULL,
  key_id bigint,
  monitor_id bigint,
  status text NOT NULL DEFAULT 'queued',
  error_detail text,
  robots_status smallint,
  robots_txt text,
  pace_ms integer NOT NULL,
  begun_at timestamptz(3),
  found integer NOT NULL DEFAULT 0,
  dropped integer NOT NULL DEFAULT 0,
  visited integer NOT NULL DEFAULT 0,
  summary jsonb,
  started_at timestamptz(3),
  finished_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, id),
  FOREIGN KEY (account_id, website_id) REFERENCES websites (account_id, id) ON DELETE CASCADE,
  CONSTRAINT crawls_status_check CHECK (status IN ('queued', 'running', 'completed', 'cancelled', 'failed'))
) WITH (fillfactor = 70);
CREATE INDEX crawls_of_website ON crawls (account_id, website_id, id);
CREATE INDEX crawls_of_monitor ON crawls (account_id, monitor_id) WHERE monitor_id IS NOT NULL;
CREATE INDEX crawls_running ON crawls (host) WHERE status IN ('queued', 'running');

-- Addresses that a crawl has found, each once. url_hash: SHA-256. depth: least clicks from the start; null: no page links
-- there. sitemap: the address of one that lists it. found_on: a page that links there. shape: SHA-256 of the address with its numbers and values left out. The other
-- columns are what the audit has seen; target_hash: where the address redirects to; near_id: the first of the pages with nearly
-- the same content.
CREATE TABLE crawl_pages (
  account_id bigint NOT NULL REFERENCES accounts ON DELETE CASCADE,
  crawl_id bigint NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY,
  url text COLLATE "C" NOT NULL,
  url_hash bytea NOT NULL,
  state text NOT NULL,
  skipped_for text,
  depth integer,
  sitemap text,
  found_on bigint,
  shape bytea NOT NULL,
  tries smallint NOT NULL DEFAULT 0,
  report_id bigint,
  score smallint,
  error_code text,
  http_status smallint,
  redirects smallint NOT NULL DEFAULT 0,
  target_hash bytea,
  is_indexable boolean,
  title text,
  description text,
  canonical_hash bytea,
  content_hash text,
  simhash text,
  near_id bigint,
  failed_checks text[] NOT NULL DEFAULT '{}',
  PRIMARY KEY (account_id, crawl_id, id),
  CONSTRAINT crawl_pages_of_url UNIQUE (account_id, crawl_id, url_hash),
  CONSTRAINT crawl_pages_state_check CHECK (state IN ('waiting', 'queued', 'completed', 'failed', 'skipped')),
  CONSTRAINT crawl_pages_skipped_check CHECK ((state = 'skipped') = (skipped_for IS NOT NULL))
) WITH (fillfactor = 70);
CREATE INDEX crawl_pages_by_state ON crawl_pages (account_id, crawl_id, state, skipped_for);
CREATE INDEX crawl_pages_waiting ON crawl_pages (account_id, crawl_id, depth, id) WHERE state = 'waiting';
CREATE INDEX crawl_pages_of_shape ON crawl_pages (account_id, crawl_id, shape);
CREATE INDEX crawl_pages_of_report ON crawl_pages (account_id, report_id) WHERE report_id IS NOT NULL;

CREATE TABLE crawl_links (
  account_id bigint NOT NULL REFERENCES accounts ON DELETE CASCADE,
  crawl_id bigint NOT NULL,
  from_id bigint NOT NULL,
  to_id bigint NOT NULL,
  kind text NOT NULL,
  PRIMARY KEY (account_id, crawl_id, to_id, kind, from_id),
  CONSTRAINT crawl_links_kind_check CHECK (kind IN ('link', 'nofollow', 'alternate'))
);
CREATE INDEX crawl_links_alternates ON crawl_links (account_id, crawl_id, from_id) WHERE kind = 'alternate';

-- Answers of a site that all audits of a crawl share, as JSON. jsonb has no U+0000.
CREATE TABLE crawl_answers (
  account_id bigint NOT NULL REFERENCES accounts ON DELETE CASCADE,
  crawl_id bigint NOT NULL,
  key_hash bytea NOT NULL,
  answer text NOT NULL,
  PRIMARY KEY (account_id, crawl_id, key_hash)
);

-- Crawls whose rows in the tables above are still to be deleted, in batches: together they take too long.
CREATE TABLE deleted_crawls (
  account_id bigint NOT NULL REFERENCES accounts ON DELETE CASCADE,
  crawl_id bigint NOT NULL,
  PRIMARY KEY (account_id, crawl_id)
);

CREATE FUNCTION note_deleted_crawl() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM accounts WHERE id = old.account_id) THEN
    INSERT INTO deleted_crawls VALUES (old.account_id, old.id);
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER note_deleted_crawl AFTER DELETE ON crawls FOR EACH ROW EXECUTE FUNCTION note_deleted_crawl();

-- When the last page of a host began, of all accounts. next_at: no page begins before, because the server asked for less.
-- leased_until: no page is queued before, because another one that was queued has not begun.
CREATE TABLE crawl_hosts (
  host text PRIMARY KEY,
  next_at timestamptz(3) NOT NULL,
  begun_at timestamptz(3),
  leased_until timestamptz(3)
) WITH (fillfactor = 50);

-- Keys of the first start and of the settings can do everything.
UPDATE api_keys SET scopes = scopes || '{crawls:read,crawls:write}'
  WHERE name IN ('API_KEY', 'First key') AND scopes @> '{keys:write,monitors:read,monitors:write}'
    AND NOT 'crawls:write' = ANY (scopes);

ALTER TABLE usage_days ADD COLUMN crawled_pages integer NOT NULL DEFAULT 0;

-- The page of a crawl that a report is made for.
ALTER TABLE pending_audits
  ADD COLUMN crawl_id bigint,
  ADD COLUMN crawl_page_id bigint;

DROP FUNCTION claim_audit(text, bigint, integer, integer, integer, boolean);
