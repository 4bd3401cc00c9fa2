import { type QueryRunner } from 'typeorm';
import { ForwardMigration, runFile } from './forward-migration.js';

/** Blobs, and the screenshots of reports. */
export class AddBlobs1764700000000 extends ForwardMigration {
  async up(runner: QueryRunner): Promise<void> {
    await runFile(runner, './add-blobs/tables.sql');
  }
}
