import { readFileSync } from 'node:fs';
import { type QueryRunner } from 'typeorm';
import { ForwardMigration } from './forward-migration.js';

/** Pages that are audited on a schedule, against budgets. */
export class AddMonitors1764700008000 extends ForwardMigration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(readFileSync(new URL('./add-monitors/tables.sql', import.meta.url), 'utf8'));
  }
}
