import { type QueryRunner } from 'typeorm';
import { ForwardMigration, runFile } from './forward-migration.js';

/** Audits that a browser renders. */
export class AddRendering1764700001000 extends ForwardMigration {
  async up(runner: QueryRunner): Promise<void> {
    await runFile(runner, './add-rendering/tables.sql');
    await runFile(runner, './add-rendering/claim-audit.sql');
  }
}
