-- What an account used of its limits per minute in the current window.
CREATE TABLE account_windows (
  account_id bigint NOT NULL REFERENCES accounts ON DELETE CASCADE,
  kind text NOT NULL CONSTRAINT account_windows_kind_check CHECK (kind IN ('requests', 'creations')),
  used integer NOT NULL,
  ends_at timestamptz(3) NOT NULL,
  PRIMARY KEY (account_id, kind)
) WITH (fillfactor = 50);

-- When the run of a monitor was due that can't be queued yet; null: none is late.
ALTER TABLE monitors ADD COLUMN late_since timestamptz(3);

-- The replay of a webhook that is running; null: none is.
ALTER TABLE webhooks ADD COLUMN replay jsonb;

-- The id that the client gave the request; request_id is ours.
ALTER TABLE audit_log ADD COLUMN client_request_id text;
