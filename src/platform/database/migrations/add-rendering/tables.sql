-- renders: the audit waits for a process with a browser. The defaults are those of version 1.0.0, which never renders.
ALTER TABLE pending_audits
  ADD COLUMN render text NOT NULL DEFAULT 'never',
  ADD COLUMN device text NOT NULL DEFAULT 'mobile',
  ADD COLUMN renders boolean NOT NULL DEFAULT false;
DROP INDEX pending_audits_waiting;
CREATE INDEX pending_audits_waiting ON pending_audits (renders, account_id, report_id) WHERE claimed_by IS NULL;

ALTER TABLE report_details
  ADD COLUMN render text NOT NULL DEFAULT 'never',
  ADD COLUMN device text NOT NULL DEFAULT 'mobile',
  ADD COLUMN rendered jsonb;

-- When a process with a browser was last seen. One row, updated in place.
CREATE TABLE browser_presence (
  is_only boolean PRIMARY KEY DEFAULT true CONSTRAINT browser_presence_check CHECK (is_only),
  seen_at timestamptz(3) NOT NULL
) WITH (fillfactor = 50);
