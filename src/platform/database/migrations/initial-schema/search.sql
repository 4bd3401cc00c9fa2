-- The text is found by its pieces of three characters, hashed together with the account, so that no index entry is shared
-- with the rows of other accounts; 64 seeds are enough for that. Each candidate is then compared with the text.
CREATE FUNCTION url_grams(account bigint, folded text) RETURNS bigint[]
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS
  'SELECT array_agg(hashtextextended(substr($2, i, 3), $1 % 64)) FROM generate_series(1, length($2) - 2) i';

-- Of reports that have ended alone: the others are few and found by the audit queue, and each entry costs.
CREATE INDEX reports_grams ON reports
  USING gin (url_grams(account_id, coalesce(url_folded, url))) WHERE status <> 'queued';
