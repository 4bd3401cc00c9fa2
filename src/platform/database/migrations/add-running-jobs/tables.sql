CREATE TABLE running_jobs (
  kind text NOT NULL,
  key text NOT NULL,
  job_id bigint NOT NULL,
  worker_id text NOT NULL,
  began_at timestamptz NOT NULL DEFAULT now(),
  is_wanted boolean NOT NULL DEFAULT false,
  PRIMARY KEY (kind, key)
);
