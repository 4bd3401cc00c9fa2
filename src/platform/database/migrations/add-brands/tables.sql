-- How an account appears on its share pages. No row: as Pagegrade. A logo is 200 kB at most and read by its hash alone.
CREATE TABLE account_brands (
  account_id bigint PRIMARY KEY REFERENCES accounts ON DELETE CASCADE,
  name text,
  logo bytea,
  logo_hash text,
  logo_bytes integer,
  logo_width integer,
  logo_height integer,
  accent_color text,
  contact text,
  CONSTRAINT account_brands_logo_check CHECK (num_nulls(logo, logo_hash, logo_bytes, logo_width, logo_height) IN (0, 5))
);

CREATE INDEX account_brands_by_logo ON account_brands (logo_hash) WHERE logo_hash IS NOT NULL;
