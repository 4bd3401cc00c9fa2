-- What changed last of all websites of an account.
CREATE INDEX website_days_by_day ON website_days (account_id, day DESC) WHERE pages_count > 0;
