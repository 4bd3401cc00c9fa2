-- The first sitemaps that could not be read, or not wholly.
ALTER TABLE crawls ADD COLUMN unread_sitemaps text[] NOT NULL DEFAULT '{}';
