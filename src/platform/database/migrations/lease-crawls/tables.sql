-- leased_by: the account of the page that was queued, whose other pages wait until leased_until; those of other accounts don't.
ALTER TABLE crawl_hosts ADD COLUMN leased_by bigint;
