import { type QueryRunner } from 'typeorm';
import { ForwardMigration, runFile } from './forward-migration.js';

/** Limits of accounts beside those of keys; late runs, replays, and the requests' own ids. */
export class AddLimits1764700009000 extends ForwardMigration {
  async up(runner: QueryRunner): Promise<void> {
    await runFile(runner, './add-limits/tables.sql');
  }
}
