-- What an account used of its limits per minute in the current window.
CREATE TABLE account_windows (
  account_id bigint NOT NULL REFERENCES accounts ON DELETE CASCADE,
  kind text NOT NULL CONSTRAINT account_windows_kind_check CHECK (kind IN ('requests', 'creations')),
  used integer NOT NULL,
  ends_at timestamptz(3) NOT NULL,
  PRIMARY KEY (account_id, kind)
) WITH (fillfactor = 50);

-- The record that the request stored. Processes of version 1.0.0 write report_id instead, and read nothing else: to them a
-- later version's request without an answer is still being answered.
ALTER TABLE idempotency_keys ADD COLUMN record_id bigint;
