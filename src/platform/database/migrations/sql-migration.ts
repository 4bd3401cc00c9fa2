import { type MigrationInterface, type QueryRunner } from 'typeorm';
import { readFileSync } from 'node:fs';
import { ForwardMigration } from './forward-migration.js';

export type Migration = new () => MigrationInterface;

interface SqlMigration {
  /** Below this folder. */
  readonly folder: string;
  /** In the order in which they run; default: tables.sql. */
  readonly files?: readonly string[];
  /** Tables that running transactions lock in any order: nobody reads or writes the first one until the migration is over,
   *  and nobody writes the others. */
  readonly locks?: readonly [first: string, ...others: string[]];
}

/** A migration that runs files of statements.
 *  @param name its name in the database, which ends with the milliseconds of its time */
export function sqlMigration(
  name: string,
  { folder, files = ['tables.sql'], locks }: SqlMigration,
): Migration {
  // TypeORM stores the name of the class.
  const named = {
    [name]: class extends ForwardMigration {
      async up(runner: QueryRunner): Promise<void> {
        if (locks) await lockTables(runner, ...locks);
        for (const file of files)
          await runner.query(readFileSync(new URL(`./${folder}/${file}`, import.meta.url), 'utf8'));
      }
    },
  };
  return Object.values(named)[0] as Migration;
}

/** Gives up and tries again long before PostgreSQL would detect a deadlock. Who holds the first table for long is left to
 *  the caller, who lets others in meanwhile. */
async function lockTables(runner: QueryRunner, first: string, ...others: string[]): Promise<void> {
  await runner.query(`DO $$
DECLARE
  is_in boolean;
BEGIN
  LOOP
    BEGIN
      is_in := false;
      LOCK TABLE ${first} IN ACCESS EXCLUSIVE MODE;
      is_in := true;
      SET LOCAL lock_timeout = '300ms';
      LOCK TABLE ${others.join(', ')} IN SHARE ROW EXCLUSIVE MODE;
      EXIT;
    EXCEPTION WHEN lock_not_available THEN
      IF NOT is_in THEN RAISE; END IF;
      PERFORM pg_sleep(0.05);
    END;
  END LOOP;
  SET LOCAL lock_timeout = '1s';
END
$$`);
}
