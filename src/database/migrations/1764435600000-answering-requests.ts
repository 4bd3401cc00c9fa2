import { type QueryRunner } from 'typeorm';
import { ForwardMigration } from './forward-migration.js';

/** The advisory lock that is held for as long as the first request with a key is being answered. */
export class AnsweringRequests1764435600000 extends ForwardMigration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE idempotency_keys ADD COLUMN answering text');
  }
}
