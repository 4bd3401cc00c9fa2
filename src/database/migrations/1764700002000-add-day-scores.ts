import { readFileSync } from 'node:fs';
import { type QueryRunner } from 'typeorm';
import { ForwardMigration } from './forward-migration.js';

const FILES = ['tables', 'count-report'];

/** How often a website got each score on a day. */
export class AddDayScores1764700002000 extends ForwardMigration {
  async up(runner: QueryRunner): Promise<void> {
    for (const file of FILES)
      await runner.query(readFileSync(new URL(`./add-day-scores/${file}.sql`, import.meta.url), 'utf8'));
  }
}
