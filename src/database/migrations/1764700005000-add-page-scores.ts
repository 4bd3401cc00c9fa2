import { readFileSync } from 'node:fs';
import { type QueryRunner } from 'typeorm';
import { ForwardMigration } from './forward-migration.js';

const FILES = ['tables', 'count-report'];

/** The latest score of each page, and the average of a website over its pages. */
export class AddPageScores1764700005000 extends ForwardMigration {
  async up(runner: QueryRunner): Promise<void> {
    for (const file of FILES)
      await runner.query(readFileSync(new URL(`./add-page-scores/${file}.sql`, import.meta.url), 'utf8'));
  }
}
