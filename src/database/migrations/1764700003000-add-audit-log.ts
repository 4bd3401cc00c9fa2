import { type QueryRunner } from 'typeorm';
import { ForwardMigration, runFile } from './forward-migration.js';

/** Keys that are managed over the API, and the log of changes. */
export class AddAuditLog1764700003000 extends ForwardMigration {
  async up(runner: QueryRunner): Promise<void> {
    await runFile(runner, './add-audit-log/tables.sql');
  }
}
