-- Until then, no page of another crawl of the account and the host is queued, because one of this crawl was queued and has not
-- begun. The lease of a host held up the crawls of all accounts.
ALTER TABLE crawls ADD COLUMN leased_until timestamptz(3);
ALTER TABLE crawl_hosts DROP COLUMN leased_until;
