-- Pages that the server of the crawl refused since it last gave one.
ALTER TABLE crawls ADD COLUMN refused_in_row integer NOT NULL DEFAULT 0;
