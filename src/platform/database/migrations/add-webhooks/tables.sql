-- Where an account wants to be told of events. secret: needed to sign each request, so it is not a hash. website_ids: a list, null
-- means all. replay: the one that is running; null: none is. A deleted webhook stays, without its secret, until its deliveries
-- are deleted.
CREATE TABLE webhooks (
  account_id bigint NOT NULL REFERENCES accounts ON DELETE CASCADE,
  id bigint GENERATED ALWAYS AS IDENTITY,
  url text NOT NULL,
  description text,
  events text[] NOT NULL,
  website_ids jsonb,
  enabled boolean NOT NULL DEFAULT true,
  disabled_reason text CONSTRAINT webhooks_reason_check CHECK (disabled_reason IN ('gone', 'failing')),
  secret text NOT NULL,
  previous_secret text,
  previous_secret_until timestamptz(3),
  failing_since timestamptz(3),
  paused_until timestamptz(3),
  replay jsonb,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  deleted_at timestamptz(3),
  PRIMARY KEY (account_id, id)
);

-- An event as it is sent to one webhook. body: its bytes, which stay the same over attempts and replays.
-- next_attempt_at: null unless there is to be another attempt.
CREATE TABLE deliveries (
  account_id bigint NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY,
  webhook_id bigint NOT NULL,
  event_id text NOT NULL,
  type text NOT NULL,
  body text NOT NULL,
  status text NOT NULL DEFAULT 'pending'
    CONSTRAINT deliveries_status_check CHECK (status IN ('pending', 'succeeded', 'failing', 'failed')),
  attempts jsonb NOT NULL DEFAULT '[]',
  failures smallint NOT NULL DEFAULT 0,
  next_attempt_at timestamptz(3) DEFAULT now(),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, id),
  CONSTRAINT deliveries_attempt_check CHECK ((next_attempt_at IS NULL) = (status IN ('succeeded', 'failed'))),
  FOREIGN KEY (account_id, webhook_id) REFERENCES webhooks (account_id, id) ON DELETE CASCADE
) WITH (fillfactor = 80);
CREATE INDEX deliveries_due ON deliveries (account_id, webhook_id, next_attempt_at, id) WHERE next_attempt_at IS NOT NULL;
CREATE INDEX deliveries_of_webhook ON deliveries (account_id, webhook_id, id);
CREATE INDEX deliveries_not_succeeded ON deliveries (account_id, webhook_id, status, id) WHERE status <> 'succeeded';
CREATE INDEX deliveries_by_age ON deliveries (created_at);

-- The expiry that was announced, so that each is announced once.
ALTER TABLE api_keys ADD COLUMN announced_expiry timestamptz(3);
CREATE INDEX api_keys_by_expiry ON api_keys (expires_at) WHERE expires_at IS NOT NULL AND revoked_at IS NULL;
