import { readFileSync } from 'node:fs';
import { type QueryRunner } from 'typeorm';
import { ForwardMigration } from './forward-migration.js';

/** Blobs, and the screenshots of reports: the .sql file beside it. */
export class AddBlobs1764700000000 extends ForwardMigration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(readFileSync(new URL('./add-blobs/tables.sql', import.meta.url), 'utf8'));
  }
}
