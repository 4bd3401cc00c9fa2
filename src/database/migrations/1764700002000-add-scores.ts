import { type QueryRunner } from 'typeorm';
import { ForwardMigration, lockTables, runFile } from './forward-migration.js';

/** How often a website got each score on a day, the latest score of each page, and the average of a website over its
 *  pages. Until they are counted, reports can be read but not written, and websites wait. */
export class AddScores1764700002000 extends ForwardMigration {
  async up(runner: QueryRunner): Promise<void> {
    await lockTables(runner, 'websites', 'reports');
    await runFile(runner, './add-scores/day-scores.sql');
    await runFile(runner, './add-scores/page-scores.sql');
    await runFile(runner, './add-scores/count-report.sql');
  }
}
