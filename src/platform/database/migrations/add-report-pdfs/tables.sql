-- PDFs of reports' pages: requested, being made, made or failed. Each is made of one file, by whose hash a reader knows
-- whether it is still the page's.
CREATE TABLE report_pdfs (
  account_id bigint NOT NULL,
  report_id bigint NOT NULL,
  source_hash bytea NOT NULL,
  hash bytea REFERENCES blobs,
  failure text,
  requested_at timestamptz(3) NOT NULL DEFAULT now(),
  claimed_at timestamptz(3),
  PRIMARY KEY (account_id, report_id),
  FOREIGN KEY (account_id, report_id) REFERENCES reports (account_id, id) ON DELETE CASCADE
) WITH (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 5000);
-- Tells whether a blob is still in use.
CREATE INDEX report_pdfs_by_hash ON report_pdfs (hash);
-- The queue of all accounts.
CREATE INDEX report_pdfs_queued ON report_pdfs (account_id, requested_at) WHERE hash IS NULL AND failure IS NULL;
-- Which account had its last turn when.
CREATE INDEX report_pdfs_by_turn ON report_pdfs (account_id, claimed_at);
