import { type QueryRunner } from 'typeorm';
import { ForwardMigration } from './forward-migration.js';

/** What lets a page by number begin in the middle of millions: how many reports there are between one id and the next
 *  of some thousand ids, in an account and in each of its websites.
 *
 *  - A block ends with the report whose id divides by 8192, so that no counter decides it, and one report in 8192 costs
 *    a write. After the last block come all other reports: the kept total less the blocks.
 *  - `website_id` is 0 for the account. */
export class ReportBlocks1764172800000 extends ForwardMigration {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }
}

/** Blocks of reports that came in by other ways. */
export const MAKE_BLOCKS = `INSERT INTO report_blocks (account_id, website_id, last_id, count)
  SELECT account_id, scope, max(id), count(*) FROM (
    SELECT account_id, 0 AS scope, id, row_number() OVER (PARTITION BY account_id ORDER BY id) AS place FROM reports
    UNION ALL
    SELECT account_id, website_id, id, row_number() OVER (PARTITION BY account_id, website_id ORDER BY id) FROM reports
  ) AS placed
  GROUP BY account_id, scope, (place - 1) / 8192 HAVING count(*) = 8192`;

const STATEMENTS = [
  `CREATE TABLE report_blocks (
    account_id bigint NOT NULL REFERENCES accounts ON DELETE CASCADE,
    website_id bigint NOT NULL,
    last_id bigint NOT NULL,
    count bigint NOT NULL,
    PRIMARY KEY (account_id, website_id, last_id)
  ) WITH (fillfactor = 70)`,
  MAKE_BLOCKS,
];
