import { type QueryRunner } from 'typeorm';
import { ForwardMigration } from './forward-migration.js';

/** Reports keep what the reference engines make of the page; null for those from before. */
export class ReportParity1763740800000 extends ForwardMigration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE report_details ADD COLUMN parity jsonb');
  }
}
