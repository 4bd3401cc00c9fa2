import { type QueryRunner } from 'typeorm';
import { ForwardMigration, runFile } from './forward-migration.js';

/** Limits of an account beside those of its keys. */
export class AddAccountLimits1764700009000 extends ForwardMigration {
  async up(runner: QueryRunner): Promise<void> {
    await runFile(runner, './add-account-limits/tables.sql');
  }
}
