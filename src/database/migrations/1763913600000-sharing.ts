import { type QueryRunner } from 'typeorm';
import { ForwardMigration } from './forward-migration.js';

/** What the pages for people without a key need: a website's average score by day, kept so that a plot of years costs
 *  no more than its points; and who has tried which website's password how often. */
export class Sharing1763913600000 extends ForwardMigration {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }
}

const STATEMENTS = [
  `CREATE TABLE website_days (
    account_id bigint NOT NULL,
    website_id bigint NOT NULL,
    day date NOT NULL,
    completed_count bigint NOT NULL,
    score_sum bigint NOT NULL,
    PRIMARY KEY (account_id, website_id, day),
    FOREIGN KEY (account_id, website_id) REFERENCES websites (account_id, id) ON DELETE CASCADE
  ) WITH (fillfactor = 70)`,
  `INSERT INTO website_days
    SELECT account_id, website_id, (generated_at AT TIME ZONE 'UTC')::date, count(*), sum(score)
    FROM reports WHERE status = 'completed' GROUP BY 1, 2, 3`,

  `CREATE TABLE unlock_windows (
    account_id bigint NOT NULL,
    website_id bigint NOT NULL,
    address text NOT NULL,
    used integer NOT NULL,
    ends_at timestamptz(3) NOT NULL,
    PRIMARY KEY (account_id, website_id, address),
    FOREIGN KEY (account_id, website_id) REFERENCES websites (account_id, id) ON DELETE CASCADE
  ) WITH (fillfactor = 50)`,
  'CREATE INDEX unlock_windows_by_end ON unlock_windows (ends_at)',
];
