import { type QueryRunner } from 'typeorm';
import { ForwardMigration, lockTables, runFile } from './forward-migration.js';

/** Pages that are audited on a schedule, against budgets. */
export class AddMonitors1764700008000 extends ForwardMigration {
  async up(runner: QueryRunner): Promise<void> {
    await lockTables(runner, 'pending_audits', 'accounts');
    await runFile(runner, './add-monitors/tables.sql');
  }
}
