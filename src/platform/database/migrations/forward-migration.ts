import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** A migration that is not undone: the version before works on the schema that it leaves. */
export abstract class ForwardMigration implements MigrationInterface {
  abstract up(runner: QueryRunner): Promise<void>;

  down(): Promise<void> {
    return Promise.reject(new Error('To go back, start the version before: it works on this schema.'));
  }
}
