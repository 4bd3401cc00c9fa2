-- Pages that are audited on a schedule. url_hash: SHA-256, because a url can be too long for an index. state: what is known
-- of the budgets. next_run_at: null where not enabled. catches_up: its run was missed and is to be made up for. late_since:
-- when the run was due that can't be queued yet; null: none is late.
CREATE TABLE monitors (
  account_id bigint NOT NULL REFERENCES accounts ON DELETE CASCADE,
  id bigint GENERATED ALWAYS AS IDENTITY,
  name text,
  url text COLLATE "C" NOT NULL,
  url_hash bytea NOT NULL,
  schedule text NOT NULL,
  timezone text NOT NULL,
  render text NOT NULL,
  device text NOT NULL,
  budgets jsonb NOT NULL,
  confirm boolean NOT NULL,
  enabled boolean NOT NULL,
  state jsonb NOT NULL,
  next_run_at timestamptz(3),
  catches_up boolean NOT NULL DEFAULT false,
  late_since timestamptz(3),
  last_report_id bigint,
  website_id bigint,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, id),
  CONSTRAINT monitors_of_page UNIQUE (account_id, url_hash, schedule),
  CONSTRAINT monitors_run_check CHECK (enabled = (next_run_at IS NOT NULL))
) WITH (fillfactor = 80);
CREATE INDEX monitors_due ON monitors (next_run_at) WHERE next_run_at IS NOT NULL;

-- The monitor that a report was made for. confirms: it is the second audit of a breach.
ALTER TABLE pending_audits
  ADD COLUMN monitor_id bigint,
  ADD COLUMN confirms boolean NOT NULL DEFAULT false;
CREATE INDEX pending_audits_of_monitor ON pending_audits (account_id, monitor_id) WHERE monitor_id IS NOT NULL;
