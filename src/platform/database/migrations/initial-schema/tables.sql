-- Every table that belongs to an account has the account first in its primary key and its indexes: no list reads another
-- account's rows, and the tables can be distributed by account.
-- Locks are taken in the order pending audit, report, website, account. The trigger count_report takes the last two.
-- A fillfactor below 100 keeps room for rows that are updated often.

-- The counts are kept by count_report.
CREATE TABLE accounts (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  websites_count bigint NOT NULL DEFAULT 0,
  reports_count bigint NOT NULL DEFAULT 0,
  good_count bigint NOT NULL DEFAULT 0,
  decent_count bigint NOT NULL DEFAULT 0,
  bad_count bigint NOT NULL DEFAULT 0
) WITH (fillfactor = 50);

CREATE TABLE api_keys (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id bigint NOT NULL REFERENCES accounts ON DELETE CASCADE,
  name text NOT NULL,
  hash bytea NOT NULL UNIQUE,
  prefix text NOT NULL,
  last_four text NOT NULL,
  scopes text[] NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  expires_at timestamptz(3),
  last_used_at timestamptz(3),
  revoked_at timestamptz(3)
);

-- Reports that a key created in its current window.
CREATE TABLE creation_windows (
  key_id bigint PRIMARY KEY REFERENCES api_keys ON DELETE CASCADE,
  used integer NOT NULL,
  ends_at timestamptz(3) NOT NULL
) WITH (fillfactor = 50);

-- All counts and the average are kept by count_report. No index holds them, so that each report changes the row in place;
-- an account's websites are few enough to be sorted and searched one by one.
CREATE TABLE websites (
  id bigint GENERATED ALWAYS AS IDENTITY,
  account_id bigint NOT NULL REFERENCES accounts ON DELETE CASCADE,
  domain text COLLATE "C" NOT NULL,
  privacy smallint NOT NULL CONSTRAINT websites_privacy_check CHECK (privacy IN (0, 1, 2)),
  password_hash text,
  share_token text NOT NULL UNIQUE,
  reports_count bigint NOT NULL DEFAULT 0,
  reports_avg_score double precision,
  completed_count bigint NOT NULL DEFAULT 0,
  score_sum bigint NOT NULL DEFAULT 0,
  good_count bigint NOT NULL DEFAULT 0,
  decent_count bigint NOT NULL DEFAULT 0,
  bad_count bigint NOT NULL DEFAULT 0,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, id),
  UNIQUE (account_id, domain),
  CONSTRAINT websites_password_check CHECK (password_hash IS NULL OR privacy = 2)
) WITH (fillfactor = 70);


-- The scores that a website got on one day, for its plot. Kept by count_report.
CREATE TABLE website_days (
  account_id bigint NOT NULL,
  website_id bigint NOT NULL,
  day date NOT NULL,
  completed_count bigint NOT NULL,
  score_sum bigint NOT NULL,
  PRIMARY KEY (account_id, website_id, day),
  FOREIGN KEY (account_id, website_id) REFERENCES websites (account_id, id) ON DELETE CASCADE
) WITH (fillfactor = 70);

-- Attempts of one network at one website's password.
CREATE TABLE unlock_windows (
  account_id bigint NOT NULL,
  website_id bigint NOT NULL,
  address text NOT NULL,
  used integer NOT NULL,
  ends_at timestamptz(3) NOT NULL,
  PRIMARY KEY (account_id, website_id, address),
  FOREIGN KEY (account_id, website_id) REFERENCES websites (account_id, id) ON DELETE CASCADE
) WITH (fillfactor = 50);
CREATE INDEX unlock_windows_by_end ON unlock_windows (ends_at);

-- Websites that are gone, but not all of their reports. Lists hide those until they are deleted.
CREATE TABLE deleted_websites (
  account_id bigint NOT NULL REFERENCES accounts ON DELETE CASCADE,
  website_id bigint NOT NULL,
  PRIMARY KEY (account_id, website_id)
);

-- No foreign key to websites: a website with millions of reports is deleted at once, its reports later.
-- Dead rows slow lists down, so they are vacuumed early.
CREATE TABLE reports (
  id bigint GENERATED ALWAYS AS IDENTITY,
  account_id bigint NOT NULL,
  website_id bigint NOT NULL,
  url text COLLATE "C" NOT NULL,
  url_folded text COLLATE "C",
  status text NOT NULL CONSTRAINT reports_status_check CHECK (status IN ('queued', 'completed', 'failed')),
  result text CONSTRAINT reports_result_check CHECK (result IN ('good', 'decent', 'bad')),
  score smallint CONSTRAINT reports_score_check CHECK (score BETWEEN 0 AND 100),
  error_code text,
  error_detail text,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  generated_at timestamptz(3),
  PRIMARY KEY (account_id, id),
  CONSTRAINT reports_completed_check CHECK ((status = 'completed') = (score IS NOT NULL)),
  CONSTRAINT reports_graded_check CHECK ((score IS NULL) = (result IS NULL))
) WITH (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 5000);

-- Each order of the list has an index for each combination of its filters. A missing score comes last in both directions.
-- A b-tree entry holds at most 2704 bytes, so a longer url is ordered by its beginning.
CREATE INDEX reports_by_url ON reports
  (account_id, (CASE WHEN octet_length(url) <= 2600 THEN url ELSE left(url, 650) END), id);
CREATE INDEX reports_by_score_desc ON reports (account_id, coalesce(score, -1), id);
CREATE INDEX reports_by_score_asc ON reports (account_id, coalesce(score, 101), id);
CREATE INDEX reports_of_website_by_id ON reports (account_id, website_id, id);
CREATE INDEX reports_of_website_by_url ON reports
  (account_id, website_id, (CASE WHEN octet_length(url) <= 2600 THEN url ELSE left(url, 650) END), id);
CREATE INDEX reports_of_website_by_score_desc ON reports (account_id, website_id, coalesce(score, -1), id);
CREATE INDEX reports_of_website_by_score_asc ON reports (account_id, website_id, coalesce(score, 101), id);
CREATE INDEX reports_of_result_by_id ON reports (account_id, result, id) WHERE result IS NOT NULL;
CREATE INDEX reports_of_result_by_url ON reports
  (account_id, result, (CASE WHEN octet_length(url) <= 2600 THEN url ELSE left(url, 650) END), id)
  WHERE result IS NOT NULL;
CREATE INDEX reports_of_result_by_score ON reports (account_id, result, score, id) WHERE result IS NOT NULL;
CREATE INDEX reports_of_website_result_by_id ON reports (account_id, website_id, result, id) WHERE result IS NOT NULL;
CREATE INDEX reports_of_website_result_by_url ON reports
  (account_id, website_id, result, (CASE WHEN octet_length(url) <= 2600 THEN url ELSE left(url, 650) END), id)
  WHERE result IS NOT NULL;
CREATE INDEX reports_of_website_result_by_score ON reports (account_id, website_id, result, score, id)
  WHERE result IS NOT NULL;
-- Where a time lies among the ids.
CREATE INDEX reports_by_creation ON reports (account_id, created_at);
-- All reports of one url.
CREATE INDEX reports_of_url ON reports (account_id, hashtextextended(url, 0), id);

-- What lists don't show.
CREATE TABLE report_details (
  account_id bigint NOT NULL,
  report_id bigint NOT NULL,
  final_url text,
  ruleset_version text NOT NULL,
  categories jsonb NOT NULL,
  gates jsonb NOT NULL,
  checks jsonb NOT NULL,
  parity jsonb,
  facts jsonb NOT NULL,
  PRIMARY KEY (account_id, report_id),
  FOREIGN KEY (account_id, report_id) REFERENCES reports (account_id, id) ON DELETE CASCADE
) WITH (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 5000);

-- The audit queue: reports that are queued or being audited. A claim belongs to a job of a worker, see claim_audit.
CREATE TABLE pending_audits (
  account_id bigint NOT NULL,
  report_id bigint NOT NULL,
  website_id bigint NOT NULL,
  host text NOT NULL,
  url_hash bigint NOT NULL,
  attempts smallint NOT NULL DEFAULT 0,
  claimed_by text,
  claimed_job bigint,
  runs_alone boolean NOT NULL DEFAULT false,
  queued_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, report_id),
  CONSTRAINT pending_audits_claim_check CHECK ((claimed_by IS NULL) = (claimed_job IS NULL)),
  FOREIGN KEY (account_id, report_id) REFERENCES reports (account_id, id) ON DELETE CASCADE
) WITH (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 500);
CREATE INDEX pending_audits_waiting ON pending_audits (account_id, report_id) WHERE claimed_by IS NULL;
CREATE INDEX pending_audits_running ON pending_audits (claimed_by) WHERE claimed_by IS NOT NULL;
CREATE INDEX pending_audits_of_url ON pending_audits (account_id, url_hash);
CREATE INDEX pending_audits_by_age ON pending_audits (queued_at);

-- When an account's turn in the audit queue was last.
CREATE TABLE audit_turns (
  account_id bigint PRIMARY KEY REFERENCES accounts ON DELETE CASCADE,
  served_at timestamptz NOT NULL
) WITH (fillfactor = 50);

-- answering: name of the lock that is held while the first request is being processed.
CREATE TABLE idempotency_keys (
  account_id bigint NOT NULL REFERENCES accounts ON DELETE CASCADE,
  key text NOT NULL,
  request_hash bytea NOT NULL,
  report_id bigint,
  answer json,
  answering text,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, key)
);
CREATE INDEX idempotency_keys_by_age ON idempotency_keys (created_at);
