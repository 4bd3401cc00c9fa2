import { readFileSync } from 'node:fs';
import { type QueryRunner } from 'typeorm';
import { ForwardMigration } from './forward-migration.js';

const TABLES = new URL('./add-batches/tables.sql', import.meta.url);

/** Reports that are sent together. */
export class AddBatches1764700004000 extends ForwardMigration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(readFileSync(TABLES, 'utf8'));
  }
}
