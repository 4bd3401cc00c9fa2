import { visible } from '../basics/control-characters.js';
import { migrate } from '../platform/database/migrate.js';
import { databaseOrExit } from './database-or-exit.js';

/** Updates the schema and prints the migrations that ran. */
export async function runMigrations(): Promise<void> {
  const { config, stop } = await databaseOrExit();
  const migrated = await migrate(config.migrationDatabaseUrl ?? '').catch((error: unknown) => {
    process.stderr.write(`The schema could not be updated: ${visible(String(error))}\n`);
    process.exitCode = 1;
    return [];
  });
  for (const name of migrated) process.stdout.write(`Migrated: ${name}\n`);
  if (migrated.length === 0 && process.exitCode !== 1) process.stdout.write('The schema is up to date.\n');
  await stop();
}
