import { readFileSync } from 'node:fs';
import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** A migration that is not undone: the version before works on the schema that it leaves. */
export abstract class ForwardMigration implements MigrationInterface {
  abstract up(runner: QueryRunner): Promise<void>;

  down(): Promise<void> {
    return Promise.reject(new Error('To go back, start the version before: it works on this schema.'));
  }
}

/** Runs a file of statements.
 *  @param path below this folder */
export async function runFile(runner: QueryRunner, path: string): Promise<void> {
  await runner.query(readFileSync(new URL(path, import.meta.url), 'utf8'));
}

/** Locks two tables that running transactions lock in either order: gives up and tries again long before PostgreSQL would
 *  detect a deadlock.
 *  @param first nobody reads or writes it until the migration is over
 *  @param second nobody writes it */
export async function lockTables(runner: QueryRunner, first: string, second: string): Promise<void> {
  await runner.query(`DO $$
BEGIN
  LOOP
    BEGIN
      LOCK TABLE ${first} IN ACCESS EXCLUSIVE MODE;
      SET LOCAL lock_timeout = '300ms';
      LOCK TABLE ${second} IN SHARE ROW EXCLUSIVE MODE;
      EXIT;
    EXCEPTION WHEN lock_not_available THEN
      PERFORM pg_sleep(0.05);
    END;
  END LOOP;
  SET LOCAL lock_timeout = 0;
END
$$`);
}
