-- Immutable bytes by their SHA-256. The bytes are in files or in an object store. Whatever uses a blob refers to it by a
-- foreign key; the job sweep-blobs deletes blobs that no row refers to. Shared by all accounts.
CREATE TABLE blobs (
  hash bytea PRIMARY KEY CONSTRAINT blobs_hash_check CHECK (octet_length(hash) = 32),
  content_type text NOT NULL,
  size_bytes bigint NOT NULL,
  stored_at timestamptz(3) NOT NULL DEFAULT now()
);

CREATE TABLE report_screenshots (
  account_id bigint NOT NULL,
  report_id bigint NOT NULL,
  kind text NOT NULL CONSTRAINT report_screenshots_kind_check CHECK (kind IN ('viewport', 'full')),
  hash bytea NOT NULL REFERENCES blobs,
  width integer NOT NULL,
  height integer NOT NULL,
  PRIMARY KEY (account_id, report_id, kind),
  FOREIGN KEY (account_id, report_id) REFERENCES reports (account_id, id) ON DELETE CASCADE
) WITH (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 5000);
-- Tells whether a blob is still in use.
CREATE INDEX report_screenshots_by_hash ON report_screenshots (hash);
