import { readFileSync } from 'node:fs';
import { type QueryRunner } from 'typeorm';
import { ForwardMigration } from './forward-migration.js';

const FILES = ['tables', 'claim-audit'];

/** Audits that a browser renders. */
export class AddRendering1764700001000 extends ForwardMigration {
  async up(runner: QueryRunner): Promise<void> {
    for (const file of FILES)
      await runner.query(readFileSync(new URL(`./add-rendering/${file}.sql`, import.meta.url), 'utf8'));
  }
}
