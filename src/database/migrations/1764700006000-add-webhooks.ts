import { readFileSync } from 'node:fs';
import { type QueryRunner } from 'typeorm';
import { ForwardMigration } from './forward-migration.js';

/** Webhooks, and the events that are delivered to them. */
export class AddWebhooks1764700006000 extends ForwardMigration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(readFileSync(new URL('./add-webhooks/tables.sql', import.meta.url), 'utf8'));
  }
}
