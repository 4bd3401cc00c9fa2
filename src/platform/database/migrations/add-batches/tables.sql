CREATE SEQUENCE report_batches AS bigint;
ALTER TABLE reports ADD COLUMN batch_id bigint;
CREATE INDEX reports_of_batch ON reports (account_id, batch_id, id) WHERE batch_id IS NOT NULL;
