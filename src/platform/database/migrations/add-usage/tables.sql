-- What each key of an account used on a day of UTC. Keys may be gone; key 0 stands for what no key did.
CREATE TABLE usage_days (
  account_id bigint NOT NULL REFERENCES accounts ON DELETE CASCADE,
  key_id bigint NOT NULL DEFAULT 0,
  day date NOT NULL,
  reports integer NOT NULL DEFAULT 0,
  renders integer NOT NULL DEFAULT 0,
  deliveries integer NOT NULL DEFAULT 0,
  PRIMARY KEY (account_id, day, key_id)
) WITH (fillfactor = 70);

-- The key that asked for the report; null: none, or a process of an earlier version stored it.
ALTER TABLE pending_audits ADD COLUMN key_id bigint;
