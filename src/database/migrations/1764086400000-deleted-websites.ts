import { type QueryRunner } from 'typeorm';
import { ForwardMigration } from './forward-migration.js';

/** What lets a website with millions of reports be deleted at once: its own row goes, its reports are hidden and go by
 *  and by.
 *
 *  - `deleted_websites` names those whose reports are still there, and the id below which they are: entries of
 *    deleted reports need not be met again.
 *  - Reports refer to their website without a foreign key: whoever accepts or ends a report holds the lock of the
 *    website's row.
 *  - What was deleted is passed over by every list until it is vacuumed: that is not left until a fifth of the table is
 *    dead. */
export class DeletedWebsites1764086400000 extends ForwardMigration {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }
}

const VACUUMED = ['reports', 'report_details'];
const VACUUM = { autovacuum_vacuum_scale_factor: '0.02', autovacuum_vacuum_threshold: '5000' };

const STATEMENTS = [
  `CREATE TABLE deleted_websites (
    account_id bigint NOT NULL REFERENCES accounts ON DELETE CASCADE,
    website_id bigint NOT NULL,
    reports_below bigint NOT NULL,
    PRIMARY KEY (account_id, website_id)
  ) WITH (fillfactor = 50)`,
  'ALTER TABLE reports DROP CONSTRAINT reports_account_id_website_id_fkey',
  ...VACUUMED.map(
    (table) =>
      `ALTER TABLE ${table} SET (${Object.entries(VACUUM)
        .map(([name, value]) => `${name} = ${value}`)
        .join()})`,
  ),
];
