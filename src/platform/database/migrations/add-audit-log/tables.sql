ALTER TABLE api_keys ADD COLUMN updated_at timestamptz(3) NOT NULL DEFAULT now();
CREATE INDEX api_keys_by_account ON api_keys (account_id, id);

-- Keys of the first start and of the settings can do everything.
UPDATE api_keys SET scopes = scopes ||
    '{keys:read,keys:write,webhooks:read,webhooks:write,monitors:read,monitors:write}'
  WHERE name IN ('API_KEY', 'First key')
    AND scopes @> '{reports:read,reports:write,websites:read,websites:write}' AND NOT 'keys:write' = ANY (scopes);

-- Who changed what. Keys are named as they were then, and may be gone. client_request_id: the id that the client gave the
-- request; request_id is ours.
CREATE TABLE audit_log (
  id bigint GENERATED ALWAYS AS IDENTITY,
  account_id bigint NOT NULL REFERENCES accounts ON DELETE CASCADE,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  key_id bigint NOT NULL,
  key_name text NOT NULL,
  action text NOT NULL,
  object_type text NOT NULL,
  object_id bigint NOT NULL,
  changes jsonb NOT NULL,
  ip text NOT NULL,
  request_id text NOT NULL,
  client_request_id text,
  PRIMARY KEY (account_id, id)
);
CREATE INDEX audit_log_by_age ON audit_log (created_at);
