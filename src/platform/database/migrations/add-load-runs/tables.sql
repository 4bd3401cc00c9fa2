-- How often a rendered page is loaded.
ALTER TABLE pending_audits ADD COLUMN runs smallint NOT NULL DEFAULT 1;
ALTER TABLE report_details ADD COLUMN runs smallint NOT NULL DEFAULT 1;
