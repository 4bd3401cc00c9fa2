import { type QueryRunner } from 'typeorm';
import { ForwardMigration, lockTables, runFile } from './forward-migration.js';

/** The score of a website at the end of each day, and which reports confirm a run of a monitor. Until the days are counted,
 *  reports can be read but not written, and websites wait. */
export class AddScoreHistory1764700010000 extends ForwardMigration {
  async up(runner: QueryRunner): Promise<void> {
    await lockTables(runner, 'websites', 'reports');
    await runFile(runner, './add-score-history/tables.sql');
    await runFile(runner, './add-score-history/count-report.sql');
  }
}
