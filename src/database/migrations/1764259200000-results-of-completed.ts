import { type QueryRunner } from 'typeorm';
import { ForwardMigration } from './forward-migration.js';

/** Only a completed report has a result: the indexes by result leave the others out, and are written once a report
 *  instead of twice. */
export class ResultsOfCompleted1764259200000 extends ForwardMigration {
  async up(runner: QueryRunner): Promise<void> {
    await replace(runner, ' WHERE result IS NOT NULL');
  }
}

const URL_ORDER = '(CASE WHEN octet_length(url) <= 2600 THEN url ELSE left(url, 650) END)';
const ORDERS = { by_id: '', by_url: `${URL_ORDER}, `, by_score: 'score, ' };

async function replace(runner: QueryRunner, condition: string): Promise<void> {
  for (const [prefix, filters] of [
    ['reports_of_result', 'result, '],
    ['reports_of_website_result', 'website_id, result, '],
  ]) {
    for (const [order, column] of Object.entries(ORDERS)) {
      const name = `${String(prefix)}_${order}`;
      await runner.query(`DROP INDEX ${name}`);
      await runner.query(
        `CREATE INDEX ${name} ON reports (account_id, ${String(filters)}${column}id)${condition}`,
      );
    }
  }
}
