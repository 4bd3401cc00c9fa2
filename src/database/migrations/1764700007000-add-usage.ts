import { type QueryRunner } from 'typeorm';
import { ForwardMigration, lockTables, runFile } from './forward-migration.js';

/** What accounts use, by key and day. */
export class AddUsage1764700007000 extends ForwardMigration {
  async up(runner: QueryRunner): Promise<void> {
    await lockTables(runner, 'pending_audits', 'accounts');
    await runFile(runner, './add-usage/tables.sql');
  }
}
