-- Sign-ins at the console. What a cookie holds is stored as SHA-256 only, and a session ends with its key.
CREATE TABLE console_sessions (
  hash bytea PRIMARY KEY,
  key_id bigint NOT NULL REFERENCES api_keys ON DELETE CASCADE,
  expires_at timestamptz(3) NOT NULL
);
CREATE INDEX console_sessions_by_key ON console_sessions (key_id);
CREATE INDEX console_sessions_by_end ON console_sessions (expires_at);
-- Addresses that sign in once.
CREATE TABLE sign_in_tokens (
  hash bytea PRIMARY KEY,
  key_id bigint NOT NULL REFERENCES api_keys ON DELETE CASCADE,
  expires_at timestamptz(3) NOT NULL
);
CREATE INDEX sign_in_tokens_by_key ON sign_in_tokens (key_id);
CREATE INDEX sign_in_tokens_by_end ON sign_in_tokens (expires_at);
