import { readFileSync } from 'node:fs';
import { type QueryRunner } from 'typeorm';
import { ForwardMigration } from './forward-migration.js';

const TABLES = new URL('./add-audit-log/tables.sql', import.meta.url);

/** Keys that are managed over the API, and the log of changes. */
export class AddAuditLog1764700003000 extends ForwardMigration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(readFileSync(TABLES, 'utf8'));
  }
}
