import { readFileSync } from 'node:fs';
import { type QueryRunner } from 'typeorm';
import { ForwardMigration } from './forward-migration.js';

const FILES = ['tables', 'search', 'count-report', 'claim-audit'];

/** The schema of version 1.0.0, in the .sql files beside it. */
export class InitialSchema1764600000000 extends ForwardMigration {
  async up(runner: QueryRunner): Promise<void> {
    for (const file of FILES)
      await runner.query(readFileSync(new URL(`./initial-schema/${file}.sql`, import.meta.url), 'utf8'));
  }
}
