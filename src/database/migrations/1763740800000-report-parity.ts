import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** Reports keep what the reference engines make of the page; null for those from before. */
export class ReportParity1763740800000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE report_details ADD COLUMN parity jsonb');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE report_details DROP COLUMN parity');
  }
}
