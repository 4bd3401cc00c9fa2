import { type QueryRunner } from 'typeorm';
import { ForwardMigration, runFile } from './forward-migration.js';

/** Webhooks, and the events that are delivered to them. */
export class AddWebhooks1764700006000 extends ForwardMigration {
  async up(runner: QueryRunner): Promise<void> {
    await runFile(runner, './add-webhooks/tables.sql');
  }
}
